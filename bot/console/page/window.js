/** Discord's side of the frame: it greets the page inside, says who someone is, and opens what may not open inside. */

const given = JSON.parse(document.getElementById("data").textContent);
const asked = new URLSearchParams(location.search);
const name = asked.get("as") ?? "";
const said = document.getElementById("said");
document.getElementById("who").textContent = given.people[name] ?? "";
/** Every message from the page. @type {any[]} */
const heard = [];
window.heard = heard;
const frameId = crypto.randomUUID();
const about = new URLSearchParams({
  instance_id: given.instance, frame_id: frameId, platform: asked.get("platform") ?? "desktop", channel_id: given.channel,
  location_id: `gc-${given.channel}`, guild_id: given.guild,
});
const frame = document.createElement("iframe");
frame.allow = "clipboard-write; fullscreen";
frame.src = `${given.page}/${asked.get("page") ?? ""}?${about}`;
document.body.append(frame);

/** @param {number} kind @param {any} what */
function post(kind, what) {
  frame.contentWindow.postMessage([kind, what], given.page);
}

/** The actions of Discord for a page, by the name of the command. */
const does = {
  AUTHORIZE: async ({ client_id: _, scope, state }) => {
    if (scope.join() !== "identify" || !state && !asked.has("page")) throw new Error("not what was agreed");
    const answer = await fetch("/code", { method: "POST", body: JSON.stringify({ name }) });
    return answer.json();
  },
  OPEN_EXTERNAL_LINK: async ({ url }) => {
    said.replaceChildren("opens ", Object.assign(document.createElement("a"), { href: url, textContent: url, target: "_blank" }));
    return { opened: true };
  },
  OPEN_SHARE_MOMENT_DIALOG: async ({ mediaUrl }) => {
    said.textContent = `shares ${mediaUrl}`;
    return null;
  },
};

window.addEventListener("message", async ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== given.page || !Array.isArray(data)) return;
  const [kind, what] = data;
  heard.push(data);
  if (kind === 0 && what.v === 1 && what.encoding === "json" && what.frame_id === frameId) {
    const config = { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" };
    post(1, { cmd: "DISPATCH", evt: "READY", data: { v: 1, config }, nonce: null });
  } else if (kind === 1) {
    try {
      const found = does[what.cmd];
      if (!found) throw new Error("Invalid command");
      post(1, { cmd: what.cmd, data: await found(what.args), evt: null, nonce: what.nonce });
    } catch (error) {
      post(1, { cmd: what.cmd, data: { code: 4002, message: String(error) }, evt: "ERROR", nonce: what.nonce });
    }
  } else if (kind === 2) {
    frame.remove();
    said.textContent = "back in the channel";
  }
});
