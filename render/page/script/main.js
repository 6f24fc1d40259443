// -- language, colours, and the beginning ------------------------------------------------------------------

/** @param {string} to */
async function speak (to) {
  if (isLive && to !== data.language) {
    if (await load(to)) begin()
    return
  }
  code = to
  document.documentElement.lang = code
  window.dispatchEvent(new CustomEvent('spoken', { detail: code }))
  showCall()
  $('title').textContent = data.title[code]
  $('about').textContent = data.about[code].join(' · ')
  for (const id of ['back', 'forth', 'card-back', 'card-forth', 'language', 'theme', 'slider', 'closer', 'farther', 'whole', 'since', 'newest']) label(id, say(id.replace('-', '_')))
  $('words').querySelector('summary').textContent = say('board_in_words')
  $('help').textContent = say('help')
  $('past').textContent = say('past')
  for (const tab of ['asked', 'log', 'table']) $(`tab-${tab}`).textContent = say(`tab.${tab}`)
  paint()
  writeLog()
  showSpeed()
  showBell()
  play(Boolean(timer))
  go(now)
}

/** @param {string} to */
function dress (to) {
  theme = to
  document.documentElement.dataset.theme = theme
  sign('theme', theme === 'dark' ? 'light' : 'dark')
  paint()
  drawChart()
  drawChances()
  writeLog()
  if (turn) writePanel()
  go(now)
}

/** @param {string} tab */
function openTab (tab) {
  document.body.dataset.tab = tab
  for (const node of $('tabs').children) node.setAttribute('aria-selected', String(node.id === `tab-${tab}`))
  window.scrollTo(0, 0)
  fitNews()
  if (tab === 'asked' && turn?.mine) face()
}

// Show the data that is here now, from the place where the reader was, and the turn if that is here too.
function begin (asked = null) {
  ;({ icons, spaces, seats } = data)
  drafted = null
  layOut()
  look(0, 0, 1)
  $('language').replaceChildren(...Object.entries(data.languages).map(([key, words]) => make('option', { value: key }, String(words))))
  $('language').value = code
  now = Math.min(now, last)
  dress(theme)
  speak(code)
  if (!isLive) return
  follow()
  if (asked) showTurnPanel(asked)
  else fetchTurn()
}

const dark = matchMedia('(prefers-color-scheme: dark)')
theme = kept.get('replay-theme') ?? (dark.matches ? 'dark' : 'light')
const wished = [kept.get('replay-language'), document.documentElement.dataset.speaks, ...navigator.languages.map((one) => one.slice(0, 2))]
$('language').onchange = () => { kept.set('replay-language', $('language').value); speak($('language').value) }
$('theme').onclick = () => { kept.set('replay-theme', theme === 'dark' ? 'light' : 'dark'); dress(theme === 'dark' ? 'light' : 'dark') }
dark.onchange = () => { if (!kept.get('replay-theme')) dress(dark.matches ? 'dark' : 'light') }
for (const id of ['back', 'forth', 'card-back', 'card-forth', 'closer', 'farther', 'whole', 'since', 'newest', 'bell']) sign(id)
for (const tab of ['asked', 'log', 'table']) $(`tab-${tab}`).onclick = () => openTab(tab)
const broad = matchMedia('(min-width: 1200px)')
const foldAsWished = () => foldLog((kept.get('replay-log') ?? (broad.matches ? 'open' : 'folded')) === 'folded')
broad.onchange = foldAsWished
// Where the log comes to lie beside the board, it shows where the game stands.
wide.onchange = () => { if (moments.length) { mark(); tellOpened(); drawChart() } }
foldAsWished()

// The bars stand on the tabs, however high large letters make these.
new ResizeObserver(() => {
  const high = $('tabs').offsetHeight - parseFloat(getComputedStyle($('tabs')).paddingBottom)
  if (high > 0) document.documentElement.style.setProperty('--tabs', `${high}px`)
}).observe($('tabs'))

$('past').onclick = (/** @type {Event} */ event) => { event.preventDefault(); $('side').focus() }

async function start () {
  isLive = true
  // After a reload the question is brought into sight, wherever it is by then.
  history.scrollRestoration = 'manual'
  document.body.classList.add('live')
  before = Number(kept.get(SEEN)) || 0
  openTab(isPrivate ? 'asked' : 'log')
  code = wished.find(Boolean) ?? 'en'
  const mine = isPrivate ? enter().then(async (isIn) => [isIn, isIn ? await ask('turn') : null]) : Promise.resolve([true, null])
  const isThere = await load(code)
  const [entered, asked] = await mine
  document.body.classList.remove('loading')
  if (!isThere) return
  now = last
  begin(asked)
  // It must not be in the way of the first question.
  document.head.append(make('link', { rel: 'manifest', href: `${here}/manifest.json` }))
  if (entered) keepPage().catch(() => { /* a browser may keep nothing */ })
  else note(say('error.link'))
}

const found = JSON.parse($('data').textContent)
if (found.moments) {
  document.body.classList.remove('loading')
  data = found
  data.languages = Object.fromEntries(Object.keys(data.words).map((key) => [key, data.words[key][`language.${key}`]]))
  code = /** @type {string} */ (wished.find((one) => one && data.words[one]) ?? data.language)
  gather(data.moments, null)
  now = Math.min(Math.max(Number(location.hash.slice(1)) || 0, 0), last)
  begin()
} else {
  start()
}
/** @type {any} */ (window).replay = {
  go, speak, dress, show: showSpace, get last () { return last }, get version () { return data.version }, seen: () => now, tap: (/** @type {number} */ x, /** @type {number} */ y) => tapTarget(x, y), turn: () => turn,
  place: (/** @type {number} */ x, /** @type {number} */ y) => { const number = placeAt(x, y); return number === null ? '' : spaces[number].id },
}
