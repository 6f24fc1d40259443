// -- a game that goes on -----------------------------------------------------------------------------------

let isLive = false
const here = location.pathname.replace(/\/$/, '')
const isPrivate = /\/p\/[^/]+$/.test(here)
const SEEN = `seen ${here}`
/** @type {EventSource | null} */
let stream = null
const SOONEST = 1000
const LATEST = 30000
// A proxy may hold a stream back: then the page asks.
const HELD = 6000
const EVERY = 4000
let isHeld = false
// There may be no room for another stream: a page that is refused one twice asks as well.
let refused = 0
/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking
let heard = ''
let pause = SOONEST
let answered = 0
// Whether the last request got no answer.
let isLost = false
let before = 0

/** @param {string} path @param {Record<string, any>} values */
const addressOf = (path, values = {}) => `${here}/${path}?${new URLSearchParams({ language: code, ...values })}`

// Ask the server for something; what it refuses becomes a sentence on the page, and null.
/** @param {string} path @param {Record<string, any>} values @param {any} body @returns {Promise<any>} */
async function ask (path, values = {}, body = undefined) {
  try {
    const sent = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(addressOf(path, values), { credentials: 'same-origin', ...sent })
    answered = answer.status
    const found = await answer.json()
    if (isLost) note('')
    isLost = false
    if (answer.ok) return found
    note(found.error)
  } catch {
    answered = 0
    isLost = true
    note(data.words ? say('offline') : '')
  }
  return null
}

/** @param {string} words @param {...Node} nodes */
function note (words, ...nodes) {
  $('note').hidden = !words
  $('note').replaceChildren(...tell(words), ...nodes)
}

/** @param {Row} moment */
const asksReasons = (moment) => isLive && moment !== running && moment.r === 1 && !moment.w[code][2].length
/** @param {number} index */
const fetchReasons = async (index) => await ask('reasons', { moment: index }) ?? { reasons: [], candidates: [] }

function seenBefore () { return isLive ? Math.min(before, last) : last }
function remember () { if (now === last && !document.hidden) kept.set(SEEN, String(running ? last - 1 : last)) }

// The secret of a private link is behind the #: it goes to the server once, and out of the address bar at once.
async function enter () {
  const secret = location.hash.slice(1)
  if (isPrivate && secret) {
    history.replaceState(null, '', here)
    if (!await ask('enter', {}, { secret })) return false
  }
  return true
}

/** @param {string} language */
async function load (language) {
  // Until it is here, the page speaks as before.
  const found = await ask('data', { language })
  if (!found) return false
  data = found
  code = data.language
  gather(data.moments, data.now)
  return true
}

function follow () {
  stream?.close()
  clearTimeout(asking)
  asking = setTimeout(poll, isHeld ? EVERY : HELD)
  if (isHeld) return
  stream = new EventSource(addressOf('events', { at: data.at }))
  // The first news come at once.
  stream.onmessage = (event) => { clearTimeout(asking); receive(JSON.parse(event.data)) }
  stream.addEventListener('turn', (event) => fetchTurn(JSON.parse(event.data)))
  stream.onopen = () => {
    clearTimeout(asking)
    asking = setTimeout(poll, HELD)
    pause = SOONEST
    refused = 0
    if (navigator.onLine) note('')
  }
  stream.onerror = () => {
    clearTimeout(asking)
    if (stream?.readyState !== EventSource.CLOSED) return note(say('offline'))
    // The browser gives up after an answer that is no stream, such as that of a proxy whose server starts again.
    refused += 1
    setTimeout(resume, pause)
    pause = Math.min(pause * 2, LATEST)
  }
}

async function poll () {
  isHeld = true
  stream?.close()
  stream = null
  const mine = asking
  const found = document.hidden ? null : await ask('since', { at: data.at })
  if (mine !== asking || !document.hidden && !found && [403, 404].includes(answered)) return
  asking = setTimeout(poll, EVERY)
  if (!found) return
  note('')
  const news = JSON.stringify(found.page)
  if (news !== heard) receive(found.page)
  heard = news
  if (found.turn) fetchTurn(found.turn)
}

// Follow again, unless the server says why not.
async function resume () {
  if (await ask(isPrivate ? 'turn' : 'rule')) {
    note('')
    isHeld ||= refused > 1
    follow()
    fetchTurn()
  } else if (![403, 404].includes(answered)) {
    setTimeout(resume, pause)
    pause = Math.min(pause * 2, LATEST)
  }
}

// What the browser knows of the network is said at once, and taken back at once.
window.addEventListener('offline', () => { if (isLive) note(say('offline')) })
window.addEventListener('online', () => {
  pause = SOONEST
  if (isLive && data.words) resume()
})

/** @param {any} news */
async function receive (news) {
  if (news.again) {
    if (await load(code)) begin()
    return
  }
  const wasLast = now === last
  const finished = running ? moments.slice(0, -1) : moments
  Object.assign(data, { title: news.title, ending: news.ending, waiting: news.waiting, stakes: news.stakes, people: news.people, at: news.at, version: news.version })
  gather([...finished.slice(0, news.base), ...news.rows], news.now)
  if ($('title').textContent !== data.title[code]) {
    $('title').textContent = data.title[code]
    showCall()
  }
  drawChart()
  writeLog()
  go(wasLast ? last : Math.min(now, last))
}
