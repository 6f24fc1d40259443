// Runs the bot on a Discord that others wrote: npm's discord-digital-twin. Usage: node twin.mjs PYTHON
// It knows no files, completions or pins: a table is opened, and its status and the answer arrive.
import { spawn } from "node:child_process";
import http from "node:http";
import net from "node:net";

// The twin would listen on every interface.
const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (port, ...rest) {
  return typeof port === "number" ? listen.call(this, port, "127.0.0.1", ...rest.filter((one) => typeof one === "function")) : listen.call(this, port, ...rest);
};

const { DigitalDiscord } = await import("discord-digital-twin");
const twin = new DigitalDiscord({ channels: [{ name: "gandhi", type: 0 }], users: [{ username: "Asha" }] });
await twin.start();

// What discord.py asks for, and the twin answers otherwise.
const proxy = http.createServer(async (request, reply) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  let body = Buffer.concat(parts);
  const headers = { ...request.headers };
  delete headers.host;
  delete headers["content-length"];
  if (headers["content-type"]?.startsWith("multipart/")) {
    const form = await new Response(body, { headers: { "content-type": headers["content-type"] } }).formData();
    body = Buffer.from(String(form.get("payload_json")));
    headers["content-type"] = "application/json";
  }
  if (request.method === "GET" && request.url.endsWith("/commands")) {
    // It has no list of the commands.
    reply.writeHead(200, { "content-type": "application/json", via: "twin" });
    reply.end("[]");
    return;
  }
  const path = request.url.replace("/oauth2/applications/@me", "/applications/@me");
  const made = await fetch(twin.restUrl.replace(/\/api.*$/, "") + path, {
    method: request.method, headers, body: ["GET", "HEAD"].includes(request.method) ? undefined : body,
  });
  let text = await made.text();
  let status = made.status;
  if (path.includes("/applications/@me") && status === 200)
    text = JSON.stringify({ owner: { id: "1", username: "host", discriminator: "0", avatar: null }, ...JSON.parse(text) });
  if (path.includes("with_response") && status === 204) {
    status = 200;
    text = JSON.stringify({ interaction: { id: path.split("/")[4], type: 2 } });
  }
  reply.writeHead(status, { "content-type": "application/json", via: "twin" });
  reply.end(status === 204 ? undefined : text);
});
await new Promise((done) => proxy.listen(0, done));

const environment = {
  ...process.env, DISCORD_TOKEN: twin.botToken, GANDHI_PICTURES: "off",
  DISCORD_API_BASE: `http://127.0.0.1:${proxy.address().port}/api/v10`, DISCORD_GATEWAY: twin.gatewayUrl,
  GANDHI_DATABASE: `sqlite:///${process.argv[3]}/twin.sqlite3`,
};
const bot = spawn(process.argv[2], ["-m", "bot", "bot"], { env: environment, cwd: process.argv[4], stdio: ["ignore", "inherit", "pipe"] });
let log = "";
bot.stderr.on("data", (part) => (log += part));

async function until(what, find) {
  for (let tries = 0; tries < 300; tries++) {
    const found = await find();
    if (found) return found;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${what} did not come.\n${log.slice(-2000)}`);
}

let code = 0;
try {
  await until("the connection", () => log.includes("Connected as"));
  await until("the commands", () => log.includes("Discord knows the commands"));
  const [channel] = await twin.prisma.channel.findMany();
  const options = [["scenario", "short"], ["name", "Salt March"]].map(([name, value]) => ({ name, type: 3, value }));
  options.push({ name: "thread", type: 5, value: false });
  const userId = await twin.getFirstNonBotUserId();
  await twin.simulateSlashCommand({ channelId: channel.id, userId, name: "table", options: [{ name: "new", type: 1, options }] });
  const messages = await until("the status", async () => {
    const found = await twin.prisma.message.findMany();
    return JSON.stringify(found).includes("Salt March") ? found : null;
  });
  console.log(`The bot has posted ${messages.length} messages on discord-digital-twin.`);
} catch (error) {
  console.log(String(error.message));
  code = 1;
}
const ended = new Promise((done) => bot.once("exit", done));
bot.kill("SIGTERM");
await ended;
await twin.stop();
process.exit(code);
