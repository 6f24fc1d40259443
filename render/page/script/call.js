// -- calling the person whose turn it is -------------------------------------------------------------------

const BELL = 'replay-bell'
const LENGTH = 0.25
const DOT = '#d0021b'
/** @type {AudioContext | null} */
let sounds = null
// The seat of the question that was called out last; nothing while it is somebody else's.
let calledOf = ''
const hasBell = () => kept.get(BELL) === 'on'

// The title of the window, its icon and the badge of the app say whether it is one's turn.
function showCall () {
  const isMine = Boolean(turn?.mine && !session)
  const seat = turn?.seat ?? mySeats()[0] ?? ''
  document.title = isMine ? `${say('your_turn', { seat: word(`seat.${seat}`) })} · ${data.title[code]}` : data.title[code]
  if (!isLive) return
  drawFavicon(seat, isMine)
  const browser = /** @type {any} */ (navigator)
  const badge = isMine ? browser.setAppBadge?.(1) : browser.clearAppBadge?.()
  badge?.catch(() => { /* only what is put on a home screen has a badge */ })
  const called = isMine ? turn.token.split('-')[0] : ''
  if (called && !calledOf && hasBell()) ring()
  calledOf = called
}

// The sign of the seat, with a dot where it is its turn.
let favicon = ''
/** @param {string} seat @param {boolean} isMine */
function drawFavicon (seat, isMine) {
  const number = icons.findIndex((one) => one.id === `seat_${seat}`)
  const wanted = number < 0 ? '' : `${iconPicture(number, 0)} ${isMine}`
  if (!wanted || wanted === favicon) return
  favicon = wanted
  const picture = new Image()
  picture.onload = () => {
    const canvas = make('canvas', { width: 64, height: 64 })
    const pen = canvas.getContext('2d')
    pen.drawImage(picture, 0, 0, 64, 64)
    if (isMine) {
      pen.fillStyle = DOT
      pen.strokeStyle = '#fff'
      pen.lineWidth = 5
      pen.beginPath()
      pen.arc(47, 17, 14, 0, 2 * Math.PI)
      pen.fill()
      pen.stroke()
    }
    $('favicon').href = canvas.toDataURL('image/png')
  }
  picture.onerror = () => { favicon = '' }
  picture.src = iconPicture(number, 0)
}

function ring () {
  navigator.vibrate?.([120, 80, 120])
  if (!sounds) return
  const [tone, volume] = [sounds.createOscillator(), sounds.createGain()]
  tone.frequency.value = 660
  volume.gain.setValueAtTime(0.2, sounds.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, sounds.currentTime + LENGTH)
  tone.connect(volume).connect(sounds.destination)
  tone.start()
  tone.stop(sounds.currentTime + LENGTH)
}

function showBell () {
  $('bell').hidden = !isPrivate
  $('bell').setAttribute('aria-pressed', String(hasBell()))
  label('bell', say('bell'))
}
$('bell').onclick = () => {
  kept.set(BELL, hasBell() ? 'off' : 'on')
  showBell()
  if (hasBell()) { allowSound(); ring() }
  if ('serviceWorker' in navigator && 'PushManager' in window) (hasBell() ? subscribe() : unsubscribe()).catch(() => { /* the bell rings all the same */ })
}

// Where the browser, the person and the host allow it, the bell is heard while the page is closed.
const root = here.slice(0, here.indexOf('/t/'))
async function subscribe () {
  const { key = '', ping = false } = await ask('push') ?? {}
  if (!key || await Notification.requestPermission() !== 'granted') return
  await navigator.serviceWorker.register(`${root}/push.js`)
  const { pushManager } = await navigator.serviceWorker.ready
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON()
  if (!await ask('push', {}, { endpoint, ...keys, language: code })) return
  keepPage()
  if (ping) offerPing()
}

// Anyone who is notified here may do without Discord's ping.
function offerPing () {
  const end = button(say('push.no_ping'), '', async () => { if (await ask('push', {}, { ping: false })) note(say('push.done')) })
  note(say('push.on'), end, button(say('push.keep'), '', () => note('')))
}

async function unsubscribe () {
  const found = await (await navigator.serviceWorker.getRegistration(`${root}/`))?.pushManager.getSubscription()
  if (!found) return
  await ask('push', {}, { endpoint: found.endpoint })
  await found.unsubscribe()
}

// What a click on a notification opens at this table.
async function keepPage () {
  if (isPrivate && hasBell() && 'caches' in window) (await caches.open('tables')).put(here.slice(0, here.indexOf('/p/')), new Response(here))
}

// Browsers let a page sound only after it was touched.
function allowSound () { if (hasBell()) sounds ??= new AudioContext() }
document.addEventListener('pointerdown', allowSound, { once: true })
