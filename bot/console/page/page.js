/** Our part of the page: clocks that run, pictures that can be enlarged, and the panel below the latest messages. */

const list = document.getElementById("channel-message-list");
const SPAN = { second: 60, minute: 3600, hour: 86400, day: 604800 };
/** The pixels that stay free below the last message. */
const ROOM = 12;
const LIVE = "button.component-button:not([disabled]), .select-trigger:not([disabled])";
/** Verbs of the buttons and lists that answer a panel's question, and other verbs. A custom id has its verb. */
const ASKS = ["choose", "pick", "confirm", "short"];
const SHOWS = ["map", "undo"];

/* Clocks. Discord keeps its "in 4 minutes" and "3 hours ago" current; the stand-in's page writes them only once. */

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
/** Return how far away a moment is, in words. @param {number} seconds */
function tell(seconds) {
  const away = Math.abs(seconds);
  const unit = Object.keys(SPAN).find((name) => away < SPAN[name]) || "week";
  const length = { second: 1, minute: 60, hour: 3600, day: 86400, week: 604800 }[unit];
  return relative.format(Math.round(seconds / length), unit);
}
/** Return whether words say how far away a moment is, instead of when it is. @param {string} words */
function isRelative(words) {
  return /^(in \d|now$|tomorrow|yesterday|(this|next|last) )|ago$/.test(words);
}
function tick() {
  for (const stamp of document.querySelectorAll("time.discord-timestamp")) {
    if (stamp.dataset.counts === undefined) stamp.dataset.counts = String(isRelative(stamp.textContent.trim()));
    if (stamp.dataset.counts !== "true") continue;
    const words = tell((Date.parse(stamp.dateTime) - Date.now()) / 1000);
    if (stamp.textContent !== words) stamp.textContent = words;
  }
}
setInterval(tick, 1000);

/* The panel. It is edited in place, and the messages that it causes come below it, so it would be above the news.
   Therefore the panel that was changed last is shown last while it asks something, with the answers that came after it. */

/** When each private message was last changed. @type {Map<string, {words: string, turn: number}>} */
const changed = new Map();
let turn = 0;

/** Return whether a message has an active button or list with one of these verbs. @param {HTMLElement} one @param {string[]} verbs */
function does(one, verbs) {
  return [...one.querySelectorAll(LIVE)].some((part) => verbs.includes(part.dataset.controlKey?.split(":")[6]));
}
function arrange() {
  const messages = [...list.querySelectorAll("article.channel-message")];
  const mine = messages.filter((one) => one.querySelector(".message-ephemeral-note"));
  for (const one of mine) {
    const words = one.textContent;
    if (changed.get(one.dataset.messageId)?.words !== words) changed.set(one.dataset.messageId, { words, turn: ++turn });
  }
  const when = (one) => changed.get(one.dataset.messageId).turn;
  const panels = mine.filter((one) => does(one, [...ASKS, ...SHOWS]));
  const newest = panels.reduce((last, one) => (last && when(last) > when(one) ? last : one), null);
  const panel = newest && does(newest, ASKS) ? newest : null;
  for (const one of messages) {
    const isBelow = panel && mine.indexOf(one) > mine.indexOf(panel) && !panels.includes(one);
    const place = String(one === panel || isBelow ? when(one) : 0);
    if (one.style.order !== place) one.style.order = place;
    one.classList.toggle("is-in-hand", one === panel);
  }
  fold(mine, panel, when);
  return messages.sort((one, other) => one.style.order - other.style.order).at(-1);
}

/* Of the private messages, the panel and the last answer are open. Older ones are a line each; a click opens them again. */

/** The old messages that someone has opened. @type {Set<string>} */
const opened = new Set();

/** Fold older private messages. @param {HTMLElement[]} mine @param {HTMLElement | null} panel @param {(one: HTMLElement) => number} when */
function fold(mine, panel, when) {
  const last = mine.reduce((found, one) => (found && when(found) > when(one) ? found : one), null);
  for (const one of mine) {
    const isOld = one !== panel && one !== last && !opened.has(one.dataset.messageId);
    if (one.classList.contains("is-folded") !== isOld) one.classList.toggle("is-folded", isOld);
  }
}
list.addEventListener("click", (event) => {
  const one = event.target.closest("article.is-folded");
  if (!one) return;
  opened.add(one.dataset.messageId);
  follows = false;
  arrange();
});

/* An opened picture fills the width. Two fingers enlarge it around the spot between them; one finger moves it. */

const MOST = 6;
/** @type {{image: HTMLElement, width: number, apart: number, x: number, y: number} | null} */
let pinch = null;

/** Return the distance between two fingers, and the spot between them. @param {TouchList} touches */
function measure(touches) {
  const [one, other] = touches;
  const spot = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
  return { apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY), ...spot };
}
document.addEventListener("touchstart", (event) => {
  const frame = event.target.closest?.(".media-lightbox-frame");
  if (!frame || event.touches.length !== 2) return;
  const image = frame.querySelector("img");
  const box = image.getBoundingClientRect();
  const { apart, x, y } = measure(event.touches);
  // The spot is kept as a share of the picture, so that it stays between the fingers.
  pinch = { image, width: box.width, apart, x: (x - box.left) / box.width, y: (y - box.top) / box.height };
}, { passive: true });
document.addEventListener("touchmove", (event) => {
  if (!pinch || event.touches.length !== 2) return;
  event.preventDefault();
  const { image } = pinch;
  const frame = image.closest(".media-lightbox-frame");
  const ratio = image.naturalHeight / image.naturalWidth;
  const { apart, x, y } = measure(event.touches);
  const fit = Math.min(frame.clientWidth, frame.clientHeight / ratio);
  const width = Math.max(fit, Math.min(fit * MOST, pinch.width * apart / pinch.apart));
  image.classList.toggle("is-pinched", width > fit);
  const size = { width: `${width}px`, height: `${width * ratio}px` };
  Object.assign(image.style, size);
  Object.assign(image.parentElement.style, width > fit ? size : { width: "100%", height: "100%" });
  const box = image.getBoundingClientRect();
  frame.scrollBy(box.left + pinch.x * box.width - x, box.top + pinch.y * box.height - y);
}, { passive: false });
for (const name of ["touchend", "touchcancel"]) document.addEventListener(name, () => { pinch = null; });

/* Pictures far out of sight are removed, because each takes some megabytes when it is unpacked. Their room is kept. */

/** The bytes of an empty picture. */
const EMPTY = atob("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
const nothing = URL.createObjectURL(new Blob([Uint8Array.from(EMPTY, (one) => one.charCodeAt(0))], { type: "image/gif" }));

/** Pictures that are removed while they are far out of sight. @type {WeakSet<Element>} */
const watched = new WeakSet();
const far = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const { away } = target.dataset;
    if (isIntersecting && away) {
      delete target.dataset.away;
      target.style.width = target.style.height = "";
      target.src = away;
    } else if (!isIntersecting && !away && target.complete && target.src.startsWith("blob:")) {
      target.dataset.away = target.src;
      Object.assign(target.style, { width: `${target.offsetWidth}px`, height: `${target.offsetHeight}px` });
      target.src = nothing;
    }
  }
}, { root: document.getElementById("channel-timeline"), rootMargin: "100% 0px" });
function watchPictures() {
  for (const image of list.querySelectorAll(".attachment-image, .gallery-image")) {
    if (watched.has(image) || !image.naturalWidth) continue;
    watched.add(image);
    far.observe(image);
  }
}
list.addEventListener("load", ({ target }) => {
  watchPictures();
  if (!watched.has(target) || target.dataset.away) return;
  // The picture may be out of sight since it began to load, so it is observed again.
  far.unobserve(target);
  far.observe(target);
}, true);

/* What is in sight. After a click, and while a person reads at the end, it is the end of the last message, or its
   beginning if it is longer than the window and no panel. A person who scrolls decides for themselves. */

const view = document.getElementById("channel-timeline");
let follows = true;

/** Scroll so that the last message is in sight, unless the person has scrolled elsewhere. */
function seek() {
  const last = arrange();
  if (!last || !view || !follows) return;
  const window = view.getBoundingClientRect();
  const box = last.getBoundingClientRect();
  // The buttons of a panel are at its end.
  const isLong = box.height > window.height && !last.matches(".is-in-hand");
  const away = isLong ? box.top - window.top : box.bottom - window.bottom + ROOM;
  if (Math.abs(away) > 1) view.scrollTop += away;
}
/** Scroll now, and again after the stand-in's script, which scrolls in the frame after a change. */
function follow() {
  seek();
  requestAnimationFrame(() => requestAnimationFrame(seek));
}
function leave() {
  follows = false;
}
for (const event of ["wheel", "touchmove"]) view?.addEventListener(event, leave, { passive: true });
view?.addEventListener("pointerdown", (event) => { if (event.target === view) leave(); });
view?.addEventListener("scroll", () => {
  if (view.scrollHeight - view.scrollTop - view.clientHeight <= ROOM) follows = true;
}, { passive: true });
document.addEventListener("click", (event) => {
  if (event.target.closest(".component-button, .select-option, .select-apply, #send-message")) follows = true;
}, true);
document.addEventListener("submit", () => { follows = true; }, true);
new MutationObserver(follow).observe(list, { childList: true, subtree: true, characterData: true });
new ResizeObserver(follow).observe(list);

/* A line that could not be run as a command stays in the text field. The reason is above it, for this person only. */

const composer = document.getElementById("channel-composer");
const refusal = document.createElement("p");
refusal.className = "line-refusal";
refusal.setAttribute("role", "alert");
refusal.hidden = true;
composer?.prepend(refusal);
/** The id of the last action that was checked. */
let looked = "";
function showRefusal() {
  const action = window.simcordPreview?.lastAction;
  if (!action || action.requestId === looked) return;
  looked = action.requestId;
  refusal.hidden = !action.refusal;
  refusal.textContent = action.refusal ? `Not sent. ${action.refusal}` : "";
}
const told = document.getElementById("action-status");
if (told) new MutationObserver(showRefusal).observe(told, { childList: true, characterData: true });
composer?.addEventListener("input", () => { refusal.hidden = true; });

/* The stand-in's tools for people who build bots are hidden, unless the address has ?tools. */

const shell = document.getElementById("preview-shell");
shell?.classList.toggle("is-plain", !new URLSearchParams(location.search).has("tools"));

/* The board of a table is beside the chat if there is room for both. Otherwise a link opens a separate tab. */

const roomy = matchMedia("(min-width: 1000px)");
const beside = document.createElement("aside");
beside.id = "board-beside";
beside.hidden = true;
const frame = document.createElement("iframe");
frame.title = "The board";
const shut = document.createElement("button");
shut.type = "button";
shut.textContent = "×";
shut.setAttribute("aria-label", "Close the board");
shut.addEventListener("click", () => { beside.hidden = true; frame.src = "about:blank"; });
beside.append(frame, shut);

/* The same board as Discord shows it in its own window: a button at the top opens it for the chosen person. */

const within = document.querySelector('meta[name="discord-window"]')?.content;
const viewer = document.getElementById("viewer-picker");
function showWithin() {
  frame.src = `${within}/?${new URLSearchParams({ as: viewer.value })}`;
  beside.hidden = false;
}
if (within && viewer) {
  const tab = document.createElement("button");
  tab.type = "button";
  tab.id = "in-discord";
  tab.textContent = "In Discord";
  tab.addEventListener("click", () => {
    if (roomy.matches) showWithin();
    else window.open(`${within}/?${new URLSearchParams({ as: viewer.value })}`);
  });
  viewer.closest("label").after(tab);
  viewer.addEventListener("change", () => { if (!beside.hidden && frame.src.startsWith(within)) setTimeout(showWithin); });
}
document.getElementById("preview-workspace")?.append(beside);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || !roomy.matches || link.hostname !== location.hostname || !/^\/t\/[\w-]+(\/p\/\w+)?$/.test(link.pathname)) return;
  event.preventDefault();
  // The frame is emptied first: another secret behind the # alone would not load the page again.
  frame.src = "about:blank";
  setTimeout(() => { frame.src = link.href; });
  beside.hidden = false;
}, true);
