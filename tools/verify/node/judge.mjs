// Holds requests that the bot has sent against two validators that others wrote: the Zod schemas of discord-api-spec,
// and the builders of discord.js. Usage: node judge.mjs HARVEST.json SCHEMA.json
import { readFileSync } from "node:fs";
import * as builders from "@discordjs/builders";
import * as spec from "discord-api-spec/zod";
import * as z from "zod/mini";

const harvest = JSON.parse(readFileSync(process.argv[2]));
const { paths, version } = JSON.parse(readFileSync(process.argv[3]));
const faults = [];
const counts = { requests: 0, components: 0, forms: 0, commands: 0 };

function schemaOf(shape) {
  if (shape.$ref) return spec[`${shape.$ref.replace("#/$defs/", "")}Schema`];
  if (shape.anyOf) return z.union(shape.anyOf.map(schemaOf));
  if (shape.type === "array") return z.array(schemaOf(shape.items));
  if (shape.type === "null") return z.null();
  return z.any();
}

function check(where, make) {
  try {
    make();
  } catch (error) {
    const causes = (error.errors ?? []).map(([at, cause]) => `${at}: ${cause?.message ?? cause}`);
    faults.push(`${where}: ${[error.message ?? error, ...causes].join("; ").slice(0, 400)}`);
  }
}

// Every part is built again, which checks it, and must come out as it went in.
function rebuild(where, part) {
  counts.components++;
  check(where, () => {
    const { id, ...plain } = part;
    const made = builders.createComponentBuilder(plain).toJSON();
    if (made.type !== part.type) throw new Error(`type ${part.type} became ${made.type}`);
    if (made.custom_id !== part.custom_id) throw new Error("the custom id changed");
    for (const list of ["components", "options"])
      if ((part[list] ?? []).length !== (made[list] ?? []).length) throw new Error(`${list} changed`);
  });
}

// What Discord takes as null, the builders take only where it is left out.
const withoutNulls = (value) => JSON.parse(JSON.stringify(value, (_, part) => part ?? undefined));

function rebuildForm(where, form) {
  counts.forms++;
  check(where, () => {
    const made = new builders.ModalBuilder(withoutNulls(form)).toJSON();
    if (made.components.length !== form.components.length) throw new Error("parts are missing");
  });
}

const ADD = ["", "", "", "addStringOption", "addIntegerOption", "addBooleanOption", "addUserOption", "addChannelOption",
  "addRoleOption", "addMentionableOption", "addNumberOption", "addAttachmentOption"];

function name(made, part) {
  made.setName(part.name).setDescription(part.description);
  if (part.name_localizations) made.setNameLocalizations(part.name_localizations);
  if (part.description_localizations) made.setDescriptionLocalizations(part.description_localizations);
  return made;
}

function addOptions(made, options) {
  for (const option of options ?? []) {
    if (option.type === 1) made.addSubcommand((inner) => addOptions(name(inner, option), option.options));
    else if (option.type === 2) made.addSubcommandGroup((inner) => addOptions(name(inner, option), option.options));
    else
      made[ADD[option.type]]((inner) => {
        name(inner, option).setRequired(option.required ?? false);
        if (option.choices?.length) inner.addChoices(...option.choices);
        if (option.autocomplete) inner.setAutocomplete(true);
        if (option.channel_types?.length) inner.addChannelTypes(...option.channel_types);
        if (option.min_value !== undefined) inner.setMinValue(option.min_value);
        if (option.max_value !== undefined) inner.setMaxValue(option.max_value);
        if (option.min_length !== undefined) inner.setMinLength(option.min_length);
        if (option.max_length !== undefined) inner.setMaxLength(option.max_length);
        return inner;
      });
  }
  return made;
}

function rebuildCommand(where, command) {
  counts.commands++;
  check(where, () => {
    const made = addOptions(name(new builders.SlashCommandBuilder(), command), command.options);
    made.setContexts(...command.contexts).setIntegrationTypes(...command.integration_types);
    const json = made.toJSON();
    if ((json.options ?? []).length !== (command.options ?? []).length) throw new Error("options are missing");
  });
}

for (const { method, path, body } of harvest) {
  const where = `${method} ${path}`;
  const shape = paths[path]?.[method.toLowerCase()]?.request;
  counts.requests++;
  if (!shape) faults.push(`${where}: not in the schema`);
  else {
    const result = z.safeParse(schemaOf(shape), body);
    if (!result.success) faults.push(`${where}: ${JSON.stringify(result.error.issues).slice(0, 300)}`);
  }
  const data = body?.data ?? body;
  if (Array.isArray(body)) for (const command of body) rebuildCommand(`/${command.name}`, command);
  else if (data?.title) rebuildForm(where, data);
  else for (const part of data?.components ?? []) rebuild(where, part);
}
console.log(`${Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ")}; discord-api-spec ${version}`);
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exit(faults.length ? 1 : 0);
