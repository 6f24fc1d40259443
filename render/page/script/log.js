// -- words beside the board --------------------------------------------------------------------------------

/** @param {string | number} cell */
function write (cell) {
  if (typeof cell === 'number') return [String(cell).replace('-', '−')]
  /** @type {(string | Node)[]} */
  const parts = []
  for (const part of cell.split(' ')) {
    if (parts.length) parts.push(' ')
    if (part[0] === '@') parts.push(icon(part.slice(1)))
    else parts.push(part[0] === '=' ? word(part.slice(1)) : part)
  }
  return parts
}

/** @param {Row} moment @returns {Node[]} */
const seatIcon = (moment) => [moment.s >= 0 ? icon(`seat_${seats[moment.s].id}`) : make('span', { class: 'icon' })]

/** @param {Position} position */
function showStanding (position) {
  const people = Object.fromEntries(data.people ?? [])
  $('standing').replaceChildren(...data.tables.map((/** @type {any} */ table, /** @type {number} */ number) => {
    const body = make('tbody')
    table.rows.forEach((/** @type {string[]} */ [key, picture], /** @type {number} */ line) => {
      const cells = position.t[`${number}.${line}`] ?? []
      const who = number < 2 && key.startsWith('seat.') ? people[key.slice(5)] : ''
      body.append(make('tr', {}, make('th', { scope: 'row' }, ...(picture ? [icon(picture), ' '] : []), nameOf(key, 2), ...(who ? [make('small', {}, who)] : [])),
        ...cells.map((cell) => make('td', /=/.test(String(cell)) ? {} : { class: 'number' }, ...write(cell)))))
    })
    const node = make('table', { class: `table-${number}` }, make('caption', {}, word(table.name)))
    if (table.columns.length) {
      node.append(make('thead', {}, make('tr', {}, make('td'), ...table.columns.map((/** @type {string} */ key) => make('th', { scope: 'col' }, word(key))))))
    }
    node.append(body)
    return make('div', { class: 'sheet' }, node)
  }))
}

/** @param {string[]} reasons */
const listReasons = (reasons) => make('ul', {}, ...reasons.map((line) => make('li', {}, ...tell(line.replace(/^· /, '')))))

/** @param {Row} moment @param {number} index */
function tellMoment (moment, index) {
  const [, lines, reasons] = moment.w[code]
  const nodes = lines.length ? [make('ul', {}, ...lines.map((line) => make('li', {}, ...tell(line))))] : []
  if (reasons.length || asksReasons(moment)) {
    const why = make('details', { class: 'why' }, make('summary', {}, say('why')), ...(reasons.length ? [listReasons(reasons)] : []))
    why.addEventListener('toggle', async () => {
      if (why.open && why.children.length === 1) {
        const found = await fetchReasons(index)
        moment.w[code][2] = found.reasons
        moment.o = found.candidates
        why.append(found.reasons.length ? listReasons(found.reasons) : say('no_reasons'))
      }
      const between = moment.o ?? []
      if (why.open && between.length && !why.querySelector('.between')) why.append(make('p', { class: 'hint between' }, say('candidates', { spaces: between.map(spaceName).join(word('join.items')) })))
      // Where the automatic player could have gone, and where it went.
      if (index === now) light(why.open ? moment.o ?? [] : [], 'candidate')
    })
    nodes.push(why)
  }
  return nodes
}

/** @param {Row} moment */
function showTurn (moment) {
  const isOpen = $('turn').querySelector('details')?.open
  light([], 'candidate')
  // Whoever has a seat is told with their own panel.
  const isEnd = now === last && data.ending[code]?.length && !turn?.result
  $('turn').replaceChildren(
    ...(isEnd ? [writeEnding(data.ending[code])] : []),
    make('p', { class: 'chapter' }, chapterOf(moment)),
    make('h2', {}, ...(moment.s >= 0 ? [icon(`seat_${seats[moment.s].id}`), ' '] : []), ...tellName(moment)),
    ...tellMoment(moment, now))
  const why = $('turn').querySelector('details')
  if (why && isOpen) why.open = true
  if (now === last && data.stakes && !turn?.mine) $('turn').append(make('p', { class: 'stakes' }, ...tell(data.stakes)))
  if (now === last && !isEnd && data.waiting && !turn?.mine && !turn?.result) $('turn').append(make('p', { class: 'waiting' }, ...tell(data.waiting)))
}

/** @param {string[]} told */
const writeLines = (told) => make('ul', {}, ...told.map((line) => make('li', {}, ...tell(line.replace(/^-# /, '')))))

// How a game ended; beside that, where the page is served, what one can do with it.
/** @param {string[]} lines */
function writeEnding (lines) {
  const node = tellResult(lines)
  if (isLive) node.append(make('div', { class: 'ways' }, ...listKeepsakes()))
  return node
}

/** @param {string[]} lines */
const tellResult = (lines) => make('div', { class: 'ending' }, writeLines(lines))

// The proof of a finished game, its record, and the way for others to see it.
function listKeepsakes () {
  const shown = location.origin + here.replace(/\/p\/[^/]+$/, '')
  const verify = button(word('ui.button.verify'), '', async () => {
    verify.disabled = true
    const found = await ask('proof')
    if (found) (verify.closest('.ending') ?? verify.parentNode).append(writeLines(found.lines))
    else verify.disabled = false
  })
  const share = button(say('share'), '', async () => {
    const browser = /** @type {any} */ (navigator)
    try {
      if (browser.share) return await browser.share({ title: data.title[code], url: shown })
      await navigator.clipboard.writeText(shown)
      note(say('copied'))
    } catch { note(shown) }
  })
  return [verify, make('a', { class: 'button', href: addressOf('record'), download: '' }, say('record')), share]
}

/** @param {Position} position */
function showWords (position) {
  const words = $('words')
  if (!words.open) return
  words.querySelector('dl').replaceChildren(...spaces.flatMap((space, number) => [
    make('dt', {}, spaceName(number)), make('dd', {}, describe(number, position))]))
}
$('words').addEventListener('toggle', () => showWords(positionNow()))

function writeLog () {
  const entries = $('entries')
  entries.replaceChildren()
  /** @type {any} */
  let list = null
  const since = findSince()
  moments.forEach((moment, index) => {
    if (!index || moment.c !== moments[index - 1].c) {
      list = make('ol', { class: 'turns' })
      entries.append(make('section', {}, make('h3', {}, chapterOf(moment)), list))
    }
    const button = make('button', { type: 'button', 'data-index': index, ...(index > since ? { class: 'unseen' } : {}) },
      ...seatIcon(moment), make('span', {}, ...tellName(moment)))
    list.append(make('li', {}, button))
  })
  $('log').querySelector('h2').textContent = say('log')
  label('fold', say('fold'))
  mark()
}
// The turn that was tapped in the log, and those to which the reader goes from there, are told: on a phone in the log,
// since the other place for it may be far above, else above the question.
/** @type {number | null} */
let opened = null
function tellOpened () {
  const entries = $('entries')
  entries.querySelector('.opened')?.remove()
  if (opened === null || wide.matches || !moments[opened]) return
  const line = entries.querySelector(`[data-index="${opened}"]`).parentNode
  const nodes = tellMoment(moments[opened], opened)
  if (nodes.length) line.append(make('div', { class: 'opened' }, ...nodes))
  document.documentElement.style.setProperty('--covered', `${covered()}px`)
  for (const node of [line, line.firstChild]) node.scrollIntoView({ block: 'nearest' })
}

$('entries').addEventListener('click', (/** @type {any} */ event) => {
  const button = event.target.closest('button[data-index]')
  if (!button) return
  const index = Number(button.dataset.index)
  play(false)
  opened = opened === index && now === index ? null : index
  go(index)
})

// The log lies beside the board on a computer, and can be folded.
/** @param {boolean} isFolded */
function foldLog (isFolded) {
  document.body.classList.toggle('unlogged', isFolded)
  $('fold').setAttribute('aria-expanded', String(!isFolded))
  sign('fold', isFolded ? 'unfold' : 'fold')
  if (moments.length) mark()
}
$('fold').onclick = () => {
  const isFolded = !document.body.matches('.unlogged')
  kept.set('replay-log', isFolded ? 'folded' : 'open')
  foldLog(isFolded)
}

// -- the log lights the board, and the board the log -------------------------------------------------------

/** @param {number[]} numbers */
const point = (numbers) => light(numbers, 'pointed', marks)

// The spaces that a line of a text is about: those with its numbers or, without any, those that it names.
/** @param {Element} line @param {Record<string, number[]>} numbers */
function findSpaces (line, numbers) {
  const own = [...line.querySelectorAll('.mark')].map((one) => Number(one.textContent))
  const text = line.textContent ?? ''
  return spaces.map((_, number) => number).filter((number) => (own.length ? (numbers[number] ?? []).some((one) => own.includes(one)) : text.includes(spaceName(number))))
}

/** @param {any} event */
function pointFrom (event) {
  const entry = event.target.closest('#entries [data-index]')
  const line = event.target.closest(':is(#turn, .drafted) li')
  if (entry) return point(moments[Number(entry.dataset.index)].h)
  point(line ? findSpaces(line, (drafted && now === last ? drafted.l : moments[now].l) ?? {}) : [])
}
for (const kind of ['pointerover', 'focusin']) {
  for (const id of ['entries', 'turn', 'asked']) $(id).addEventListener(kind, pointFrom)
}
for (const kind of ['pointerleave', 'focusout']) {
  for (const id of ['entries', 'turn', 'asked']) $(id).addEventListener(kind, () => point([]))
}

/** @type {number | null} */
let pointed = null
board.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
  const number = event.pointerType === 'mouse' ? spaceAt(event.clientX, event.clientY) : null
  if (number !== pointed) pointAt(number)
})
board.addEventListener('pointerleave', () => pointAt(null))

/** @param {number | null} number */
function pointAt (number) {
  pointed = number
  for (const node of document.querySelectorAll('.lit')) node.classList.remove('lit')
  if (number === null) return
  for (const index of historyOf(number)) $('entries').querySelector(`[data-index="${index}"]`)?.classList.add('lit')
  const numbers = moments[now].l ?? {}
  for (const line of $('turn').querySelectorAll('li')) line.classList.toggle('lit', findSpaces(line, numbers).includes(number))
}

// Show in the log where the game stands, and keep that in sight where the log scrolls by itself: beside the board.
function mark () {
  const entries = $('entries')
  entries.querySelector('[aria-current]')?.removeAttribute('aria-current')
  const button = entries.querySelector(`[data-index="${now}"]`)
  button.setAttribute('aria-current', 'true')
  if (!wide.matches || entries.scrollHeight <= entries.clientHeight) return
  const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight]
  if (top < entries.scrollTop + 40 || bottom > entries.scrollTop + entries.clientHeight) {
    entries.scrollTop = top - entries.clientHeight / 3
  }
}
