// -- the game, its words, its pictures ---------------------------------------------------------------------

/** @type {any} */
let data = {}
/** @type {Row[]} */
let moments = []
/** @type {Position[]} */
let positions = []
/** @type {{ id: string, word: string }[]} */
let icons = []
/** @type {{ id: string, path: string, middle: [number, number], line: boolean }[]} */
let spaces = []
/** @type {any[]} */
let seats = []
/** @type {Row | null} */
let running = null
let code = 'en'
let theme = 'light'
let now = 0
let last = 0

// Every moment with its position, from the differences; the running turn, which may still change, comes last.
/** @param {Row[]} finished @param {Row | null} open */
function gather (finished, open) {
  running = open
  moments = open ? [...finished, open] : finished
  last = moments.length - 1
  /** @type {Position} */
  let there = { p: {}, t: {} }
  positions = moments.map((moment) => {
    there = { p: { ...there.p, ...moment.p }, t: { ...there.t, ...moment.t } }
    for (const [language, words] of Object.entries(moment.n ?? {})) Object.assign(data.words[language] ??= {}, words)
    return there
  })
}

/** @param {Row} moment @returns {string} */
const chapterOf = (moment) => moment.k?.[code] ?? data.chapters?.[code][moment.c] ?? ''
/** @param {string} key @returns {string} */
const word = (key) => data.words[code][key] ?? key
/** @param {string} text @param {Record<string, any>} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
/** @param {string} key @param {Record<string, any>} values */
const say = (key, values = {}) => fill(word(`page.${key}`), values)
/** @param {number} number */
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0')
/** @param {string} key @param {number} count @returns {string} */
const nameOf = (key, count) => {
  const words = data.words[code]
  return words[`${key}.${count === 1 ? 'one' : 'many'}`] ?? words[`${key}.many`] ?? words[key] ?? key
}
/** @param {number} number */
const spaceName = (number) => word(`space.${spaces[number].id}`)

// A moment as Discord writes it, in the reader's words: how far away it is (R), or its date and time.
/** @param {string} seconds @param {string} style */
function tellTime (seconds, style) {
  const when = new Date(Number(seconds) * 1000)
  const away = when.getTime() - Date.now()
  /** @type {[Intl.RelativeTimeFormatUnit, number]} */
  const [unit, size] = Math.abs(away) < 3.6e6 ? ['minute', 6e4] : Math.abs(away) < 1.728e8 ? ['hour', 3.6e6] : ['day', 8.64e7]
  const date = when.toLocaleString(code, { dateStyle: 'medium', timeStyle: 'short' })
  const said = style === 'R' ? new Intl.RelativeTimeFormat(code).format(Math.round(away / size), unit) : date
  return make('time', { datetime: when.toISOString(), title: date }, said)
}

// A line as it was told: **bold**, *slanting*, `marks`, <t:1:R>, a sign taken literally, and nothing else that means anything.
/** @param {string} line @returns {(string | Node)[]} */
function tell (line) {
  const parts = []
  for (const [whole, literal, bold, slanting, mark, seconds, style] of markSigns(line).matchAll(/\\(_|[^\w\s])|\*\*(.+?)\*\*|\*([^*]+)\*|`([^`]*)`|<t:(\d+)(?::(\w))?>|[^*`\\<]+|[*`\\<]/g)) {
    if (literal !== undefined) parts.push(literal)
    else if (bold !== undefined) parts.push(make('b', {}, ...tell(bold)))
    else if (slanting !== undefined) parts.push(make('em', {}, slanting))
    else if (mark !== undefined) parts.push(make('i', { class: 'mark' }, mark))
    else if (seconds !== undefined) parts.push(tellTime(seconds, style))
    else parts.push(...drawSigns(whole))
  }
  return parts
}

// The sign of a seat before its name, which not every machine can write, becomes the one that is drawn.
const FIRST_SIGN = 0xE000
const PICTOGRAPH = '\\p{Extended_Pictographic}\\uFE0F?'
/** @param {string} line */
const markSigns = (line) => seats.reduce((text, { id }, number) => (
  text.replace(new RegExp(`${PICTOGRAPH}(?= \\**${word(`seat.${id}`)})`, 'gu'), String.fromCharCode(FIRST_SIGN + number))), line)
/** @param {string} text @returns {(string | Node)[]} */
const drawSigns = (text) => text.split(/([\uE000-\uE00F])/).filter(Boolean).map((part) => {
  const seat = seats[part.charCodeAt(0) - FIRST_SIGN]
  return seat ? icon(`seat_${seat.id}`) : part
})

// The name of a turn, without the sign that is drawn before it.
/** @param {Row} moment */
const tellName = (moment) => tell(moment.s < 0 ? moment.w[code][0] : moment.w[code][0].replace(new RegExp(`^${PICTOGRAPH} `, 'u'), ''))

// A line for ears: without marks, and without signs.
/** @param {string} line */
const plain = (line) => line.replace(new RegExp(`${PICTOGRAPH} ?`, 'gu'), '').replace(/\\(_|[^\w\s])|[*`]/g, '$1')
/** @param {string[]} lines */
const sayAll = (lines) => lines.map((line) => plain(line.replace(/^(> |• )/, '')).replace(/(?<![.!?:。！？])$/, '.')).join(' ')
/** @param {number} number */
const embedded = (number) => `data:image/webp;base64,${data.pictures[number]}`
const boardPicture = () => (data.source ? `${data.source}/${theme}/board.webp` : embedded(data.board[theme]))
/** @param {number} number @param {number} kind */
const iconPicture = (number, kind) => (
  data.source ? `${data.source}/${theme}/${icons[number].id}.${'pn'[kind]}.webp` : embedded(data.drawn[theme][number][kind]))

/** @param {string} id */
function icon (id) {
  return iconImage(icons.findIndex((one) => one.id === id))
}

/** @param {number} number */
function iconImage (number) {
  return make('img', { src: iconPicture(number, 0), alt: '', class: 'icon', 'data-drawn': number })
}
