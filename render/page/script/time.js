// -- going from moment to moment ---------------------------------------------------------------------------

const PACES = [2400, 1400, 700, 300]
/** @type {any} */
let timer = 0
let pace = 1
/** @type {any} */
let drafted = null
// Closes what lies above the page; whether anything did.
let closeMenu = () => false

// What the board shows: the moment that is looked at or, at the end, what this person has drafted.
const positionNow = () => (drafted && now === last ? drafted : positions[now])

// The last moment before what the reader has not seen: one's own last turn or, without a seat, what was shown before.
function findSince () {
  if (news) return news.from
  const own = seats.map((_, number) => number).filter((number) => mySeats().includes(seats[number].id))
  for (let index = last; own.length && index >= 0; index -= 1) if (own.includes(moments[index].s)) return index
  return own.length ? 0 : seenBefore()
}

// The moment since which everything that changes is marked.
/** @type {number | null} */
let since = null

// Mark what has changed since one's own last turn, up to what is looked at.
function showSince () {
  if (since !== null && now < since) since = null
  const changed = since === null ? [] : findChanged(positions[since], positionNow())
  light(changed, 'since', marks)
  $('since').setAttribute('aria-pressed', String(since !== null))
  return changed
}

// Whether the last turn is told, with its numbers, as any other is.
const tellsLast = () => Boolean(timer) || opened === last

function showMoment () {
  const moment = moments[now]
  if (drafted && now === last && (turn.drafted || !tellsLast())) showBoard(drafted.p, drafted)
  else showBoard(positions[now].p, moment)
}

/** @param {number} index */
function go (index) {
  now = Math.min(Math.max(index, 0), last)
  const moment = moments[now]
  if (opened !== null) opened = now
  showMoment()
  board.setAttribute('aria-label', say('board', { title: plain(moment.w[code][0]) }))
  showTurn(moment)
  showStanding(positionNow())
  showWords(positionNow())
  if (selected !== null) showSpace(selected)
  const where = say('where', { number: now, count: last })
  $('slider').max = last
  $('slider').value = now
  $('slider').setAttribute('aria-valuetext', `${where}. ${plain(moment.w[code][0])}`)
  $('where').textContent = where
  hand.setAttribute('x1', String(across(now)))
  hand.setAttribute('x2', String(across(now)))
  chart.setAttribute('aria-label', say('margins', {
    margins: seats.map((seat, number) => `${word(`seat.${seat.id}`)} ${signed(moment.m[number])}`).join(word('join.items')),
  }))
  showChances(moment)
  mark()
  tellOpened()
  for (const [id, isOff] of /** @type {[string, boolean][]} */ ([['back', now === 0], ['card-back', now === 0], ['forth', now === last], ['card-forth', now === last]])) $(id).disabled = isOff
  $('newest').hidden = now === last || !isLive
  if (isLive) remember()
  else try { history.replaceState(null, '', `#${now}`) } catch { /* some viewers allow no addresses */ }
  showSince()
  showChoices()
  showNews()
}

// What is shown after one's own last turn: so much longer for each line that is to be read, and all of it at most so long.
const A_LINE = 450
const LONGEST = 10000

// From one's own last turn on: the slider goes there, then forward, and what has changed stays marked.
function lookBack () {
  const isOver = since !== null
  play(false)
  since = null
  if (isOver) go(last)
  else showFrom(findSince())
}

/** @param {number} from */
function showFrom (from) {
  since = Math.min(from, last - 1)
  if (since < 0) { since = null; return }
  // A single turn is shown from the board before it, and one of which only the end is told with that.
  go(since === news?.rest?.at ? since : Math.min(since + 1, last - 1))
  const changed = findChanged(positions[since], positions[last]).map(spaceName)
  // Where no space has changed, the turns are named.
  const told = changed.length ? changed : moments.slice(since + 1).map((one) => plain(one.w[code][0]))
  $('told').textContent = `${say('since')}: ${told.join(word('join.items'))}`
  /** @param {number} index */
  const need = (index) => PACES[pace] + A_LINE * (moments[index].w[code][1] ?? []).length
  let sum = 0
  for (let index = now; index <= last; index += 1) sum += need(index)
  play(true, (index) => need(index) * Math.min(1, LONGEST / sum))
}

/** @param {number} step */
function goCard (step) {
  let index = now
  if (step < 0) {
    // First to the beginning of this card, then to that of the one before.
    if (index && moments[index - 1].c !== moments[index].c) index -= 1
    while (index && moments[index - 1].c === moments[index].c) index -= 1
  } else {
    while (index < last && moments[index].c === moments[now].c) index += 1
  }
  go(index)
}

/** @param {boolean} isOn */
function play (isOn, paceOf = (/** @type {number} */ index) => PACES[pace]) {
  clearTimeout(timer)
  timer = 0
  const step = () => {
    if (now === last) return play(false)
    go(now + 1)
    wait()
  }
  const wait = () => { timer = setTimeout(step, paceOf(now)) }
  if (isOn) {
    if (now === last) go(0)
    wait()
  }
  if (!isOn && drafted) showMoment()
  showNews()
  // Nobody wants to be read a game that runs.
  $('turn').setAttribute('aria-live', isOn ? 'off' : 'polite')
  sign('play', isOn ? 'pause' : 'play')
  label('play', say(isOn ? 'pause' : 'play'))
}

function showSpeed () {
  const words = ['½×', '1×', '2×', '5×'][pace]
  $('speed').textContent = words
  // What is read begins with what is seen.
  label('speed', `${words} ${say('speed')}`)
}

$('slider').oninput = () => { play(false); go(Number($('slider').value)) }
$('back').onclick = () => { play(false); go(now - 1) }
$('forth').onclick = () => { play(false); go(now + 1) }
$('card-back').onclick = () => { play(false); goCard(-1) }
$('card-forth').onclick = () => { play(false); goCard(1) }
$('newest').onclick = () => { play(false); opened = null; go(last) }
$('since').onclick = lookBack
$('play').onclick = () => play(!timer)
$('speed').onclick = () => {
  pace = (pace + 1) % PACES.length
  showSpeed()
  if (timer) play(true)
}

document.addEventListener('keydown', (/** @type {any} */ event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('select')) return
  const isControl = event.target.matches('button, summary')
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), ArrowUp: () => goCard(-1), ArrowDown: () => goCard(1),
    Home: () => go(0), End: () => go(last), Escape: () => (closeMenu() ? undefined : showSpace(null)),
  }
  if (event.key === ' ' && !isControl) {
    event.preventDefault()
    play(!timer)
  } else if (keys[event.key]) {
    event.preventDefault()
    if (timer) play(false)
    keys[event.key]()
  }
})
window.addEventListener('hashchange', () => {
  const index = Number(location.hash.slice(1))
  if (!isLive && index !== now) go(index || 0)
})
