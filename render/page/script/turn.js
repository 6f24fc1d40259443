// -- one's own turn ----------------------------------------------------------------------------------------

/** @type {any} */
let turn = null
// The language in which it is written.
let spoken = ''
let isBusy = false
let once = ''
// What is played here: nothing for the table itself, else the copy in which one tries, or a lesson.
let session = ''
// Which of several options in the same place is shown, such as the ways in which a tile may lie.
let turned = 0
const NEAR = [0, 8, 14, 20]
const CHIPS = 6

// What others have done since one's own last turn, at one version of the game.
// Of a turn that only ends in it, the rest is told.
/** @type {{ from: number, lines: string[], rest?: { at: number, told: [string, string[]] } } | null} */
let news = null
let newsOf = ''
let isNewsOpen = false
window.addEventListener('resize', () => fitNews())
// A phone that is turned shows the question again: the same place of the page is another one then.
screen.orientation?.addEventListener('change', () => requestAnimationFrame(() => { if (turn) face() }))

/** @returns {string[]} */
const mySeats = () => turn?.seats ?? []
/** @returns {Option[]} */
const optionsNow = () => (turn?.mine && now === last ? [...turn.options, ...turn.plans] : [])
// The other ways at the place that was tapped last, which may take the place of the one that was taken.
/** @type {{ token: string, ways: Option[] }} */
let others = { token: '', ways: [] }

const SLOW = 700

// How many answers were asked for here, and the state of which the server has told meanwhile.
let requests = 0
/** @type {string | null} */
let told = null

// A button that is replaced between the touch and its end gets no click: the panel is not written until then.
const UNTIL_CLICK = 100
let isTouched = false
let lifted = 0
/** @type {(() => void) | null} */
let postponed = null
for (const part of ['asked', 'bar']) $(part).addEventListener('pointerdown', () => { clearTimeout(lifted); isTouched = true })
for (const end of ['click', 'pointercancel']) document.addEventListener(end, letGo)
document.addEventListener('pointerup', () => { lifted = window.setTimeout(letGo, UNTIL_CLICK) })

function letGo () {
  const does = postponed
  isTouched = false
  postponed = null
  does?.()
}

/** @param {() => void} does */
function whenLetGo (does) { isTouched ? postponed = does : does() }

// Fetch the turn, unless it is shown already in the state of which the server tells.
async function fetchTurn (token = '') {
  told = isBusy ? token : null
  if (!isPrivate || isBusy || !session && token && token === turn?.token) return
  const number = requests += 1
  const found = await ask('turn', session ? { session, token: turn.token } : {})
  // What was asked for since then has a newer answer.
  if (requests !== number) return
  // What is touched just now, or has the focus, stays where nothing has changed.
  if (found) { if (JSON.stringify(found) !== JSON.stringify(turn)) whenLetGo(() => { if (requests === number) showTurnPanel(found) }) }
  else if ([0, 429].includes(answered)) setTimeout(() => { if (requests === number) fetchTurn() }, SOONEST)
  else if (!turn) openTab('log')
}

/** @param {string} verb @param {string[]} keys */
async function act (verb, keys) {
  if (isBusy || !turn) return
  isBusy = true
  requests += 1
  if (turn.preface) read.add(turn.preface.join())
  since = null
  if (timer) play(false)
  document.body.classList.add('busy')
  if (verb === 'advise') note(say('thinking'))
  // Automatic players answer before the server does.
  const slow = verb === 'confirm' && setTimeout(() => note(say('confirming')), SLOW)
  const sent = { verb, keys, token: turn.token, once, session }
  let answer = await ask('do', {}, sent)
  clearTimeout(slow || 0)
  // What was lost on the way, or whose answer was, is sent again: the server does the same only once.
  for (let wait = SOONEST; !answer && answered === 0 && wait < LATEST; wait *= 2) {
    await new Promise((done) => setTimeout(done, wait))
    answer = await ask('do', {}, sent)
  }
  isBusy = false
  document.body.classList.remove('busy')
  if (answer) note('')
  // A frame around this page may have more to do.
  if (verb === 'confirm' && !session && answer && !answer.mine) window.dispatchEvent(new Event('confirmed'))
  showTurnPanel(answer ?? turn)
  // Where nothing more is asked, the page says that the turn is confirmed, and whose it is now.
  if (verb === 'confirm' && answer && !answer.mine) face()
  if (told !== null || !answer && answered === 0) fetchTurn(told ?? '')
}

// Take the first of several ways at a place; the others are offered beside it.
/** @param {Option[]} ways */
async function takeFirst (ways) {
  await act('choose', [ways[0].key])
  const isAsked = (/** @type {Option} */ way) => ways.some((one) => one.role === 'plan' && one.of === way.key)
  others = { token: turn.token, ways: ways.slice(1).map((way) => (isAsked(way) ? { ...way, label: say('ask_more') } : way)) }
  writePanel()
}

/** @param {Option} way */
async function takeInstead (way) {
  const ways = others.ways
  await act('instead', [way.key])
  others = { token: turn.token, ways: ways.filter((one) => one !== way) }
  writePanel()
}

/** @param {Option} option */
const choose = (option) => act(option.is_confirm ? 'confirm' : 'choose', [option.key])

/** @param {any} found */
function showTurnPanel (found) {
  if (!found) return
  const isNew = found.token !== turn?.token || found.session !== session
  const isReworded = turn !== null && code !== spoken
  spoken = code
  turn = found
  session = turn.session
  takeNews(isNew)
  showCall()
  if (isNew) { turned = 0; opened = null; closeMenu() }
  once = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  for (const [key, words] of Object.entries(turn.words ?? {})) data.words[code][key] ??= words
  drafted = turn.scene ?? null
  document.body.dataset.turn = turn.mine || session ? 'mine' : 'waiting'
  const isAsked = isNew && Boolean(turn.mine || turn.result)
  if (isAsked) showSpace(null)
  go(isAsked ? last : now)
  writePanel()
  if (isAsked || isReworded && turn.mine) face()
  if (isNew) $('told').textContent = sayAll([turn.title, ...turn.mine && !turn.drafted && news ? news.lines : [], ...turn.notes, ...turn.question, ...turn.effect ?? []])
}

// News come when a turn is asked for, and are those of a version; what is drafted meanwhile changes nothing of them.
/** @param {boolean} isNew */
function takeNews (isNew) {
  const version = session ? newsOf : turn.token.split('-')[0]
  if (turn.news) news = turn.news.lines?.length ? turn.news : null
  else if (version !== newsOf) news = null
  const isFirst = Boolean(turn.news && version !== newsOf)
  newsOf = version
  if (isFirst) { isNewsOpen = false; writeLog() }
  // What has changed is outlined until something is touched.
  if (isNew && isFirst && news && turn.mine && !turn.drafted && news.from < last) since = news.from
}

// Tell what others have done, above the question; while it is shown on the board, what is shown.
function writeNews () {
  if (!tellsNews()) return []
  const shows = button('', 'shows', () => { if (timer) { play(false); go(last) } else showFrom(news?.from ?? 0) })
  const more = button('', 'more', () => { isNewsOpen = !isNewsOpen; openNews(more.closest('.news')) })
  more.setAttribute('aria-controls', 'news')
  return [make('div', { class: 'news' }, make('div', { class: 'beside' }, shows, more), make('ul', { id: 'news', 'aria-live': 'off' }))]
}

function showNews () {
  const part = $('asked').querySelector('.news')
  // Beside the board, an earlier turn that is looked at is told above the question, unless the news tell it.
  const looks = (now < last || opened === last) && !(part && timer)
  if (looks && !document.body.matches('.looking')) $('side').scrollTop = 0
  document.body.classList.toggle('looking', looks)
  if (!part || !news) return
  const [wasOn, isOn] = [part.matches('.running'), Boolean(timer)]
  // The beginning has no lines.
  const [title, lines = []] = now === news.rest?.at ? news.rest.told : moments[now].w[code]
  const told = isOn ? [`**${title}**`, ...lines] : news.lines
  // What is shown has the place of one's own sums too, so that the question below it does not move.
  if (isOn && !wasOn) {
    const gap = parseFloat(getComputedStyle($('asked')).rowGap)
    const below = [...$('asked').querySelectorAll('.news ~ :is(.mine, .stakes, .preface)')]
    part.style.setProperty('--room', `${below.reduce((sum, one) => sum + one.offsetHeight + gap, part.offsetHeight)}px`)
  }
  part.classList.toggle('running', isOn)
  part.querySelector('ul').replaceChildren(...told.map((line) => make('li', {}, ...tell(line))))
  part.querySelector('.shows').replaceChildren(drawSign(isOn ? 'card-forth' : 'play'), say(isOn ? 'skip' : 'show'))
  part.querySelector('.shows').hidden = news.from >= last
  fitNews()
  // The turns that were shown had other lines: the question has moved with them.
  if (wasOn && !isOn) face()
}

// The fewest rows of a line of the news, on a small screen one, and those that it has now: 0 for all of them.
const FEWEST = 2
const SMALLEST = 1
let newsRows = 0

// Whether one's own sums or the line about who would win now are cut beside the news.
let isTight = false

// Show as many rows of each line of the news, and as much of one's own sums and of who would win now, as leave the
// question and the first answers in sight; a button opens the rest.
function fitNews () {
  const part = $('asked').querySelector('.news')
  if (!part) return
  const [more, lines] = [part.querySelector('.more'), part.querySelectorAll('li')]
  /** @param {number} rows */
  const cut = (rows) => {
    newsRows = rows
    part.classList.toggle('cut', rows > 0)
    part.classList.toggle('brief', rows === SMALLEST)
    part.style.setProperty('--rows', String(rows))
  }
  cut(0)
  isTight = false
  part.classList.remove('tight')
  more.hidden = true
  if (!part.matches('.running') && !hasRoom(part)) {
    part.classList.add('tight')
    isTight = [...$('asked').querySelectorAll('.stakes li, .mine')].some((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
    more.hidden = !isTight
  }
  if (!part.matches('.running') && lines.length > 1 && !hasRoom(part)) {
    const most = Math.max(...[...lines].map((line) => Math.round(line.offsetHeight / parseFloat(getComputedStyle(line).lineHeight))))
    more.hidden = !isTight && most <= FEWEST
    for (let rows = most - 1; rows >= FEWEST && (rows === most - 1 || !hasRoom(part)); rows -= 1) cut(rows)
    if (!hasRoom(part, $('asked').querySelector('.question') ?? firstAnswer())) { more.hidden = false; cut(SMALLEST) }
  }
  openNews(part)
}

/** @param {any} part */
function openNews (part) {
  const more = part.querySelector('.more')
  part.classList.toggle('cut', newsRows > 0 && !isNewsOpen)
  part.classList.toggle('tight', isTight && !isNewsOpen)
  more.replaceChildren(say(isNewsOpen ? 'less' : 'more'))
  more.setAttribute('aria-expanded', String(isNewsOpen))
}

// Whether the question and the first answers, or only the question, are in sight together with the news.
/** @param {Element} part @param {Element} lowest */
function hasRoom (part, lowest = firstAnswer()) {
  const top = wide.matches ? $('asked').getBoundingClientRect().top : part.getBoundingClientRect().top - 8
  const room = wide.matches ? $('side').clientHeight : barsTop() - covered()
  return lowest.getBoundingClientRect().bottom + 8 - top <= room
}

// What can be chosen first or, where nothing can, the question.
const firstAnswer = () => ['.question ~ :is(.ways:not(.tools), .numbers) button, .question ~ .spaces > summary', '.ways.tools button', '.question', 'h2']
  .map((part) => $('asked').querySelector(part)).find(Boolean)

const barsTop = () => ($('bar').hidden ? $('tabs') : $('bar')).getBoundingClientRect().top

// How much of the window the board covers, from above: nothing where it lies beside the panel.
const covered = () => (getComputedStyle($('stage')).position === 'sticky' ? $('stage').offsetHeight : 0)

// On a phone, the page scrolls until something stands right below the board.
/** @param {Element} node */
function uncover (node) {
  if (wide.matches || document.body.dataset.tab !== 'asked') return
  // What a copy or a lesson says stays in sight below the board.
  const held = $('asked').querySelector('.aside:has(.leave)')?.offsetHeight ?? 0
  document.documentElement.style.setProperty('--covered', `${covered()}px`)
  document.documentElement.style.setProperty('--held', `${held}px`)
  const begin = (/** @type {Element} */ part) => window.scrollBy({ top: part.getBoundingClientRect().top - covered() - held - 5, behavior: 'instant' })
  begin(node)
  if (turn.result) return
  // Where the first answers lie under the bars then, what is above the question makes room for them, part by part; the
  // news stay while the question itself is in sight.
  const [first, question] = [firstAnswer(), $('asked').querySelector('.question')]
  const parts = /** @type {HTMLElement[]} */ ([...$('asked').children]).filter((part) => part.offsetHeight)
  const above = parts.slice(parts.indexOf(/** @type {any} */ (node.parentElement === $('asked') ? node : node.parentElement)) + 1, parts.indexOf(question) + 1)
  const news = above.findIndex((part) => part.matches('.news'))
  for (const part of news < 0 ? above : above.slice(0, news + 1)) if (first.getBoundingClientRect().bottom + 8 > barsTop()) begin(part)
  for (const part of above) if (question.getBoundingClientRect().bottom + 4 > barsTop()) begin(part)
}

// Whether others' turns are told above the question; then what was done so far in the running one is folded below it.
const tellsNews = () => Boolean(news) && !turn.drafted && !session

// Bring the beginning of what is asked into sight: on a phone below the board, else at the top of the panel.
function face () {
  $('side').scrollTop = 0
  uncover($('asked').querySelector(turn.drafted || turn.told?.length && !tellsNews() ? '.notes, .question' : 'h2'))
}

// -- the panel ---------------------------------------------------------------------------------------------

/** @param {string} words @param {string} kind @param {() => void} does */
function button (words, kind, does) {
  const node = make('button', { type: 'button', class: kind }, ...tell(words))
  node.onclick = does
  return node
}

/** @param {string[]} lines @param {string} kind */
const list = (lines, kind) => (lines.length ? [make('ul', { class: kind }, ...lines.map((line) => make('li', {}, ...tell(line.replace(/^(> |• )/, '')))))] : [])

/** @param {Option} option */
function optionButton (option) {
  const isLong = option.label.length > (code === 'ja' ? 20 : 40)
  const kind = ['option', option.role, isLong ? 'long' : '', option.is_confirm ? 'confirm' : '', option.is_warned ? 'warned' : ''].filter(Boolean).join(' ')
  const node = button(option.label, kind, () => choose(option))
  Object.assign(node.dataset, { key: option.key, token: turn.token })
  if (option.icon !== undefined) node.prepend(iconImage(option.icon))
  if (option.hint) node.append(make('small', {}, option.hint))
  return node
}

// Numbers: a button each while they are few; else one that counts up and down.
/** @param {Option[]} options */
function numberChoice (options) {
  const sorted = [...options].sort((a, b) => (a.count ?? 0) - (b.count ?? 0))
  if (sorted.length <= CHIPS) {
    const nodes = sorted.map(optionButton)
    nodes[nodes.length - 1].classList.add('most')
    return make('div', { class: 'numbers' }, ...nodes)
  }
  let at = Math.max(sorted.findIndex((option) => option.key === turn.usual), 0)
  const chosen = button(sorted[at].label, 'option most', () => choose(sorted[at]))
  /** @param {number} index */
  const step = (index) => {
    at = Math.min(Math.max(index, 0), sorted.length - 1)
    chosen.replaceChildren(...tell(sorted[at].label))
  }
  return make('div', { class: 'numbers stepper' }, button('−', 'step', () => step(at - 1)), chosen, button('+', 'step', () => step(at + 1)),
    button(say('most'), 'option', () => choose(sorted[sorted.length - 1])))
}

// The text of the card: where there is room in full until something is done after it was shown, then one line that opens.
const roomy = matchMedia('(min-width: 1000px) and (min-height: 901px)')
/** @type {Set<string>} */
const read = new Set()
/** @param {string[]} lines */
function writePreface (lines) {
  if (!lines.length) return []
  const isRead = read.has(lines.join())
  const node = make('button', { type: 'button', class: isRead ? 'preface read' : 'preface', 'aria-expanded': String(!isRead && roomy.matches) }, ...list(lines, ''))
  node.onclick = () => node.setAttribute('aria-expanded', String(node.getAttribute('aria-expanded') !== 'true'))
  return [node]
}

// What has happened in this turn: where it is long, the end of it, and the rest behind it.
const DRAFTED = 5
/** @param {string[]} lines */
function writeDrafted (lines) {
  if (lines.length <= DRAFTED + 1) return list(lines, 'drafted')
  const rest = lines.slice(0, 1 - DRAFTED)
  return [...list(lines.slice(0, 1), 'drafted'), unfold(say('more_lines', { count: rest.length - 1 }), 'earlier', list(rest.slice(1), 'drafted')), ...list(lines.slice(1 - DRAFTED), 'drafted')]
}

// Back from a copy or a lesson to the table.
function leave () {
  session = ''
  fetchTurn()
}

// What a copy or a lesson says, and the way back from it.
function writeAside () {
  const lines = turn.heading.map((/** @type {string} */ line) => make('p', {}, ...tell(line.replace(/^-# /, ''))))
  if (!session) return lines.length ? [make('div', { class: 'aside' }, ...lines)] : []
  return [make('div', { class: session.startsWith('whatif') ? 'aside copy' : 'aside' }, button(say('leave'), 'leave', leave), ...lines)]
}

// The other ways at the place that was tapped just now.
function writeOthers () {
  if (others.token !== turn.token || !others.ways.length) return []
  const nodes = others.ways.map((way) => {
    const node = button(way.label, 'option', () => takeInstead(way))
    node.dataset.instead = way.key
    return node
  })
  return [make('p', { class: 'hint' }, say('instead')), ...box('instead', nodes)]
}

// What is one's own: the score stands out, each of the rest keeps together.
function writeMine () {
  const lines = /** @type {string[]} */ (turn.tracks ?? []).map((line) => line.split(word('join.parts')))
  return lines.length ? [make('ul', { class: 'mine' }, ...lines.map((parts) => make('li', {}, ...parts.map((part) => make('span', /\([+−]\d/.test(part) ? { class: 'score' } : {}, ...tell(part))))))] : []
}

// The turns that somebody is advised to take.
function writeAdvice () {
  return turn.advice.map((/** @type {any} */ one) => make('div', { class: 'advice' },
    ...one.lines.map((/** @type {string} */ line) => make('p', {}, ...tell(line.replace(/^(> |· )/, '')))),
    button(one.label, 'option', () => act('heed', [one.key]))))
}

/** @param {string} kind @param {Node[]} nodes */
const box = (kind, nodes) => (nodes.length ? [make('div', { class: `ways ${kind}` }, ...nodes)] : [])

// Whoever plays with a keyboard goes on where they are: at the same button or, at a new question, before its answers.
/** @param {() => void} write */
function keepFocus (write) {
  const before = /** @type {any} */ (document.activeElement)
  const [isHere, key] = [[$('asked'), $('bar')].some((part) => part.contains(before)), before?.dataset?.key]
  write()
  if (!isHere) return
  const same = key && document.querySelector(`:is(#asked, #bar) [data-key="${CSS.escape(key)}"]`)
  const to = /** @type {any} */ (same && before.dataset.token === turn.token ? same : $('asked').querySelector('h2'))
  to?.focus({ preventScroll: to !== same })
}

// The usual one of several answers is the first. Yes and no stay where they are.
/** @param {Option[]} answers */
const usualFirst = (answers) => (answers.some((one) => one.role === 'decline') ? answers : [...answers].sort((one, other) => Number(other.key === turn.usual) - Number(one.key === turn.usual)))

function writePanel () { keepFocus(drawPanel) }

function drawPanel () {
  const panel = $('asked')
  panel.hidden = !turn
  const options = /** @type {Option[]} */ (turn.options ?? [])
  // What would have no effect is not in the way of the rest.
  const acts = options.filter((one) => ['action', 'special', 'event', 'pass', 'extra'].includes(one.role)).sort((one, other) => Number(Boolean(one.is_warned)) - Number(Boolean(other.is_warned)))
  const numbers = options.filter((one) => one.count !== undefined)
  const onBoard = options.filter((one) => isPlaced(one) && one.role === 'space')
  const others = options.filter((one) => ![...acts, ...numbers, ...onBoard].includes(one) && one.role !== 'stop')
  const groups = new Map()
  for (const one of numbers) groups.set(one.of ?? '', [...groups.get(one.of ?? '') ?? [], one])
  const [first, ...more] = turn.question
  panel.replaceChildren(
    ...writeAside(), make('div', { class: 'row' }, make('h2', { tabindex: -1 }, ...(turn.seat ? [icon(`seat_${turn.seat}`), ' '] : []), ...tell(turn.title))),
    ...(turn.result ? [tellResult(turn.result)] : []), ...writeNews(), ...list(turn.notes, 'notes'), ...writeMine(), ...list(turn.mine && !session && turn.stakes ? [turn.stakes] : [], 'stakes'), ...writePreface(turn.preface ?? []), ...(tellsNews() ? [] : writeDrafted(turn.told ?? [])), ...list(turn.spent ?? [], 'spent'),
    ...(turn.result ? [] : [make('p', { class: 'question' }, ...tell(first ?? ''))]), ...more.map((/** @type {string} */ line) => make('p', { class: 'hint' }, ...tell(line))),
    ...writeOthers(), ...writeAdvice(), ...box('plans', (turn.plans ?? []).filter((/** @type {Option} */ one) => !isPlaced(one)).map(optionButton)), ...box('short', (turn.shortcuts ?? []).map((/** @type {any} */ short) => button(short.label, 'option', () => (short.press ? act('confirm', [short.press]) : act('short', [short.name]))))),
    ...[...groups.values()].map(numberChoice), ...box('others', usualFirst(others).map(optionButton)), ...box('acts', acts.map(optionButton)),
    ...(onBoard.length ? [unfold(say('choose_from_list', { count: onBoard.length }), 'spaces', box('spaces', onBoard.map(optionButton)))] : []),
    ...(tellsNews() && turn.told?.length > 1 ? [unfold(say('more_lines', { count: turn.told.length }), 'earlier', list(turn.told, 'drafted'))] : []),
    ...(turn.closed?.length ? [unfold(word('ui.button.why_not'), 'closed', list(turn.closed.map((/** @type {Option} */ one) => `**${one.label}**: ${one.why}`), 'closed'))] : []),
    ...box('tools', [...(turn.link ? [make('a', { class: 'button', href: turn.link.href, target: '_blank', rel: 'noopener' }, turn.link.label)] : []), ...turn.ways.map((/** @type {any} */ way) => button(way.label, way.name, () => act(way.verb, way.name ? [way.name] : []))), ...(turn.result ? listKeepsakes() : [])]),
    ...writeBeside(), ...(options.length ? [make('p', { class: 'hint' }, say('gestures'))] : []))
  writeBar(options.filter((one) => one.role === 'stop'))
  showNews()
}

/** @param {string} words @param {string} kind @param {Node[]} inside */
function unfold (words, kind, inside) {
  const isOpen = kind && $('asked').querySelector(`details.${kind}`)?.open
  const node = make('details', { class: kind }, make('summary', {}, words), ...inside)
  node.open = Boolean(isOpen)
  return node
}

// What is asked for when somebody opens it, and kept where it stays the same.
/** @type {Map<string, Node[]>} */
const fetched = new Map()
/** @param {string} kind @param {string} words @param {() => Promise<Node[]>} load @param {string} name */
function unfoldLater (kind, words, load, name = '') {
  const node = unfold(words, kind, fetched.get(`${code} ${name}`) ?? [])
  node.addEventListener('toggle', async () => {
    if (!node.open || node.children.length > 1) return
    const found = await load()
    if (name && found.length) fetched.set(`${code} ${name}`, found)
    if (node.children.length === 1) node.append(...found)
  })
  return node
}

/** @param {string} number */
async function fetchRule (number) {
  const told = await ask('rule', { number })
  if (!told?.name) return []
  return [make('p', {}, make('b', {}, told.name), ' ', ...tell(told.words)), ...(told.lesson ? [button(told.try, 'option', () => act('lesson', [told.lesson]))] : [])]
}

// What can be read beside a question: its paragraph, the sheet of the seat, and one's standing orders.
function writeBeside () {
  if (!turn.mine || session) return []
  /** @param {string} what */
  const load = (what) => async () => list((await ask('beside', { what }))?.lines ?? [], 'beside')
  return [make('div', { class: 'shelf' },
    ...(turn.rule ? [unfoldLater('rule', /^\d/.test(turn.rule) ? say('rule_number', { number: turn.rule }) : say('rule'), () => fetchRule(turn.rule), `rule ${turn.rule}`)] : []),
    unfoldLater('aid', word('ui.button.faction'), load('sheet'), `sheet ${turn.seat}`),
    unfoldLater('orders', say('orders'), load('orders')))]
}

// The bar at the bottom: undo, start over, the end of a question, and Confirm with what it does.
/** @param {Option[]} stops */
function writeBar (stops) {
  const bar = $('bar')
  const ways = []
  if (turn.drafted) ways.push(['undo', 'ui.button.undo'], ['reset', 'ui.button.reset'])
  else if (turn.retract) ways.push(['undo', 'ui.button.take_back'])
  const nodes = ways.map(([verb, key]) => {
    const node = button('', 'back', () => act(verb, []))
    node.append(drawSign(verb), make('span', {}, word(key)))
    return node
  })
  const ends = stops.filter((one) => !one.is_confirm).map(optionButton)
  if (turn.ending !== undefined && turn.ending !== null) ends.push(button(word('ui.button.confirm'), 'confirm', () => act('confirm', turn.ending ? [turn.ending] : [])))
  bar.hidden = !nodes.length && !ends.length
  bar.replaceChildren(...list(turn.effect ?? [], 'effect'), make('div', { class: 'row' }, ...nodes, make('span', { class: 'gap' }), ...ends))
}

// -- on the board ------------------------------------------------------------------------------------------

/** @param {Option} option */
const isPlaced = (option) => option.at !== undefined || option.path !== undefined
/** @param {Option} option */
const pathOf = (option) => option.path ?? spaces[option.at ?? 0].path
/** @param {Option} one @param {Option} other */
const isSamePlace = (one, other) => isPlaced(one) && isPlaced(other) && pathOf(one) === pathOf(other)

function showChoices () {
  const options = optionsNow().filter(isPlaced)
  const asked = turn?.mine && now === last && turn.space !== null ? [turn.space] : []
  light(asked, 'asked')
  board.classList.toggle('choosing', options.length > 0)
  board.classList.toggle('hands', Boolean(turn?.mine && now === last && turn.options.length))
  /** @type {Set<string>} */
  const drawn = new Set()
  targets.replaceChildren(...options.flatMap((option) => {
    const path = pathOf(option)
    if (drawn.has(path)) return []
    drawn.add(path)
    const isLine = option.at !== undefined && spaces[option.at].line
    const same = options.filter((one) => isSamePlace(one, option) && (one === option || one.role !== 'plan'))
    const node = draw('path', { d: path, class: `${isLine ? 'rail' : 'land'}${option.is_warned ? ' warned' : ''}`, 'fill-rule': 'evenodd', 'data-key': option.key })
    const shownNow = same[turned % same.length]
    if (shownNow.icon === undefined || !option.middle) return [node]
    const [x, y] = option.middle
    const half = x - Number(/** @type {any} */ (/^M(-?\d+)/.exec(path))[1])
    return [draw('use', { href: symbolOf(shownNow.icon, 0), x: x - half, y: y - half, width: 2 * half, height: 2 * half, class: 'ghost' }), node]
  }))
  // A city lies in its province: what is smaller lies above.
  const area = (/** @type {any} */ node) => { const { width, height } = node.getBBox(); return width * height }
  const sizes = [...targets.children].map((node) => ({ node, size: area(node) })).sort((one, other) => other.size - one.size)
  targets.append(...sizes.map(({ node }) => node))
}

// A tap on or near a place where something may be chosen.
tapTarget = (x, y) => {
  const options = optionsNow().filter(isPlaced)
  if (!options.length || isBusy) return false
  for (const away of NEAR) {
    for (let part = 0; part < (away ? 8 : 1); part += 1) {
      const angle = part * Math.PI / 4
      const hits = document.elementsFromPoint(x + away * Math.cos(angle), y + away * Math.sin(angle))
      const node = /** @type {any} */ (hits.find((one) => targets.contains(one) && /** @type {any} */ (one).dataset.key))
      // Where the tap itself is in a space that is closed, it asks why.
      if (!node && !away && isClosedAt(x, y)) return false
      const option = node && options.find((one) => one.key === node.dataset.key)
      if (option) {
        tapOption(options.filter((one) => isSamePlace(one, option)), node)
        return true
      }
    }
  }
  return false
}

/** @param {number} x @param {number} y */
function isClosedAt (x, y) {
  const number = spaceAt(x, y)
  return number !== null && !spaces[number].line && turn.closed.some((/** @type {Option} */ one) => one.at === number) && !board.matches('.rails')
}

/** @param {Option[]} same @param {any} node */
function tapOption (same, node) {
  if (same.length > 1 && same.some((one) => one.icon === undefined)) {
    node.classList.add('chosen')
    const plans = same.filter((one) => one.role === 'plan')
    takeFirst([...plans, ...same.filter((one) => one.role !== 'plan' && !plans.some((plan) => plan.whole && plan.of === one.key))])
  } else if (same.length === 1) {
    node.classList.add('chosen')
    choose(same[0])
  } else {
    // Tap again to turn the tile: the button that lays it is the one marked.
    turned = (turned + 1) % same.length
    showChoices()
    offer(same, same[turned])
  }
}

// Bring the buttons of some options into sight, one of them first.
/** @param {Option[]} options @param {Option} first */
function offer (options, first) {
  for (const node of $('asked').querySelectorAll('[data-key]')) {
    node.classList.toggle('offered', options.some((one) => one.key === node.dataset.key))
    node.classList.toggle('first', node.dataset.key === first.key)
  }
  $('asked').querySelector('.offered')?.scrollIntoView({ block: 'nearest' })
}

// Why nothing can be chosen in a space now, with the paragraph of the rules.
explainClosed = (number) => {
  const found = turn?.mine && now === last ? (turn.closed ?? []).filter((/** @type {Option} */ one) => one.at === number) : []
  return found.map((/** @type {Option} */ one) => {
    const node = make('div', { class: 'refused' }, make('p', {}, ...tell(one.why ?? '')))
    if (one.rule) node.append(unfoldLater('', `§ ${one.rule}`, () => fetchRule(one.rule ?? '')))
    return node
  })
}

// What is wrong in a space: its line to be written again, what that would change, and the question to the table.
listCorrections = (number) => {
  if (!turn?.correct || session || now !== last) return []
  const tried = turn.tried?.at === number ? turn.tried : null
  /** @param {string} verb @param {string[]} keys */
  const send = async (verb, keys) => {
    await act(verb, keys)
    if (selected !== number) return
    showSpace(number)
    // What comes of it is at the end of the sheet.
    $('space').lastElementChild.scrollIntoView({ block: 'nearest' })
  }
  if (!tried) return [button(turn.correct, 'quiet', () => send('correct', [String(number)]))]
  const field = make('input', { type: 'text', value: tried.typed, maxlength: 300, 'aria-label': tried.hint })
  const form = make('form', { class: 'correct' }, make('h3', {}, turn.correct), field, make('button', {}, turn.correct))
  form.onsubmit = (/** @type {Event} */ event) => { event.preventDefault(); send('correct', [String(number), field.value]) }
  const told = (tried.told ?? []).map((/** @type {string} */ line) => make('p', {}, ...tell(line.replace(/^-# /, ''))))
  return [form, ...told, ...(tried.ask ? [button(tried.ask, 'confirm', () => send('putright', [tried.version]))] : [])]
}
