// The page inside Discord: it speaks with the frame of Discord, arrives, chooses a table, and then loads the board.
// Discord's own kit would do the same in more than ten times the size; the protocol is that of its source.
(() => {
  'use strict'
  const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2]
  const VERSION = '2.5.0'
  const PHONES_SAY_VERSION = 250
  const PATIENCE = 15000
  const LEAVES = 'inside-leaves'

  /** @type {(id: string) => any} */
  const $ = (id) => document.getElementById(id)
  const given = JSON.parse($('data').textContent)
  const asked = new URLSearchParams(location.search)
  const address = location.href
  const isPhone = asked.get('platform') === 'mobile'
  /** @type {Window} */
  const frame = window.parent.opener ?? window.parent
  const origins = [...given.frames, ...(isPhone ? ['null'] : [])]
  const referrer = document.referrer && new URL(document.referrer).origin
  const target = given.frames.includes(referrer) ? referrer : '*'
  const first = navigator.languages.map((one) => one.slice(0, 2)).find((one) => given.words[one]) ?? 'en'
  let language = first
  /** @type {Record<string, string>} */
  let words = given.words[first]
  /** The table that is shown, or an empty string. */
  let game = ''

  // -- the frame -------------------------------------------------------------------------------------------

  /** @type {Map<string, { resolve: (found: any) => void, reject: (error: any) => void }>} */
  const calls = new Map()
  /** @type {(found?: any) => void} */
  let hear = () => { /* no one waits yet */ }
  const ready = new Promise((resolve) => { hear = resolve })

  /** @param {number} kind @param {any} what */
  function post (kind, what) { frame.postMessage([kind, what], target) }

  /** @param {string} cmd @param {any} args @returns {Promise<any>} */
  function command (cmd, args) {
    const nonce = crypto.randomUUID()
    return new Promise((resolve, reject) => {
      calls.set(nonce, { resolve, reject })
      post(FRAME, { cmd, args, nonce })
    })
  }

  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame || !origins.includes(origin) || !Array.isArray(data) || data[0] !== FRAME) return
    const { cmd, evt, nonce, data: found } = data[1] ?? {}
    if (cmd === 'DISPATCH' && evt === 'READY') hear(found)
    const call = calls.get(nonce)
    if (!call) return
    calls.delete(nonce)
    if (evt === 'ERROR') call.reject(found)
    else call.resolve(found)
  })

  function greet () {
    const isNew = !isPhone || Number.parseInt(asked.get('mobile_app_version') ?? '0') >= PHONES_SAY_VERSION
    const version = isNew ? { sdk_version: VERSION } : {}
    post(HANDSHAKE, { v: 1, encoding: 'json', client_id: given.client, frame_id: asked.get('frame_id'), ...version })
    return Promise.race([ready, new Promise((resolve, reject) => setTimeout(reject, PATIENCE, 'no answer'))])
  }

  /** @param {string} url */
  function openLink (url) { command('OPEN_EXTERNAL_LINK', { url }).catch(() => say('trouble')) }

  function leave () { post(CLOSE, { code: 1000, message: '', nonce: crypto.randomUUID() }) }

  // -- the server ------------------------------------------------------------------------------------------

  /** @param {string} path @param {any} body @returns {Promise<any>} */
  async function ask (path, body = undefined) {
    const sent = body === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`/inside/${path}?language=${path === 'arrive' ? first : language}`, { credentials: 'same-origin', ...sent })
    const found = await answer.json()
    if (!answer.ok) throw new Error(found.error)
    return found
  }

  // Do something, and say why not where it is refused.
  /** @param {() => Promise<void>} does */
  async function attempt (does) {
    try {
      await does()
    } catch (error) {
      tell(error instanceof Error && error.message ? error.message : words.trouble)
    }
  }

  // -- what is shown ---------------------------------------------------------------------------------------

  /** @param {string} tag @param {Record<string, string>} attributes @param {...(string | Node)} inside */
  function make (tag, attributes, ...inside) {
    const node = document.createElement(tag)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
    node.append(...inside)
    return node
  }

  /** @param {string} label @param {() => Promise<void>} does */
  function button (label, does) {
    const node = make('button', { type: 'button' }, label)
    node.onclick = () => attempt(does)
    return node
  }

  const list = make('section', { id: 'inside', 'aria-live': 'polite' })
  const opener = make('button', { type: 'button', id: 'tables', hidden: '' }, '☰')
  opener.onclick = () => { if (document.body.classList.contains('listing')) fold(); else attempt(unfold) }

  // A refusal may name a moment as Discord writes it, which no one else can read.
  /** @param {string} line */
  function tell (line) {
    const date = (/** @type {string} */ seconds) => new Date(Number(seconds) * 1000).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
    line = line.replace(/<t:(\d+)(?::\w)?>/g, (_, seconds) => date(seconds)).replace(/\\(_|[^\w\s])/g, '$1')
    const note = make('p', { role: 'status' }, line)
    if (document.body.classList.contains('listing')) {
      list.querySelector('[role="status"]')?.remove()
      list.prepend(note)
    } else {
      $('note').hidden = false
      $('note').replaceChildren(line)
    }
  }
  /** @param {string} name */
  function say (name) { tell(words[name]) }

  // Where the board was before the list was opened.
  let place = 0

  function fold () {
    if (!document.body.classList.contains('listing')) return
    document.body.classList.remove('listing')
    window.scrollTo(0, place)
  }

  async function unfold () {
    const found = await ask('tables')
    words = found.words
    name()
    const groups = found.groups.map((/** @type {any} */ group) => make('div', { class: 'group' }, make('h2', {}, group.title), ...group.tables.map(writeTable)))
    const alone = found.alone.map((/** @type {any} */ one) => button(one.label, async () => {
      await ask('alone', { kind: one.kind })
      location.replace(address)
    }))
    const nothing = groups.length ? [] : [make('p', {}, words.nothing)]
    const back = game ? [button(words.close, async () => fold())] : []
    list.replaceChildren(make('div', { class: 'row' }, make('h1', {}, words.tables), ...back), ...nothing, ...groups, make('div', { class: 'ways' }, ...alone), ...writeWays())
    if (document.body.classList.contains('listing')) return
    place = window.scrollY
    document.body.classList.add('listing')
    window.scrollTo(0, 0)
  }

  /** @param {any} one */
  function writeTable (one) {
    const does = async () => {
      if (one.verb === 'join') { await ask('join', { game: one.game }); await unfold() } else await open(one.game)
    }
    const way = one.verb ? [button(one.label, does)] : []
    return make('div', { class: 'table', 'data-game': one.game }, make('div', {}, make('b', {}, one.name), make('small', {}, one.line)), ...way)
  }

  // What one may do with the table that is shown, and whether one goes back to the channel after Confirm.
  function writeWays () {
    if (!game) return []
    const box = /** @type {HTMLInputElement} */ (make('input', { type: 'checkbox', id: 'leaves' }))
    box.checked = recall(LEAVES) === 'on'
    box.onchange = () => keep(LEAVES, box.checked ? 'on' : 'off')
    const share = button(words.share, async () => {
      const { url } = await ask('share', { game })
      await command('OPEN_SHARE_MOMENT_DIALOG', { mediaUrl: url })
    })
    const browse = button(words.browser, async () => openLink((await ask('browse', { game })).link))
    return [make('div', { class: 'ways' }, share, browse), make('label', {}, box, words.back)]
  }

  /** @param {string} name */
  function recall (name) { try { return localStorage.getItem(name) } catch { return null } }
  /** @param {string} name @param {string} value */
  function keep (name, value) { try { localStorage.setItem(name, value) } catch { /* a frame need not have a store */ } }

  function name () {
    opener.setAttribute('aria-label', words.tables)
    opener.title = words.tables
  }

  // -- a table ---------------------------------------------------------------------------------------------

  /** @param {string} which */
  async function open (which) {
    if (which === game) return fold()
    // The program of the board is loaded once: for another table, all of the page is.
    const found = await ask('open', { game: which, ...(game ? { later: true } : {}) })
    if (game) location.replace(address)
    else show(found)
  }

  // From here on the page is that of a table, at its own address, in the same document: Discord greets each once.
  /** @param {any} found */
  function show (found) {
    game = found.game
    fold()
    history.replaceState(null, '', found.page)
    document.body.append(make('script', { src: given.script }))
  }

  window.addEventListener('confirmed', () => { if (recall(LEAVES) === 'on') leave() })
  window.addEventListener('spoken', (event) => {
    language = /** @type {CustomEvent} */ (event).detail
    if (document.body.classList.contains('listing')) attempt(unfold)
  })
  // What is elsewhere opens outside of the frame.
  document.addEventListener('click', (event) => {
    const link = /** @type {any} */ (event.target)?.closest?.('a[href]')
    if (!link || new URL(link.href).origin === location.origin) return
    event.preventDefault()
    openLink(link.href)
  })

  async function arrive () {
    if (window.parent === window || !asked.get('frame_id')) throw new Error(words.outside)
    await greet()
    const { code } = await command('AUTHORIZE', { client_id: given.client, response_type: 'code', state: given.state, prompt: 'none', scope: ['identify'] })
    const found = await ask('arrive', { code, state: given.state, instance: asked.get('instance_id') ?? '' })
    language = found.language
    document.documentElement.dataset.speaks = language
    opener.hidden = false
    if (found.page) show(found)
    else await unfold()
  }

  document.body.prepend(list)
  document.querySelector('.choices')?.prepend(opener)
  document.documentElement.classList.add('within')
  document.body.classList.add('listing')
  document.documentElement.lang = language
  list.append(make('p', { role: 'status' }, words.opening))
  attempt(arrive)
})()
