// -- the board ---------------------------------------------------------------------------------------------

const board = $('board')
let width = 0
let height = 0
const ground = draw('image')
const symbols = draw('defs')
const lights = draw('g', { class: 'lights' })
const arrows = draw('g', { class: 'arrows' })
const names = draw('g', { class: 'names', 'aria-hidden': 'true' })
const reach = draw('g', { class: 'reach' })
const pieces = draw('g', { class: 'pieces' })
const order = draw('g', { class: 'order' })
// What has changed since the reader looked last lies above what may be chosen.
const marks = draw('g', { class: 'lights marks' })
// The way of a piece that a finger brings from space to space.
const moving = draw('g', { class: 'arrows moving' })
const targets = draw('g', { class: 'targets' })
/** @type {any[]} */
let groups = []
/** @type {(Thing[] | undefined)[]} */
let shown = []
/** @type {Set<string>} */
const known = new Set()

function layOut () {
  [width, height] = data.size
  board.style.aspectRatio = `${width} / ${height}`
  document.documentElement.style.setProperty('--ratio', String(width / height))
  for (const [key, value] of Object.entries({ width, height })) ground.setAttribute(key, value)
  groups = spaces.map((space) => draw('g', { 'data-space': space.id }))
  shown = []
  known.clear()
  symbols.replaceChildren()
  reach.replaceChildren(...spaces.map((space, number) => (
    draw('path', { d: space.path, class: space.line ? 'rail' : 'land', 'fill-rule': 'evenodd', 'data-number': number }))))
  pieces.replaceChildren(...groups)
  board.replaceChildren(symbols, ground, lights, arrows, names, reach, targets, marks, pieces, order, moving)
}

ground.addEventListener('load', () => board.classList.remove('bare'))

function paint () {
  if (ground.getAttribute('href') !== boardPicture()) board.classList.add('bare')
  ground.setAttribute('href', boardPicture())
  names.replaceChildren(...data.names[theme][code].map((/** @type {any[]} */ [text, x, y, size, wide, fill, halo, angle]) => draw('text', {
    x, y, fill, 'font-size': size, textLength: wide, lengthAdjust: 'spacingAndGlyphs', class: angle || !halo && !/^\d+$/.test(text) ? 'far' : '',
    ...(halo ? { stroke: halo, 'stroke-width': 4.4 } : {}), ...(angle ? { transform: `rotate(${angle} ${x} ${y})` } : {}),
  }, text)))
  for (const image of symbols.querySelectorAll('image')) {
    image.setAttribute('href', iconPicture(Number(image.dataset.number), Number(image.dataset.kind)))
  }
}

// A picture is loaded when something with it comes onto the board.
/** @param {number} number @param {number} kind */
function symbolOf (number, kind) {
  const id = `${'ab'[kind]}${number}`
  if (!known.has(id)) {
    known.add(id)
    const image = draw('image', { width: 96, height: 96, href: iconPicture(number, kind), 'data-number': number, 'data-kind': kind })
    symbols.append(draw('symbol', { id, viewBox: '0 0 96 96' }, image))
  }
  return `#${id}`
}

/** @param {Thing} thing @param {boolean} isNew */
function put (thing, isNew) {
  const [kind, x, y, size, count, mark, low] = thing
  const half = size / 2
  const node = draw('g', { transform: `translate(${x} ${y})`, 'data-icon': icons[kind].id, 'data-count': count })
  node.append(draw('use', { href: symbolOf(kind, count > 1 ? 1 : 0), x: -half, y: -half, width: size, height: size }))
  if (count > 1) {
    const wide = count > 9
    const left = (wide ? 0.36 : 0.47) - 0.5
    node.append(
      draw('rect', { class: 'badge', x: left * size, y: -0.03 * size, width: (0.5 - left) * size, height: 0.53 * size, rx: 0.2 * size, 'stroke-width': 0.05 * size }),
      draw('text', { class: 'count', x: (wide ? 0.185 : 0.235) * size, y: 0.235 * size, 'font-size': 0.5 * size }, String(count)))
  }
  if (count === 0) node.setAttribute('class', 'gone')
  if (mark) {
    const tall = 0.46 * size
    const broad = Math.max(tall, tall * (0.42 + 0.4 * mark.length))
    const middle = half - broad / 2
    const at = low ? half - tall / 2 : tall / 2 - half
    node.append(draw('g', { class: '+▲'.includes(mark[0]) ? 'tag gain' : 'tag loss', transform: `translate(${middle} ${at})` },
      draw('rect', { x: -broad / 2, y: -tall / 2, width: broad, height: tall, rx: tall * 0.45, 'stroke-width': tall * 0.07 }),
      draw('text', { 'font-size': tall * 0.86 }, mark)))
    if (isNew) node.classList.add('fresh')
  }
  return node
}

// The position with what has happened there, under the numbers that the lines of the text have.
/** @param {Record<string, Thing[]>} places @param {{ h: number[], a: [number, number][], l?: Record<string, number[]> }} marked */
function showBoard (places, { h: touched, a: moved, l: numbers = {} }) {
  spaces.forEach((_, number) => {
    const things = places[number] ?? []
    if (shown[number] === things) return
    shown[number] = things
    groups[number].replaceChildren(...things.map((thing) => put(thing, true)))
    for (const [from, to] of calm.matches ? [] : moved) if (to === number && from !== to) things.forEach((thing, index) => { if (thing[5]?.startsWith('+')) arrive(groups[number].children[index], from, thing) })
  })
  light(touched, 'light')
  arrows.replaceChildren(...moved.filter(([a, b]) => a !== b).map(([a, b]) => draw('path', { d: bow(spaces[a].middle, spaces[b].middle) })))
  /** @type {Box[]} */
  const taken = [...names.children].flatMap((name) => boxOf(name)).concat(Object.values(places).flat().map(([, x, y, size, , mark]) => ({ x, y, half: size / 2, high: size / 2, weight: mark ? MARKED : 1 })))
  order.replaceChildren(...Object.entries(numbers).map(([number, lines]) => {
    const text = lines.join(' ')
    const half = Math.max(HIGH, 8 + 8.5 * text.length)
    const [x, y] = findRoom(Number(number), half, taken)
    taken.push({ x, y, half, high: HIGH, weight: MARKED })
    return draw('g', { transform: `translate(${x} ${y})` }, draw('rect', { x: -half, y: -HIGH, width: 2 * half, height: 2 * HIGH, rx: HIGH }), draw('text', {}, text))
  }))
}

// What a number of a line may cover: half its width and height, and how much that matters. A name or a change matters more.
/** @typedef {{ x: number, y: number, half: number, high: number, weight: number }} Box */
const MARKED = 4
const HIGH = 23
const STEP = 15
const AROUND = 9

/** @param {any} name @returns {Box[]} */
function boxOf (name) {
  if (name.matches('.far') || !name.textContent) return []
  const [x, y, size, wide] = ['x', 'y', 'font-size', 'textLength'].map((key) => Number(name.getAttribute(key)))
  return [{ x, y, half: wide / 2, high: size / 2, weight: MARKED }]
}

// The place for the number of a line near the middle of its space: where it covers least, as near as that allows.
/** @param {number} number @param {number} half @param {Box[]} taken @returns {[number, number]} */
function findRoom (number, half, taken) {
  const { middle: [x, y], line } = spaces[number]
  const land = line ? null : reach.children[number]
  const far = STEP * AROUND
  const near = taken.filter((one) => Math.abs(one.x - x) < far + half + one.half && Math.abs(one.y - y) < far + HIGH + one.high)
  /** @type {[number, number]} */
  let best = [x, y - 40]
  let least = Infinity
  for (let up = -AROUND; up <= AROUND; up += 1) {
    for (let side = -AROUND; side <= AROUND; side += 1) {
      const [u, v] = [x + side * STEP, y - 40 + up * STEP]
      // Outside its space a number could be that of another.
      let cost = Math.hypot(side, up) * 12 + (!land || land.isPointInFill(new DOMPoint(u, v)) ? 0 : 2000)
      for (const one of near) {
        const [broad, tall] = [Math.min(half + one.half - Math.abs(u - one.x), 2 * half), Math.min(HIGH + one.high - Math.abs(v - one.y), 2 * HIGH)]
        if (broad > 0 && tall > 0) cost += broad * tall * one.weight
      }
      if (cost < least) { least = cost; best = [u, v] }
    }
  }
  return best
}

// A piece that has come from another space goes its way.
const WAY = 700
const calm = matchMedia('(prefers-reduced-motion: reduce)')
/** @param {Element} node @param {number} from @param {Thing} thing */
function arrive (node, from, [, x, y]) {
  const [u, v] = spaces[from].middle
  node.animate([{ transform: `translate(${u}px, ${v}px)` }, { transform: `translate(${x}px, ${y}px)` }], { duration: WAY, easing: 'ease-in-out' })
}

// Outline spaces in addition to, or in place of, those of the same class.
/** @param {number[]} numbers @param {string} kind */
function light (numbers, kind, layer = lights) {
  for (const node of layer.querySelectorAll(`.${kind}`)) node.remove()
  layer.append(...numbers.map((number) => draw('path', { d: spaces[number].path, class: `${kind} ${spaces[number].line ? 'rail' : 'land'}` })))
}

// An arrow in a slight bow from one point to another: thin where it begins, with a head where it ends.
/** @param {[number, number]} from @param {[number, number]} to */
function bow ([x, y], [u, v]) {
  const [mx, my] = [(x + u) / 2 - (v - y) * 0.14, (y + v) / 2 + (u - x) * 0.14]
  const length = Math.hypot(u - mx, v - my) || 1
  const [dx, dy] = [(u - mx) / length, (v - my) / length]
  /** @param {number} back @param {number} side */
  const at = (back, side) => `${(u - dx * back - dy * side).toFixed(1)} ${(v - dy * back + dx * side).toFixed(1)}`
  return `M${x} ${y}Q${mx} ${my} ${at(48, 4.5)}L${at(54, 17)}L${at(16, 0)}L${at(54, -17)}L${at(48, -4.5)}Q${mx} ${my} ${x} ${y}z`
}

// The spaces in which other things stand in one moment than in another.
/** @param {Position} before @param {Position} after */
function findChanged (before, after) {
  /** @param {Position} position @param {number} number */
  const write = (position, number) => JSON.stringify((position.p[number] ?? []).filter((thing) => thing[4] > 0).map(([kind, , , , count]) => [kind, count]))
  return spaces.map((_, number) => number).filter((number) => write(before, number) !== write(after, number))
}

// What stands in a space, in words.
/** @param {number} number @param {Position} position */
function describe (number, position) {
  const things = (position.p[number] ?? []).filter((thing) => thing[4] > 0)
  return things.map(([kind, , , , count]) => {
    const words = nameOf(icons[kind].word, count)
    return count > 1 ? fill(word('put.count'), { count, piece: words }) : words
  }).join(word('join.items')) || say('empty')
}

// -- everything about a space ------------------------------------------------------------------------------

/** @type {number | null} */
let selected = null
/** @type {(number: number) => Node[]} */
let explainClosed = () => []
/** @type {(number: number) => Node[]} */
let listCorrections = () => []
/** @type {(number: number) => Promise<Node[]>} */
let listBeginnings = async () => []

// How often the sheet has been drawn: what was asked for an earlier one is not added to it.
let sheets = 0

/** @param {number | null} number */
function showSpace (number) {
  selected = number
  const sheet = $('space')
  sheet.hidden = number === null
  light(number === null ? [] : [number], 'picked')
  if (number === null) return
  const close = make('button', { type: 'button', class: 'quiet', 'aria-label': say('close') }, '✕')
  close.onclick = () => showSpace(null)
  const entries = historyOf(number).map((index) => {
    const button = make('button', { type: 'button', 'data-index': index }, ...seatIcon(moments[index]), make('span', {}, ...tellName(moments[index])))
    button.onclick = () => { play(false); go(index) }
    const lines = moments[index].w[code][1].filter((line) => plain(line).includes(spaceName(number)))
    return make('li', {}, button, ...(lines.length ? [make('ul', { class: 'deeds' }, ...lines.map((line) => make('li', {}, ...tell(line))))] : []))
  })
  const corrections = listCorrections(number)
  const isCorrected = corrections.length > 1
  sheet.replaceChildren(
    make('div', { class: 'row' }, make('h2', {}, spaceName(number)), close), make('p', {}, describe(number, positionNow())), ...(isCorrected ? corrections : explainClosed(number)),
    ...(entries.length ? [make('h3', {}, say('history')), make('ol', { class: 'turns' }, ...entries)] : []), ...(isCorrected ? [] : corrections))
  const shown = sheets += 1
  if (!isCorrected) listBeginnings(number).then((nodes) => { if (selected === number && sheets === shown) sheet.querySelector('p').after(...nodes) })
}

// The moments in which something has happened in a space, the latest first.
/** @param {number} number */
function historyOf (number) {
  return moments.map((_, index) => index).filter((index) => index && (moments[index].h.includes(number) || moments[index].a.some((pair) => pair.includes(number)))).reverse()
}
