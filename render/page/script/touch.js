// -- everything that one touch may mean ----------------------------------------------------------------------

// A finger that stays on a space or a button opens what may be chosen there; it slides to a line and lets go. A finger
// that goes from space to space brings pieces there. Whatever is chosen so is drafted as by any other tap.
const HOLD = 380
/** @type {{ x: number, y: number, number: number | null, key: string, piece: string, timer: any, isHeld: boolean, hasMoved: boolean, isMoving: boolean } | null} */
let press = null
// Where the menu belongs: the values with which it was asked for.
/** @type {Record<string, any> | null} */
let menuOf = null
let isSwallowed = false
// What had the focus before, where a key has opened the menu.
/** @type {any} */
let openedBy = null
const menu = $('menu')

isPressed = () => Boolean(press?.isHeld)
const isMyMove = () => Boolean(turn?.mine && now === last && !isBusy && turn.options?.length)
/** @param {Record<string, any>} values @returns {Promise<Option[]>} */
async function findWays (values) {
  const found = await ask('ways', { ...values, token: turn.token, ...(session ? { session } : {}) })
  return found?.token === turn.token ? found.ways : []
}

/** @param {number} x @param {number} y @param {Record<string, any>} values @param {string} title */
async function openMenu (x, y, values, title) {
  menuOf = values
  const ways = await findWays(values)
  if (menuOf !== values) return
  if (!ways.length && values.at === undefined) { closeMenu(); return }
  /** @type {Node[]} */
  const nodes = ways.map(wayLine)
  if (values.at !== undefined) {
    const more = button(say('about_space'), 'about', () => { closeMenu(); showSpace(values.at) })
    nodes.push(more)
  }
  menu.replaceChildren(make('p', { class: 'hint' }, title), make('div', { class: 'ways' }, ...nodes))
  menu.setAttribute('aria-label', title)
  menu.hidden = false
  const { width, height } = menu.getBoundingClientRect()
  // Above the finger, else below it; one that is too high for both lies beside it, so that no line is under the finger.
  const [above, low, right] = [y - height - 24, innerHeight - height - 8, innerWidth - width - 8]
  const isHigh = above <= 8 && y + 24 > low
  const left = !isHigh ? x - width / 2 : x - width - 24 > 8 ? x - width - 24 : x + 24 < right ? x + 24 : x - width / 2
  menu.style.left = `${Math.max(8, Math.min(left, right))}px`
  menu.style.top = `${Math.max(8, above > 8 ? above : Math.min(isHigh ? y - height / 2 : y + 24, low))}px`
  if (!press) { openedBy = document.activeElement; menu.querySelector('button').focus() }
}

/** @param {Option} way */
function wayButton (way) {
  const node = button(way.label, 'option', () => { closeMenu(); act('choose', [way.key]) })
  node.dataset.way = way.key
  if (way.hint) node.append(make('small', {}, way.hint))
  return node
}

// What can be chosen and confirmed in one movement has a second part for it.
/** @param {Option} way */
function wayLine (way) {
  const node = wayButton(way)
  if (way.ending === undefined) return node
  const end = button('✓', 'confirm', () => { closeMenu(); act('confirm', [way.ending ?? '']) })
  end.dataset.ending = way.key
  label(end, `${word('ui.button.confirm')}: ${way.label}`)
  return make('div', { class: 'line' }, node, end)
}

closeMenu = () => {
  const isOpen = !menu.hidden
  menuOf = null
  menu.hidden = true
  menu.replaceChildren()
  if (isOpen && openedBy?.isConnected) openedBy.focus()
  openedBy = null
  return isOpen
}

/** @param {number} x @param {number} y */
const lineAt = (x, y) => /** @type {any} */ (document.elementFromPoint(x, y))?.closest('#menu button') ?? null

/** @param {number} x @param {number} y */
function slide (x, y) {
  const line = lineAt(x, y)
  for (const node of menu.querySelectorAll('button')) node.classList.toggle('offered', node === line)
  return line
}

// Where a finger is on the board, in its own units.
/** @param {number} x @param {number} y @returns {[number, number]} */
function unitsAt (x, y) {
  const [u, v] = spotOf({ clientX: x, clientY: y })
  return [view.x + u * width / view.scale, view.y + v * height / view.scale]
}

// The icon of a space at a spot, where one is there.
/** @param {number} x @param {number} y @param {number} number */
function pieceAt (x, y, number) {
  const [u, v] = unitsAt(x, y)
  const near = (positionNow().p[number] ?? []).filter((/** @type {Thing} */ thing) => thing[4] > 0 && Math.hypot(thing[1] - u, thing[2] - v) < thing[3] * 0.55)
  return near.length ? icons[near[0][0]].id : ''
}

const ON_LINE = 10
/** @param {number} number @param {number} x @param {number} y */
function isOnLine (number, x, y) {
  const [path, [u, v]] = [reach.children[number], unitsAt(x, y)]
  const long = path.getTotalLength()
  for (let at = 0; at <= long; at += ON_LINE) {
    const point = path.getPointAtLength(at)
    if (Math.hypot(point.x - u, point.y - v) < ON_LINE) return true
  }
  return false
}

// The space that a finger means: where its icon is, or its line, else the land, which is wider.
/** @param {number} x @param {number} y */
function placeAt (x, y) {
  const numbers = document.elementsFromPoint(x, y).filter((one) => reach.contains(one) && one !== reach).map((one) => Number(/** @type {any} */ (one).dataset.number))
  return numbers.find((number) => pieceAt(x, y, number)) ?? numbers.find((number) => spaces[number].line && isOnLine(number, x, y)) ??
    numbers.find((number) => !spaces[number].line) ?? numbers[0] ?? null
}

/** @param {number} from @param {number} x @param {number} y */
function drawMove (from, x, y) {
  const to = placeAt(x, y)
  light(to === null || to === from ? [] : [to], 'picked')
  moving.replaceChildren(...(to === null || to === from ? [] : [draw('path', { d: bow(spaces[from].middle, spaces[to].middle) })]))
}

function endMove () {
  moving.replaceChildren()
  light(selected === null ? [] : [selected], 'picked')
}

/** @param {number} from @param {number} to @param {string} piece */
async function bring (from, to, piece) {
  const ways = await findWays({ from, at: to, piece })
  if (ways.length) await takeFirst(ways)
  else note([say('no_way', { origin: spaceName(from), target: spaceName(to) }), turn.closed?.find((/** @type {Option} */ one) => one.at === to)?.why ?? ''].join(' '))
  endMove()
}

/** @param {Event} event */
function stay (event) { if (press?.isHeld || press?.isMoving) event.preventDefault() }

/** @param {PointerEvent} event @param {number | null} number @param {string} key @param {string} title */
function beginPress (event, number, key, title) {
  endPress()
  if (!isMyMove() || !event.isPrimary || event.button) return
  event.target?.addEventListener('touchmove', stay, { passive: false })
  const { clientX: x, clientY: y } = event
  const piece = number === null ? '' : pieceAt(x, y, number)
  press = { x, y, number, key, piece, isHeld: false, hasMoved: false, isMoving: false, timer: setTimeout(() => {
    if (!press) return
    press.isHeld = true
    openMenu(x, y, number === null ? { key } : { at: number }, title)
  }, HOLD) }
}

function endPress () {
  clearTimeout(press?.timer)
  press = null
}

board.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
  closeMenu()
  if (fingers.size > 1) { endPress(); endMove(); return }
  const number = placeAt(event.clientX, event.clientY)
  if (number !== null) beginPress(event, number, '', spaceName(number))
})
for (const part of ['asked', 'bar']) {
  $(part).addEventListener('pointerdown', (/** @type {any} */ event) => {
    const node = event.target.closest('[data-key]')
    if (node) beginPress(event, null, node.dataset.key, node.firstChild?.textContent ?? '')
  })
}
document.addEventListener('pointerdown', (event) => { if (!menu.contains(/** @type {Node} */ (event.target)) && !press) closeMenu() })
document.addEventListener('pointermove', (event) => {
  if (!press || !event.isPrimary) return
  // The menu may open below the finger: it means a line of it only once it moves.
  if (Math.hypot(event.clientX - press.x, event.clientY - press.y) >= TAP) press.hasMoved = true
  if (!press.hasMoved || press.isHeld && (slide(event.clientX, event.clientY) || press.number === null)) return
  clearTimeout(press.timer)
  if (press.number === null) return endPress()
  // One finger moves a board that is near, unless it has stayed before.
  if (view.scale > 1 && !press.isHeld) return endPress()
  press.isMoving = true
  drawMove(press.number, event.clientX, event.clientY)
})
document.addEventListener('pointerup', (event) => {
  if (!press || !event.isPrimary) return
  const { number, piece, isHeld, isMoving, hasMoved } = press
  endPress()
  isSwallowed = isHeld
  if (isHeld) setTimeout(() => { isSwallowed = false })
  const line = isHeld && hasMoved ? slide(event.clientX, event.clientY) : null
  if (line) return line.click()
  const to = isMoving ? placeAt(event.clientX, event.clientY) : null
  if (number === null || !isMoving) return
  closeMenu()
  if (to !== null && to !== number) bring(number, to, piece)
  else endMove()
})
document.addEventListener('pointercancel', () => { endPress(); endMove() })
// A finger that has stayed does not move the page, even where what it touched is gone meanwhile.
document.addEventListener('touchmove', stay, { passive: false })
// What it lets go of is no click.
document.addEventListener('click', (event) => {
  if (!isSwallowed || !event.isTrusted) return
  isSwallowed = false
  event.stopPropagation()
  event.preventDefault()
}, true)
// The other button of a mouse, and the key for it, open the same.
document.addEventListener('contextmenu', (event) => {
  const node = /** @type {any} */ (event.target).closest(':is(#asked, #bar) [data-key]')
  const number = board.contains(/** @type {Node} */ (event.target)) ? placeAt(event.clientX, event.clientY) : null
  if (!isMyMove() || !node && number === null) return
  event.preventDefault()
  if (press) return
  const box = node?.getBoundingClientRect()
  if (node) openMenu(box.left + box.width / 2, box.top, { key: node.dataset.key }, node.firstChild?.textContent ?? '')
  else openMenu(event.clientX, event.clientY, { at: number }, spaceName(number ?? 0))
})
board.addEventListener('contextmenu', (/** @type {Event} */ event) => { if (press) event.preventDefault() })

// What may begin in a space that somebody looks at.
listBeginnings = async (number) => {
  if (!isMyMove() || !turn.options.some((/** @type {Option} */ one) => ['action', 'special', 'event'].includes(one.role))) return []
  const ways = await findWays({ at: number })
  return ways.length ? [make('h3', {}, say('possible_here')), ...box('here', ways.map(wayLine))] : []
}
