// The page of a game: a recorded one in a file, or one that goes on. It knows no game: what stands where, and every
// word, comes with the data. These files are one program, joined in the order of their names in __init__.py.

/**
 * What stands on the board: number of its icon, x, y, size, count (0: has just left), mark, and whether that is below.
 * @typedef {[number, number, number, number, number, string?, number?]} Thing
 *
 * A moment, as its difference from the one before: chapter, seat, places, cells of tables, margins, touched spaces,
 * arrows, numbers of lines by space, words by language (title, lines, reasons), candidates, heading, new names,
 * chances, and whether an automatic player can say why.
 * @typedef {{
 *   c: number, s: number, p: Record<string, Thing[]>, t: Record<string, (string | number)[]>, m: number[], h: number[],
 *   a: [number, number][], l?: Record<string, number[]>, w: Record<string, [string, string[], string[]]>, o?: number[], k?: Record<string, string>,
 *   n?: Record<string, Record<string, string>>, v?: number[], r?: number
 * }} Row
 *
 * @typedef {{ p: Record<string, Thing[]>, t: Record<string, (string | number)[]> }} Position
 *
 * What may be chosen: on the board at a space, or on a path with a middle.
 * @typedef {{
 *   key: string, role: string, label: string, hint: string, is_confirm: boolean, is_warned?: boolean, of?: string,
 *   count?: number, at?: number, path?: string, middle?: [number, number], icon?: number, why?: string, rule?: string,
 *   whole?: boolean, ending?: string
 * }} Option
 */

const SVG = 'http://www.w3.org/2000/svg'
const SIGNS = {
  play: 'M7 4.5v15l12.5-7.5z', pause: 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z', back: 'M15.5 4.5v15L4.5 12z', forth: 'M8.5 4.5v15l11-7.5z',
  'card-back': 'M4 4.5h3v15H4zM20 4.5v15L8.5 12z', 'card-forth': 'M17 4.5h3v15h-3zM4 4.5v15L15.5 12z',
  closer: 'M10.5 4h3v6.5H20v3h-6.5V20h-3v-6.5H4v-3h6.5z', farther: 'M4 10.5h16v3H4z',
  whole: 'M4 4h6v2.6H6.6V10H4zM14 4h6v6h-2.6V6.6H14zM4 14h2.6v3.4H10V20H4zM17.4 14H20v6h-6v-2.6h3.4z',
  light: 'M12 7.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 0 0 0-9zM11 1.5h2v4h-2zM11 18.5h2v4h-2zM1.5 11h4v2h-4zM18.5 11h4v2h-4zM3.9 5.3l1.4-1.4 2.8 2.8-1.4 1.4zM15.9 17.3l1.4-1.4 2.8 2.8-1.4 1.4zM18.7 3.9l1.4 1.4-2.8 2.8-1.4-1.4zM6.7 15.9l1.4 1.4-2.8 2.8-1.4-1.4z',
  dark: 'M19.5 14.8A8.2 8.2 0 0 1 9.2 4.5A8.3 8.3 0 1 0 19.5 14.8z',
  since: 'M12 4a8 8 0 1 1-7.6 10.5l2.5-.8A5.4 5.4 0 1 0 8 8.4L10.5 11H3.6V4l2.5 2.5A8 8 0 0 1 12 4zM11 8h2v4l3 2-1 1.7-4-2.6z',
  undo: 'M9.5 4.5v4H14a5.7 5.7 0 0 1 0 11.4H8v-2.7h6a3 3 0 0 0 0-6H9.5v4L3 10z', reset: 'M6 4v5.2L18 4v16L6 14.8V20H3.4V4z',
  bell: 'M12 2.5a1.6 1.6 0 0 1 1.6 1.8A6 6 0 0 1 18 10v5l2 2.5v1H4v-1L6 15v-5a6 6 0 0 1 4.4-5.7A1.6 1.6 0 0 1 12 2.5zM9.6 19.5h4.8a2.4 2.4 0 0 1-4.8 0z',
  unfold: 'M14.5 4.5v15L7 12z', fold: 'M9.5 4.5v15L17 12z',
  newest: 'M5 4.5v15l9-7.5zM16 4.5h3v15h-3z',
}

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id)

const kept = {
  /** @param {string} name */
  get: (name) => { try { return localStorage.getItem(name) } catch { return null } },
  /** @param {string} name @param {string} value */
  set: (name, value) => { try { localStorage.setItem(name, value) } catch { /* a file need not have a store */ } },
}

/**
 * @param {string} tag @param {Record<string, string | number>} attributes @param {...(string | Node)} inside
 * @returns {any}
 */
function make (tag, attributes = {}, ...inside) {
  return furnish(document.createElement(tag), attributes, inside)
}

/**
 * @param {string} tag @param {Record<string, any>} attributes @param {...(string | Node)} inside
 * @returns {any}
 */
function draw (tag, attributes = {}, ...inside) {
  return furnish(document.createElementNS(SVG, tag), attributes, inside)
}

/** @param {Element} node @param {Record<string, any>} attributes @param {(string | Node)[]} inside */
function furnish (node, attributes, inside) {
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value))
  node.append(...inside)
  return node
}

/** @param {string} id @param {string} which */
function sign (id, which = id) {
  $(id).replaceChildren(drawSign(which))
}

/** @param {string} which */
function drawSign (which) {
  return draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' }, draw('path', { d: /** @type {any} */ (SIGNS)[which] }))
}

/** @param {string | HTMLElement} part @param {string} words */
function label (part, words) {
  const node = typeof part === 'string' ? $(part) : part
  node.setAttribute('aria-label', words)
  node.title = words
}
