'use strict'
// The player of a recorded game. It knows no game: what stands where, and every word, comes with the data.
;(() => {
  const data = JSON.parse(document.getElementById('data').textContent)
  const { moments, spaces, icons, seats, tables, pictures } = data
  const SVG = 'http://www.w3.org/2000/svg'
  const PACES = [2400, 1400, 700, 300]
  const SIGNS = {
    play: 'M7 4.5v15l12.5-7.5z', pause: 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z', back: 'M15.5 4.5v15L4.5 12z', forth: 'M8.5 4.5v15l11-7.5z',
    'card-back': 'M4 4.5h3v15H4zM20 4.5v15L8.5 12z', 'card-forth': 'M17 4.5h3v15h-3zM4 4.5v15L15.5 12z',
    closer: 'M10.5 4h3v6.5H20v3h-6.5V20h-3v-6.5H4v-3h6.5z', farther: 'M4 10.5h16v3H4z',
    whole: 'M4 4h6v2.6H6.6V10H4zM14 4h6v6h-2.6V6.6H14zM4 14h2.6v3.4H10V20H4zM17.4 14H20v6h-6v-2.6h3.4z',
    light: 'M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM11 1.5h2v4h-2zM11 18.5h2v4h-2zM1.5 11h4v2h-4zM18.5 11h4v2h-4zM3.9 5.3l1.4-1.4 2.8 2.8-1.4 1.4zM15.9 17.3l1.4-1.4 2.8 2.8-1.4 1.4zM18.7 3.9l1.4 1.4-2.8 2.8-1.4-1.4zM6.7 15.9l1.4 1.4-2.8 2.8-1.4-1.4z',
    dark: 'M19.5 14.8A8.2 8.2 0 0 1 9.2 4.5A8.3 8.3 0 1 0 19.5 14.8z',
  }
  const MOST_ZOOM = 6
  const last = moments.length - 1
  const $ = (id) => document.getElementById(id)
  const kept = {
    get: (name) => { try { return localStorage.getItem(name) } catch { return null } },
    set: (name, value) => { try { localStorage.setItem(name, value) } catch { /* a file need not have a store */ } },
  }

  // -- every position, from the differences ------------------------------------------------------------------

  const positions = []
  let there = { p: {}, t: {} }
  for (const moment of moments) {
    there = { p: { ...there.p, ...moment.p }, t: { ...there.t, ...moment.t } }
    positions.push(there)
  }

  // -- words -------------------------------------------------------------------------------------------------

  let code = data.language
  let theme = 'light'
  let now = 0
  let timer = 0
  let pace = 1

  const word = (key) => data.words[code][key] ?? key
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  const say = (key, values = {}) => fill(word(`page.${key}`), values)
  const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0')
  const name = (key, count) => {
    const words = data.words[code]
    return words[`${key}.${count === 1 ? 'one' : 'many'}`] ?? words[`${key}.many`] ?? words[key] ?? key
  }

  function make (tag, attributes = {}, ...inside) {
    const node = document.createElement(tag)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
    node.append(...inside)
    return node
  }

  function draw (tag, attributes = {}, ...inside) {
    const node = document.createElementNS(SVG, tag)
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
    node.append(...inside)
    return node
  }

  // A line as it was told: **bold**, *slanting*, `marks`, and nothing else that means anything.
  function tell (line) {
    const parts = []
    for (const [whole, bold, slanting, mark] of line.matchAll(/\*\*(.+?)\*\*|\*([^*]+)\*|`([^`]*)`|[^*`]+|[*`]/g)) {
      if (bold !== undefined) parts.push(make('b', {}, bold))
      else if (slanting !== undefined) parts.push(make('em', {}, slanting))
      else if (mark !== undefined) parts.push(make('i', { class: 'mark' }, mark))
      else parts.push(whole)
    }
    return parts
  }

  const plain = (line) => line.replace(/[*`]/g, '')
  const picture = (number) => `data:image/webp;base64,${pictures[number]}`

  function icon (id) {
    const found = icons.find((one) => one.id === id)
    return make('img', { src: picture(found[theme][0]), alt: '', class: 'icon' })
  }

  // -- the board ---------------------------------------------------------------------------------------------

  const board = $('board')
  const [width, height] = data.size
  const ground = draw('image', { width, height })
  const symbols = draw('defs')
  const lights = draw('g', { class: 'lights' })
  const arrows = draw('g', { class: 'arrows' })
  const names = draw('g', { class: 'names', 'aria-hidden': 'true' })
  const pieces = draw('g', { class: 'pieces' })
  const reach = draw('g', { class: 'reach' })
  const groups = spaces.map((space) => draw('g', { 'data-space': space.id }))
  const shown = []
  icons.forEach((one, number) => {
    for (const [kind, letter] of [[0, 'a'], [1, 'b']]) {
      symbols.append(draw('symbol', { id: `${letter}${number}`, viewBox: '0 0 96 96' }, draw('image', { width: 96, height: 96, 'data-kind': kind })))
    }
  })
  spaces.forEach((space, number) => {
    reach.append(draw('path', { d: space.path, class: space.line ? 'rail' : 'land', 'data-number': number }))
  })
  pieces.append(...groups)
  board.append(symbols, ground, lights, arrows, names, reach, pieces)

  function paint () {
    ground.setAttribute('href', picture(data.board[theme]))
    names.replaceChildren(...data.names[theme][code].map(([text, x, y, size, wide, fill, halo, angle]) => draw('text', {
      x, y, fill, 'font-size': size, textLength: wide, lengthAdjust: 'spacingAndGlyphs', class: angle || !halo && !/^\d+$/.test(text) ? 'far' : '',
      ...(halo ? { stroke: halo, 'stroke-width': 4.4 } : {}), ...(angle ? { transform: `rotate(${angle} ${x} ${y})` } : {}),
    }, text)))
    icons.forEach((one, number) => {
      for (const [kind, letter] of [[0, 'a'], [1, 'b']]) {
        symbols.querySelector(`#${letter}${number} image`).setAttribute('href', picture(one[theme][kind]))
      }
    })
  }

  function put (thing, isNew) {
    const [kind, x, y, size, count, mark, low] = thing
    const half = size / 2
    const node = draw('g', { transform: `translate(${x} ${y})`, 'data-icon': icons[kind].id, 'data-count': count })
    node.append(draw('use', { href: `#${count > 1 ? 'b' : 'a'}${kind}`, x: -half, y: -half, width: size, height: size }))
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

  function showBoard (moment, position) {
    spaces.forEach((_, number) => {
      const things = position.p[number] ?? []
      if (shown[number] === things) return
      shown[number] = things
      groups[number].replaceChildren(...things.map((thing) => put(thing, true)))
    })
    lights.replaceChildren(...moment.h.map((number) => draw('path', { d: spaces[number].path, class: spaces[number].line ? 'rail' : 'land' })))
    arrows.replaceChildren(...moment.a.filter(([a, b]) => a !== b).map(([a, b]) => draw('path', { d: bow(spaces[a].middle, spaces[b].middle) })))
    board.setAttribute('aria-label', say('board', { title: plain(moment.w[code][0]) }))
  }

  // An arrow in a slight bow from one point to another: thin where it begins, with a head where it ends.
  function bow ([x, y], [u, v]) {
    const [mx, my] = [(x + u) / 2 - (v - y) * 0.14, (y + v) / 2 + (u - x) * 0.14]
    const length = Math.hypot(u - mx, v - my) || 1
    const [dx, dy] = [(u - mx) / length, (v - my) / length]
    const at = (back, side) => `${(u - dx * back - dy * side).toFixed(1)} ${(v - dy * back + dx * side).toFixed(1)}`
    return `M${x} ${y}Q${mx} ${my} ${at(48, 4.5)}L${at(54, 17)}L${at(16, 0)}L${at(54, -17)}L${at(48, -4.5)}Q${mx} ${my} ${x} ${y}z`
  }

  // What stands in a space, in words.
  function describe (number, position) {
    const things = (position.p[number] ?? []).filter((thing) => thing[4] > 0)
    return things.map(([kind, , , , count]) => {
      const words = name(icons[kind].word, count)
      return count > 1 ? fill(word('put.count'), { number: count, piece: words }) : words
    }).join(word('join.items')) || say('empty')
  }

  function showSpot (number) {
    const spot = $('spot')
    spot.hidden = number === null
    if (number === null) return
    spot.dataset.number = number
    spot.replaceChildren(make('b', {}, word(`space.${spaces[number].id}`)), ' ', describe(number, positions[now]))
  }

  // -- nearer and farther ------------------------------------------------------------------------------------

  let view = { x: 0, y: 0, scale: 1 }
  const map = $('map')

  function look (x, y, scale) {
    scale = Math.min(Math.max(scale, 1), MOST_ZOOM)
    const [w, h] = [width / scale, height / scale]
    view = { x: Math.min(Math.max(x, 0), width - w), y: Math.min(Math.max(y, 0), height - h), scale }
    board.setAttribute('viewBox', `${view.x} ${view.y} ${w} ${h}`)
    map.classList.toggle('near', scale > 1.01)
  }

  function spotOf (event) {
    const box = board.getBoundingClientRect()
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
  }

  // Zoom so that what lies under a point of the picture (from 0 to 1) stays there.
  function zoom (factor, [px, py] = [0.5, 0.5]) {
    const scale = Math.min(Math.max(view.scale * factor, 1), MOST_ZOOM)
    look(view.x + width * px * (1 / view.scale - 1 / scale), view.y + height * py * (1 / view.scale - 1 / scale), scale)
  }

  const fingers = new Map()
  let walked = 0
  let tapped = 0
  board.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, spotOf(event))
    if (fingers.size === 1) walked = 0
    if (view.scale > 1 || fingers.size > 1) board.setPointerCapture(event.pointerId)
  })
  board.addEventListener('pointermove', (event) => {
    const from = fingers.get(event.pointerId)
    if (!from) return
    const to = spotOf(event)
    walked += Math.hypot(to[0] - from[0], to[1] - from[1])
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)[1]
      const apart = (a) => Math.max(Math.hypot(a[0] - other[0], a[1] - other[1]), 0.01)
      zoom(apart(to) / apart(from), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2])
    } else if (view.scale > 1) {
      look(view.x - (to[0] - from[0]) * width / view.scale, view.y - (to[1] - from[1]) * height / view.scale, view.scale)
    }
    fingers.set(event.pointerId, to)
  })
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) {
    board.addEventListener(end, (event) => {
      if (end === 'pointerup' && fingers.size === 1 && walked < 0.02) {
        if (event.timeStamp - tapped < 300) {
          view.scale > 1 ? look(0, 0, 1) : zoom(2.5, spotOf(event))
        } else {
          const under = document.elementsFromPoint(event.clientX, event.clientY).find((node) => node.dataset && node.dataset.number && reach.contains(node))
          showSpot(under ? Number(under.dataset.number) : null)
        }
        tapped = event.timeStamp
      }
      fingers.delete(event.pointerId)
    })
  }
  board.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && view.scale === 1) return
    event.preventDefault()
    zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), spotOf(event))
  }, { passive: false })
  // Where the browser itself would enlarge the page, two fingers are meant for the map.
  map.addEventListener('touchmove', (event) => { if (event.touches.length > 1) event.preventDefault() }, { passive: false })
  $('closer').onclick = () => zoom(1.6)
  $('farther').onclick = () => zoom(1 / 1.6)
  $('whole').onclick = () => look(0, 0, 1)

  // -- the chart ---------------------------------------------------------------------------------------------

  const chart = $('chart')
  const margins = moments.flatMap((moment) => moment.m)
  const low = Math.min(-5, ...margins) - 1
  const high = Math.max(5, ...margins) + 1
  const hand = draw('line', { y1: 0, y2: 100, class: 'hand' })
  const across = (index) => (last ? index * 100 / last : 50)
  const down = (margin) => 100 - (margin - low) * 100 / (high - low)

  function drawChart () {
    chart.setAttribute('viewBox', '0 0 100 100')
    const lines = moments.map((moment, index) => [moment, index]).filter(([moment, index]) => index && moment.c !== moments[index - 1].c)
      .map(([, index]) => draw('line', { x1: across(index), x2: across(index), y1: 0, y2: 100, class: 'card' }))
    const zero = draw('line', { x1: 0, x2: 100, y1: down(0), y2: down(0), class: 'zero' })
    const curves = seats.map((seat, number) => draw('polyline', {
      points: moments.map((moment, index) => `${across(index)},${down(moment.m[number])}`).join(' '),
      stroke: seat[theme], 'stroke-dasharray': seat.dash,
    }))
    chart.replaceChildren(...lines, zero, ...curves, hand)
    $('zero').style.top = `${down(0)}%`
    $('zero').textContent = '0'
    // Every line has its sign at its end; signs that would touch make room for each other.
    const gap = 1600 / (chart.getBoundingClientRect().height || 80)
    let free = -gap
    const signs = seats.map((seat, number) => [seat, down(moments[last].m[number])]).sort((a, b) => a[1] - b[1])
    const over = signs.reduce((least, [, at]) => Math.max(at, least + gap), -gap) - 100
    $('signs').replaceChildren(...signs.map(([seat, at]) => {
      free = Math.max(at - Math.max(over, 0), free + gap)
      const node = icon(`seat_${seat.id}`)
      node.style.top = `${free}%`
      return node
    }))
  }

  function seek (event) {
    const box = chart.getBoundingClientRect()
    go(Math.round((event.clientX - box.left) / box.width * last))
  }
  chart.addEventListener('pointerdown', (event) => { chart.setPointerCapture(event.pointerId); seek(event) })
  chart.addEventListener('pointermove', (event) => { if (chart.hasPointerCapture(event.pointerId)) seek(event) })

  // -- words beside the board --------------------------------------------------------------------------------

  function write (cell) {
    if (typeof cell === 'number') return [String(cell).replace('-', '−')]
    const parts = []
    for (const part of cell.split(' ')) {
      if (parts.length) parts.push(' ')
      if (part[0] === '@') parts.push(icon(part.slice(1)))
      else parts.push(part[0] === '=' ? word(part.slice(1)) : part)
    }
    return parts
  }

  function showStanding (position) {
    $('standing').replaceChildren(...tables.map((table, number) => {
      const body = make('tbody')
      table.rows.forEach(([key, picture], line) => {
        const cells = position.t[`${number}.${line}`] ?? []
        body.append(make('tr', {}, make('th', { scope: 'row' }, ...(picture ? [icon(picture), ' '] : []), name(key, 2)),
          ...cells.map((cell) => make('td', /=/.test(cell) ? {} : { class: 'number' }, ...write(cell)))))
      })
      const node = make('table', { class: `table-${number}` }, make('caption', {}, word(table.name)))
      if (table.columns.length) {
        node.append(make('thead', {}, make('tr', {}, make('td'), ...table.columns.map((key) => make('th', { scope: 'col' }, word(key))))))
      }
      node.append(body)
      return make('div', { class: 'sheet' }, node)
    }))
  }

  function tellMoment (moment) {
    const [, lines, reasons] = moment.w[code]
    const nodes = lines.length ? [make('ul', {}, ...lines.map((line) => make('li', {}, ...tell(line))))] : []
    if (reasons.length) {
      nodes.push(make('details', { class: 'why' }, make('summary', {}, say('why')),
        make('ul', {}, ...reasons.map((line) => make('li', {}, ...tell(line.replace(/^· /, '')))))))
    }
    return nodes
  }

  function showTurn (moment) {
    const isOpen = $('turn').querySelector('details')?.open
    $('turn').replaceChildren(
      make('p', { class: 'chapter' }, data.chapters[code][moment.c]),
      make('h2', {}, ...(moment.s >= 0 ? [icon(`seat_${seats[moment.s].id}`), ' '] : []), ...tell(moment.w[code][0])),
      ...tellMoment(moment))
    const why = $('turn').querySelector('details')
    if (why && isOpen) why.open = true
    if (now === last && data.ending[code]) $('turn').append(make('ul', { class: 'ending' }, ...data.ending[code].map((line) => make('li', {}, ...tell(line)))))
  }

  function showWords (position) {
    const words = $('words')
    if (!words.open) return
    words.querySelector('dl').replaceChildren(...spaces.flatMap((space, number) => [
      make('dt', {}, word(`space.${space.id}`)), make('dd', {}, describe(number, position))]))
  }
  $('words').addEventListener('toggle', () => showWords(positions[now]))

  function writeLog () {
    const entries = $('entries')
    entries.replaceChildren()
    let list = null
    moments.forEach((moment, index) => {
      if (!index || moment.c !== moments[index - 1].c) {
        list = make('ol', { class: 'turns' })
        entries.append(make('section', {}, make('h3', {}, data.chapters[code][moment.c]), list))
      }
      const button = make('button', { type: 'button', 'data-index': index },
        ...(moment.s >= 0 ? [icon(`seat_${seats[moment.s].id}`)] : [make('span', { class: 'icon' })]),
        make('span', {}, ...tell(moment.w[code][0])))
      list.append(make('li', {}, button))
    })
    $('log').querySelector('h2').textContent = say('log')
    mark()
  }
  $('entries').addEventListener('click', (event) => {
    const button = event.target.closest('button[data-index]')
    if (button) go(Number(button.dataset.index))
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

  // -- going from moment to moment ---------------------------------------------------------------------------

  function go (index) {
    now = Math.min(Math.max(index, 0), last)
    const moment = moments[now]
    showBoard(moment, positions[now])
    showTurn(moment)
    showStanding(positions[now])
    showWords(positions[now])
    if (!$('spot').hidden) showSpot(Number($('spot').dataset.number))
    const where = say('where', { number: now, count: last })
    $('slider').value = now
    $('slider').setAttribute('aria-valuetext', `${where}. ${plain(moment.w[code][0])}`)
    $('where').textContent = where
    hand.setAttribute('x1', across(now))
    hand.setAttribute('x2', across(now))
    chart.setAttribute('aria-label', say('margins', {
      margins: seats.map((seat, number) => `${word(`seat.${seat.id}`)} ${signed(moment.m[number])}`).join(word('join.items')),
    }))
    mark()
    for (const [id, isOff] of [['back', now === 0], ['card-back', now === 0], ['forth', now === last], ['card-forth', now === last]]) $(id).disabled = isOff
    try { history.replaceState(null, '', `#${now}`) } catch { /* some viewers allow no addresses */ }
  }

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

  function play (isOn) {
    clearInterval(timer)
    timer = 0
    if (isOn) {
      if (now === last) go(0)
      timer = setInterval(() => { go(now + 1); if (now === last) play(false) }, PACES[pace])
    }
    // Nobody wants to be read a game that runs.
    $('turn').setAttribute('aria-live', isOn ? 'off' : 'polite')
    sign('play', isOn ? 'pause' : 'play')
    label('play', say(isOn ? 'pause' : 'play'))
  }

  function sign (id, which = id) {
    $(id).replaceChildren(draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: SIGNS[which] })))
  }

  function label (id, words) {
    $(id).setAttribute('aria-label', words)
    $(id).title = words
  }

  $('slider').max = last
  $('slider').oninput = () => { play(false); go(Number($('slider').value)) }
  $('back').onclick = () => { play(false); go(now - 1) }
  $('forth').onclick = () => { play(false); go(now + 1) }
  $('card-back').onclick = () => { play(false); goCard(-1) }
  $('card-forth').onclick = () => { play(false); goCard(1) }
  $('play').onclick = () => play(!timer)
  $('speed').onclick = () => {
    pace = (pace + 1) % PACES.length
    showSpeed()
    if (timer) play(true)
  }
  function showSpeed () { $('speed').textContent = ['½×', '1×', '2×', '5×'][pace] }

  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches('select')) return
    const isControl = event.target.matches('button, summary')
    const keys = {
      ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), ArrowUp: () => goCard(-1), ArrowDown: () => goCard(1),
      Home: () => go(0), End: () => go(last),
    }
    if (event.key === ' ' && !isControl) { event.preventDefault(); play(!timer) } else if (keys[event.key]) {
      event.preventDefault()
      if (timer) play(false)
      keys[event.key]()
    }
  })
  window.addEventListener('hashchange', () => { const index = Number(location.hash.slice(1)); if (index !== now) go(index || 0) })

  // -- language and colours ----------------------------------------------------------------------------------

  function speak (to) {
    code = to
    document.documentElement.lang = code
    document.title = data.title[code]
    $('title').textContent = data.title[code]
    $('about').textContent = data.about[code].join(' · ')
    for (const id of ['back', 'forth', 'card-back', 'card-forth', 'speed', 'language', 'theme', 'slider', 'closer', 'farther', 'whole']) label(id, say(id.replace('-', '_')))
    $('words').querySelector('summary').textContent = say('board_in_words')
    $('help').textContent = say('help')
    paint()
    writeLog()
    play(Boolean(timer))
    go(now)
  }

  function dress (to) {
    theme = to
    document.documentElement.dataset.theme = theme
    sign('theme', theme === 'dark' ? 'light' : 'dark')
    paint()
    drawChart()
    writeLog()
    go(now)
  }

  for (const key of Object.keys(data.words)) $('language').append(make('option', { value: key }, data.words[key][`language.${key}`]))
  const dark = matchMedia('(prefers-color-scheme: dark)')
  theme = kept.get('replay-theme') ?? (dark.matches ? 'dark' : 'light')
  const wished = [kept.get('replay-language'), ...navigator.languages.map((one) => one.slice(0, 2))].find((one) => one && data.words[one])
  now = Math.min(Math.max(Number(location.hash.slice(1)) || 0, 0), last)
  code = wished ?? code
  $('language').value = code
  $('language').onchange = () => { kept.set('replay-language', $('language').value); speak($('language').value) }
  $('theme').onclick = () => { kept.set('replay-theme', theme === 'dark' ? 'light' : 'dark'); dress(theme === 'dark' ? 'light' : 'dark') }
  dark.onchange = () => { if (!kept.get('replay-theme')) dress(dark.matches ? 'dark' : 'light') }
  for (const id of ['back', 'forth', 'card-back', 'card-forth', 'closer', 'farther', 'whole']) sign(id)
  look(0, 0, 1)
  showSpeed()
  dress(theme)
  speak(code)
  window.replay = { go, speak, dress, last, seen: () => now }
})()
