/** What is ours of the page: clocks that go, and the panel in one's hand below what has just happened. */

const list = document.getElementById("channel-message-list");
const SPAN = { second: 60, minute: 3600, hour: 86400, day: 604800 };
const LIVE = "button.component-button:not([disabled]), .select-trigger:not([disabled])";

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
   newest panel that still asks something is shown last, with the answers that came after it. */

/** When each private message was last changed. @type {Map<string, {words: string, turn: number}>} */
const changed = new Map();
let turn = 0;

function arrange() {
  const messages = [...list.querySelectorAll("article.channel-message")];
  const mine = messages.filter((one) => one.querySelector(".message-ephemeral-note"));
  for (const one of mine) {
    const words = one.textContent;
    if (changed.get(one.dataset.messageId)?.words !== words) changed.set(one.dataset.messageId, { words, turn: ++turn });
  }
  const panel = mine.findLast((one) => one.querySelector(LIVE));
  const first = panel ? mine.indexOf(panel) : mine.length;
  messages.forEach((one) => {
    const place = mine.indexOf(one) >= first ? changed.get(one.dataset.messageId).turn : 0;
    if (one.style.order !== String(place)) one.style.order = String(place);
    one.classList.toggle("is-in-hand", one === panel);
  });
}
new MutationObserver(arrange).observe(list, { childList: true, subtree: true, characterData: true });
