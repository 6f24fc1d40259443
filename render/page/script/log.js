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
  $('turn').replaceChildren(
    make('p', { class: 'chapter' }, chapterOf(moment)),
    make('h2', {}, ...(moment.s >= 0 ? [icon(`seat_${seats[moment.s].id}`), ' '] : []), ...tell(moment.w[code][0])),
    ...tellMoment(moment, now))
  const why = $('turn').querySelector('details')
  if (why && isOpen) why.open = true
  if (now === last && data.ending[code]?.length) $('turn').append(make('ul', { class: 'ending' }, ...data.ending[code].map((/** @type {string} */ line) => make('li', {}, ...tell(line)))))
  else if (now === last && data.waiting) $('turn').append(make('p', { class: 'waiting' }, ...tell(data.waiting)))
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
      ...seatIcon(moment), make('span', {}, ...tell(moment.w[code][0])))
    list.append(make('li', {}, button))
  })
  $('log').querySelector('h2').textContent = say('log')
  mark()
}
$('entries').addEventListener('click', (/** @type {any} */ event) => {
  const button = event.target.closest('button[data-index]')
  if (!button) return
  play(false)
  go(Number(button.dataset.index))
})

// Show in the log where the game stands, and keep that in sight where the log scrolls by itself.
function mark () {
  const entries = $('entries')
  entries.querySelector('[aria-current]')?.removeAttribute('aria-current')
  const button = entries.querySelector(`[data-index="${now}"]`)
  button.setAttribute('aria-current', 'true')
  if (entries.scrollHeight <= entries.clientHeight) return
  const [top, bottom] = [button.offsetTop, button.offsetTop + button.offsetHeight]
  if (top < entries.scrollTop + 40 || bottom > entries.scrollTop + entries.clientHeight) {
    entries.scrollTop = top - entries.clientHeight / 3
  }
}
