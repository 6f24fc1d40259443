// -- nearer and farther ------------------------------------------------------------------------------------

const MOST_ZOOM = 6
const TAP = 10
const wide = matchMedia('(min-width: 1000px)')
let view = { x: 0, y: 0, scale: 1 }
const map = $('map')
/** @type {(x: number, y: number) => boolean} */
let tapTarget = () => false
// Whether the finger has stayed so long that it means more than a tap.
let isPressed = () => false

/** @param {number} x @param {number} y @param {number} scale */
function look (x, y, scale) {
  scale = Math.min(Math.max(scale, 1), MOST_ZOOM)
  const [w, h] = [width / scale, height / scale]
  view = { x: Math.min(Math.max(x, 0), width - w), y: Math.min(Math.max(y, 0), height - h), scale }
  board.setAttribute('viewBox', `${view.x} ${view.y} ${w} ${h}`)
  const isNear = scale > 1.01
  map.classList.toggle('near', isNear)
  // The other buttons are there only while there is something to leave.
  if (!isNear && [$('farther'), $('whole')].includes(document.activeElement)) $('closer').focus()
}

/** @param {{ clientX: number, clientY: number }} event @returns {[number, number]} */
function spotOf (event) {
  const box = board.getBoundingClientRect()
  return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
}

// Zoom so that what lies under a point of the picture (from 0 to 1) stays there.
/** @param {number} factor @param {[number, number]} spot */
function zoom (factor, [px, py] = [0.5, 0.5]) {
  const scale = Math.min(Math.max(view.scale * factor, 1), MOST_ZOOM)
  look(view.x + width * px * (1 / view.scale - 1 / scale), view.y + height * py * (1 / view.scale - 1 / scale), scale)
}

/** @param {number} x @param {number} y */
const spaceAt = (x, y) => {
  const node = /** @type {any} */ (document.elementsFromPoint(x, y).find((one) => reach.contains(one) && one !== reach))
  return node ? Number(node.dataset.number) : null
}

/** @type {Map<number, { spot: [number, number], x: number, y: number }>} */
const fingers = new Map()
let walked = 0
let tapped = 0

board.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
  fingers.set(event.pointerId, { spot: spotOf(event), x: event.clientX, y: event.clientY })
  if (fingers.size === 1) walked = 0
  if (view.scale > 1 || fingers.size > 1) board.setPointerCapture(event.pointerId)
})
board.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
  const from = fingers.get(event.pointerId)
  if (!from) return
  const to = spotOf(event)
  walked += Math.hypot(event.clientX - from.x, event.clientY - from.y)
  if (fingers.size === 2) {
    const other = /** @type {any} */ ([...fingers].find(([id]) => id !== event.pointerId))[1].spot
    const apart = (/** @type {number[]} */ a) => Math.max(Math.hypot(a[0] - other[0], a[1] - other[1]), 0.01)
    walked = TAP
    zoom(apart(to) / apart(from.spot), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2])
  } else if (view.scale > 1 && walked >= TAP) {
    look(view.x - (to[0] - from.spot[0]) * width / view.scale, view.y - (to[1] - from.spot[1]) * height / view.scale, view.scale)
  }
  fingers.set(event.pointerId, { spot: to, x: event.clientX, y: event.clientY })
})
for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
  board.addEventListener(end, (/** @type {PointerEvent} */ event) => {
    const isTap = end === 'pointerup' && fingers.size === 1 && walked < TAP && !isPressed()
    fingers.delete(event.pointerId)
    if (!isTap) return
    if (tapTarget(event.clientX, event.clientY)) {
      tapped = 0
    } else if (event.timeStamp - tapped < 300) {
      tapped = 0
      view.scale > 1 ? look(0, 0, 1) : zoom(2.5, spotOf(event))
    } else {
      tapped = event.timeStamp
      showSpace(spaceAt(event.clientX, event.clientY))
    }
  })
}
board.addEventListener('wheel', (/** @type {WheelEvent} */ event) => {
  if (!event.ctrlKey && (!wide.matches || view.scale === 1 && event.deltaY > 0)) return
  event.preventDefault()
  zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), spotOf(event))
}, { passive: false })
// Where the browser itself would enlarge the page, two fingers are meant for the map.
map.addEventListener('touchmove', (/** @type {TouchEvent} */ event) => { if (event.touches.length > 1) event.preventDefault() }, { passive: false })
$('closer').onclick = () => zoom(1.6)
$('farther').onclick = () => zoom(1 / 1.6)
$('whole').onclick = () => look(0, 0, 1)
