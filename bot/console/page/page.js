/** What is ours of the page: clocks that go, and the panel in one's hand below what has just happened. */

const list = document.getElementById("channel-message-list");
const SPAN = { second: 60, minute: 3600, hour: 86400, day: 604800 };
/** Pixels below the last message. */
const ROOM = 12;
const LIVE = "button.component-button:not([disabled]), .select-trigger:not([disabled])";
/** What a button or a list of a panel does that asks something, and what it does besides: it stands in its custom id. */
const ASKS = ["choose", "pick", "confirm", "short"];
const SHOWS = ["map", "undo"];

/* Clocks. Discord counts in its own "in 4 minutes" and "3 hours ago"; the page writes them once. */

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
/** How far away a moment is, in words. @param {number} seconds */
function tell(seconds) {
  const away = Math.abs(seconds);
  const unit = Object.keys(SPAN).find((name) => away < SPAN[name]) || "week";
  const length = { second: 1, minute: 60, hour: 3600, day: 86400, week: 604800 }[unit];
  return relative.format(Math.round(seconds / length), unit);
}
/** Whether words tell how far away a moment is, instead of when it is. @param {string} words */
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

/* The panel. It is edited where it stands, and what it led to comes below it: then it would lie above the news. So the
   panel that was changed last is shown last, as long as it asks something, with the answers that came after it. */

/** When each private message was last changed. @type {Map<string, {words: string, turn: number}>} */
const changed = new Map();
let turn = 0;

/** Whether a message has a part that does one of these. @param {HTMLElement} one @param {string[]} verbs */
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
  return messages.sort((one, other) => one.style.order - other.style.order).at(-1);
}

/* Where one looks. After a press, and as long as one reads at the end, the last message is in sight: its end, with what
   comes before it, or its beginning where it is longer than the window. Whoever scrolls decides for themselves. */

const view = document.getElementById("channel-timeline");
let follows = true;

/** Whether the last message is in sight as it would be put there. */
function seek() {
  const last = arrange();
  if (!last || !view || !follows) return;
  const window = view.getBoundingClientRect();
  const box = last.getBoundingClientRect();
  const away = box.height > window.height ? box.top - window.top : box.bottom - window.bottom + ROOM;
  if (Math.abs(away) > 1) view.scrollTop += away;
}
/** The page puts things right by itself, in the frame after a change: ours comes after that. */
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

/* A line that could not be run as a command. It stays where it was written, and why is said above it, to nobody else. */

const composer = document.getElementById("channel-composer");
const refusal = document.createElement("p");
refusal.className = "line-refusal";
refusal.setAttribute("role", "alert");
refusal.hidden = true;
composer?.prepend(refusal);
/** The last action that has been looked at. */
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
