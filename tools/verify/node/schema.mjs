// Writes the part of Discord's API schema that the bot's routes need, as JSON Schema.
// Usage: node schema.mjs ROUTES.json OUT.json; the routes are pairs of a method and a path.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as z from "zod/mini";
import * as spec from "discord-api-spec/zod";

const folder = new URL("./node_modules/discord-api-spec/", import.meta.url);
const { version } = JSON.parse(readFileSync(new URL("package.json", folder)));
const source = readFileSync(new URL("build/discord-api-spec.ts", folder), "utf8");
const routes = JSON.parse(readFileSync(process.argv[2]));

// Every named schema of the package, by its name.
const registry = z.registry();
for (const [name, schema] of Object.entries(spec))
  if (name.endsWith("Schema") && schema?._zod) registry.add(schema, { id: name.slice(0, -6) });
const { schemas } = z.toJSONSchema(registry, {
  target: "draft-2020-12", io: "input", unrepresentable: "any", uri: (id) => `#/$defs/${id}`,
});

// The types of a route are read from the package's TypeScript: names, unions, lists and plain objects.
function parse(tokens) {
  const any = [];
  do {
    let made;
    const token = tokens.shift();
    if (token === "{") {
      made = { type: "object", properties: {}, required: [] };
      while (tokens[0] !== "}") {
        const name = tokens.shift().replace(/^"|"$/g, "");
        if (tokens[0] === "?") tokens.shift();
        else made.required.push(name);
        tokens.shift();
        made.properties[name] = parse(tokens);
        if (tokens[0] === ";") tokens.shift();
      }
      tokens.shift();
    } else if (token === "(") {
      made = parse(tokens);
      tokens.shift();
    } else if (["string", "number", "boolean", "null"].includes(token)) made = { type: token };
    else if (["unknown", "undefined", "never"].includes(token)) made = {};
    else made = { $ref: `#/$defs/${token}` };
    while (tokens[0] === "[") {
      tokens.splice(0, 2);
      made = { type: "array", items: made };
    }
    any.push(made);
  } while (tokens[0] === "|" && tokens.shift());
  return any.length > 1 ? { anyOf: any } : any[0];
}

const tokenize = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").match(/"[^"]*"|\w+|[{}()[\]|?:;&<>,]/g);

function cut(text, start) {
  // The block of braces that begins at a place.
  let depth = 0;
  for (let end = start; ; end++) {
    if (text[end] === "{") depth++;
    if (text[end] === "}" && --depth === 0) return text.slice(start, end + 1);
  }
}

const paths = {};
for (const [method, path] of routes) {
  const at = source.indexOf(`  ${JSON.stringify(path)}: {`);
  if (at < 0) throw new Error(`${path} is not in the package.`);
  const route = cut(source, source.indexOf("{", at + path.length + 4));
  const begin = route.search(new RegExp(`\\n    ${method.toLowerCase()}: {`));
  if (begin < 0) throw new Error(`${method} ${path} is not in the package.`);
  const operation = tokenize(cut(route, route.indexOf("{", begin)));
  const made = { responses: {} };
  const body = operation.indexOf("requestBody");
  const said = operation.slice(body + (operation[body + 1] === "?" ? 3 : 2));
  if (said[0] === "|") said.shift();
  if (said[0] !== "undefined") made.request = parse(said);
  const answers = operation.slice(operation.indexOf("responses") + 3);
  while (answers[0] !== "}") {
    const status = answers.shift().replace(/"/g, "");
    answers.shift();
    if (answers[0] === "|") answers.shift();
    const schema = parse(answers);
    if (answers[0] === ";") answers.shift();
    if (/^2\d\d$/.test(status)) made.responses[status] = schema;
  }
  (paths[path] ??= {})[method.toLowerCase()] = made;
}

// Only what is referred to is kept.
const kept = {};
function keep(value) {
  // Discord writes +00:00, which the pattern of the package does not take.
  if (value?.format === "date-time") delete value.pattern;
  if (Array.isArray(value)) return value.forEach(keep);
  if (!value || typeof value !== "object") return;
  const name = typeof value.$ref === "string" && value.$ref.replace("#/$defs/", "");
  if (name && !(name in kept)) {
    if (!(name in schemas)) throw new Error(`${name} is not in the package.`);
    const { $schema, $id, id, ...schema } = schemas[name];
    kept[name] = schema;
    keep(schema);
  }
  Object.values(value).forEach(keep);
}
keep(paths);
const sorted = Object.fromEntries(Object.entries(kept).sort());
const out = { package: "discord-api-spec", version, licence: "MIT", paths, $defs: sorted };
writeFileSync(process.argv[3], JSON.stringify(out) + "\n");
console.log(`${Object.keys(paths).length} paths, ${Object.keys(sorted).length} schemas of discord-api-spec ${version}`);
