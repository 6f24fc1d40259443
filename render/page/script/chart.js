// -- the chart ---------------------------------------------------------------------------------------------

const chart = $('chart')
const hand = draw('line', { y1: 0, y2: 100, class: 'hand' })
let low = -6
let high = 6
/** @param {number} index */
const across = (index) => (last ? index * 100 / last : 50)
/** @param {number} margin */
const down = (margin) => 100 - (margin - low) * 100 / (high - low)

function drawChart () {
  const margins = moments.flatMap((moment) => moment.m)
  low = Math.min(-5, ...margins) - 1
  high = Math.max(5, ...margins) + 1
  chart.setAttribute('viewBox', '0 0 100 100')
  const lines = moments.map((moment, index) => index).filter((index) => index && moments[index].c !== moments[index - 1].c)
    .map((index) => draw('line', { x1: across(index), x2: across(index), y1: 0, y2: 100, class: 'card' }))
  const zero = draw('line', { x1: 0, x2: 100, y1: down(0), y2: down(0), class: 'zero' })
  const curves = seats.map((seat, number) => draw('polyline', {
    points: moments.map((moment, index) => `${across(index)},${down(moment.m[number])}`).join(' '),
    stroke: seat[theme], 'stroke-dasharray': seat.dash,
  }))
  chart.replaceChildren(...lines, zero, ...curves, hand)
  $('zero').style.top = `${down(0)}%`
  $('zero').textContent = '0'
  // Every line has its sign at its end; signs that would touch make room for each other.
  const pixel = 100 / (chart.getBoundingClientRect().height || 80)
  const gap = (wide.matches ? 11 : 16) * pixel
  const lowest = 100 - (wide.matches ? 6 : 8) * pixel
  let free = -gap
  const signs = seats.map((seat, number) => [seat, down(moments[last].m[number])]).sort((a, b) => a[1] - b[1])
  const over = signs.reduce((least, [, at]) => Math.max(at, least + gap), -gap) - lowest
  $('signs').replaceChildren(...signs.map(([seat, at]) => {
    free = Math.max(at - Math.max(over, 0), free + gap)
    const node = icon(`seat_${seat.id}`)
    node.style.top = `${free}%`
    return node
  }))
}

const chances = $('chances')
const otherHand = draw('line', { y1: 0, y2: 100, class: 'hand' })

// Everybody's chances to win below the margins, where a review has found them; grey where nothing can be said.
function drawChances () {
  const isReviewed = moments.some((moment) => moment.v)
  chances.parentElement.hidden = !isReviewed
  document.body.classList.toggle('reviewed', isReviewed)
  if (!isReviewed) return
  chances.setAttribute('role', 'img')
  chances.setAttribute('viewBox', '0 0 100 100')
  const grey = draw('rect', { x: 0, y: 0, width: across(data.unsaid), height: 100, class: 'unsaid' })
  const zero = draw('line', { x1: 0, x2: 100, y1: 100, y2: 100, class: 'zero' })
  const curves = seats.map((seat, number) => draw('polyline', {
    points: moments.map((moment, index) => `${across(index)},${100 - (moment.v ?? [])[number]}`).join(' '),
    stroke: seat[theme], 'stroke-dasharray': seat.dash,
  }))
  chances.replaceChildren(grey, zero, ...curves, otherHand)
}

/** @param {Row} moment */
function showChances (moment) {
  const found = moment.v
  if (!found) return
  otherHand.setAttribute('x1', String(across(now)))
  otherHand.setAttribute('x2', String(across(now)))
  chances.setAttribute('aria-label', say('chances', {
    chances: seats.map((seat, number) => `${word(`seat.${seat.id}`)} ${found[number]}`).join(word('join.items')),
  }))
}

/** @param {PointerEvent} event */
function seek (event) {
  const box = chart.getBoundingClientRect()
  play(false)
  go(Math.round((event.clientX - box.left) / box.width * last))
}
chart.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => { chart.setPointerCapture(event.pointerId); seek(event) })
chart.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => { if (chart.hasPointerCapture(event.pointerId)) seek(event) })
