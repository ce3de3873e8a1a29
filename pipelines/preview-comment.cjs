#!/usr/bin/env node
// @ts-check
"use strict";

/*
 * Converts the output of `pulumi preview --json` to a Markdown comment for a pull request.
 *
 *   pulumi preview --json > preview.json
 *   node pipelines/preview-comment.cjs --title "Preview of prod" preview.json > comment.md
 *
 * `--impact impact.json`, the output of `pulumi-analytics impact --against <commit> --json`, adds what breaks, on which
 * element, and whom to tell. Without it, the comment has the documents that the preview names (`analytics:impact`).
 * `--drawings <address>` links drawings of the changed workbooks.
 *
 * One file without dependencies: copy it into your repository. It describes the changes of a data model with the
 * `pulumi-analytics` that the project has installed; without it, the comment has the provider's own, shorter lines.
 *
 * With PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true Pulumi prints its events, one per line, instead of one document. This
 * script reads both. Only the events contain the violations of policies, so pipelines should use them.
 *
 * All text goes into code, blocks or spans: names and formulas come from the pull request, and can't make links,
 * mentions or HTML there. Hosts show a block unwrapped, so its lines are wrapped here; messages are lists of spans,
 * which wrap at any width.
 */

const { readFileSync, writeSync } = require("node:fs");
const { createRequire } = require("node:module");
const { join } = require("node:path");
const { parseArgs } = require("node:util");
const { brotliDecompressSync } = require("node:zlib");

/**
 * @typedef {{ inputs?: Record<string, unknown>, retainOnDelete?: boolean }} State
 * @typedef {{ op: string, urn: string, before?: State | null, after?: State | null }} Step
 * @typedef {{ severity: string, text: string, urn?: string }} Message
 * @typedef {{ level: string, policy: string, text: string, urn?: string }} Violation
 * @typedef {{ steps: Step[], messages: Message[], violations: Violation[], complete: boolean }} Preview
 * @typedef {{ title: string, lines: string[], language: "diff" | "text" }} Section
 * @typedef {typeof import("pulumi-analytics/spec")} Spec
 * @typedef {import("pulumi-analytics/spec").SpecChange} SpecChange
 * @typedef {{ title?: string, limit?: number, spec?: Spec, secrets?: readonly string[], impact?: any,
 *   drawings?: string }} Options
 */

/** GitHub allows 65,536 characters in a comment, GitLab a million. */
const defaultLimit = 65_000;
const longestLine = 500;
/** Columns of a block that are seen without scrolling, on a phone too. */
const widest = 44;
const dataModel = "DataModel";

/**
 * The comment. Its first line is a marker, by which a later run finds the comment.
 *
 * @param {string} text Pulumi's output, in either form
 * @param {Options} [options]
 */
function writeComment(text, options = {}) {
  const { title = "Pulumi preview", limit = defaultLimit, spec, secrets = [], impact, drawings = "" } = options;
  const preview = readPreview(text);
  const name = clean(title)
    .replaceAll(/[<>`@]|--/g, "")
    .slice(0, 100);
  const head = `<!-- preview-comment: ${name} -->\n### ${name}\n\n${describeOutcome(preview)}\n${formatLink(drawings)}`;
  const sections = listSections(preview, spec, impact).map((section) => ({
    ...section,
    lines: section.lines.map((line) => clean(redact(line, secrets))),
  }));
  return head + fitSections(sections, limit - head.length);
}

/** The pipeline's own address; another text makes no link. @param {string} address */
const formatLink = (address) =>
  /^https:\/\/[\w./?=&%:~+-]+$/.test(address)
    ? `\n[Drawings of the changed workbooks, before and after](${address})\n`
    : "";

// Reading

/**
 * Reads both forms. It skips lines that aren't JSON (other tools' output, a truncated document).
 *
 * @param {string} text
 * @returns {Preview}
 */
function readPreview(text) {
  const whole = parseJson(text);
  const documents = (whole ? [whole] : text.split("\n").map(parseJson)).filter((found) => found !== undefined);
  /** @type {Preview} */
  const preview = { steps: [], messages: [], violations: [], complete: false };
  for (const document of documents) {
    // The document is printed at the end, the summary is the last event but one.
    if (document.steps || document.summaryEvent) preview.complete = true;
    for (const { op, urn, oldState, newState } of document.steps ?? []) {
      preview.steps.push({ op, urn, before: oldState, after: newState });
    }
    const { resourcePreEvent, diagnosticEvent, policyEvent } = document;
    if (resourcePreEvent) {
      const { op, urn, old, new: after } = resourcePreEvent.metadata;
      preview.steps.push({ op, urn, before: old, after });
    }
    for (const { severity, message, urn, ephemeral } of document.diagnostics ?? [diagnosticEvent ?? {}]) {
      if (!ephemeral && message) preview.messages.push({ severity, text: stripPrefix(message, severity), urn });
    }
    if (policyEvent) {
      const { enforcementLevel: level, policyName: policy, message, resourceUrn: urn } = policyEvent;
      preview.violations.push({ level, policy, text: message, urn });
    }
  }
  return preview;
}

/**
 * @param {string} text
 * @returns {any} undefined if there is no JSON object
 */
function parseJson(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? (value ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The document has the severity in the text, the events in a field. @param {string} message @param {string} severity
 */
function stripPrefix(message, severity) {
  return message.startsWith(`${severity}: `) ? message.slice(severity.length + 2) : message;
}

// Describing

/**
 * The operations that the comment lists, with their signs in a diff. A refresh isn't listed: its changes are in the
 * next step.
 */
const signs = /** @type {const} */ ({ delete: "-", replace: "-", update: "!", create: "+", import: "+" });

/**
 * @typedef {Step & { op: keyof typeof signs }} ListedStep
 *
 * @param {Step[]} steps
 */
function listSteps(steps) {
  const told = steps.filter(({ op, urn }) => Object.hasOwn(signs, op) && !readType(urn).startsWith("pulumi:"));
  return /** @type {ListedStep[]} */ (told);
}

/** @param {Preview} preview */
function describeOutcome({ steps, messages, violations, complete }) {
  const told = listSteps(steps);
  const counts = Object.keys(signs)
    .map((op) => ({ op, count: told.filter((step) => step.op === op).length }))
    .filter(({ count }) => count > 0)
    .map(({ op, count }) => `${count} to ${op}`);
  const plan = counts.join(", ");
  const refused = violations.some(({ level }) => level === "mandatory");
  if (refused || messages.some(({ severity }) => severity === "error")) {
    return `❌ **The preview failed**${plan && `, having found ${plan}`}.`;
  }
  if (!complete) return "❌ **The preview did not finish.** The job's log has the reason.";
  return plan === "" ? "✅ No changes." : `**${plan}**`;
}

/**
 * What is to be told, the most important first: it is cut at the end.
 *
 * @param {Preview} preview
 * @param {Spec | undefined} spec
 * @param {any} impact
 * @returns {Section[]}
 */
function listSections({ steps, messages, violations }, spec, impact) {
  const told = listSteps(steps);
  const refreshed = new Set(steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  const models = told.map((step) => listChanges(step, spec));
  const said = new Set(models.flatMap(({ said }) => said));

  const resources = told.map((step) => {
    const gone = step.op === "create" && refreshed.has(step.urn) ? " (gone from the platform)" : "";
    return {
      lost: isLost(step),
      line: `${signs[step.op]} ${step.op} ${formatName(step.urn)}${gone}${describeStep(step)}`,
    };
  });
  const changes = models.flatMap(({ lines }) => lines);
  const broken = impact === undefined ? told.flatMap(listBreaks) : describeImpact(impact);
  /** @param {string} severity */
  const listMessages = (severity) =>
    joinProtected(messages)
      .filter((message) => message.severity === severity)
      .flatMap(({ text, urn }) => formatParagraph(text, urn))
      .filter((line) => !said.has(line) && !/^data model ".*": … and \d+ more$/.test(line))
      // What the section on the impact has.
      .filter((line) => broken.length === 0 || !/^data model ".*": .*: breaks \d+ /.test(line));
  const refused = groupByPolicy(violations.filter(({ level }) => level === "mandatory"));
  const advised = groupByPolicy(violations.filter(({ level }) => level !== "mandatory"));

  /** @type {Section[]} */
  const sections = [
    { title: "Errors", language: "text", lines: [...refused, ...listMessages("error")] },
    {
      title: "Destructive",
      language: "diff",
      lines: [...resources, ...changes].filter(({ lost }) => lost).map(({ line }) => line),
    },
    { title: "Impact", language: "text", lines: broken },
    { title: "Resources", language: "diff", lines: resources.filter(({ lost }) => !lost).map(({ line }) => line) },
    { title: "Data models", language: "diff", lines: changes.filter(({ lost }) => !lost).map(({ line }) => line) },
    { title: "Warnings", language: "text", lines: [...advised, ...listMessages("warning")] },
    { title: "Notes", language: "text", lines: [...listMessages("info"), ...listMessages("info#err")] },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** @param {Step} step */
const isRetained = ({ before }) => before?.retainOnDelete === true || before?.inputs?.deletion === "retain";

/** Whether the step removes an object that people may use. @param {Step} step */
const isLost = (step) => step.op === "replace" || (step.op === "delete" && !isRetained(step));

/** Whether an input tells the engine something, and nothing to a reader. @param {string} name */
const isUnlisted = (name) => name.startsWith("__") || ["changes", "changeSummary", "outline"].includes(name);

/**
 * The names of the inputs that change, never their values; for a created or deleted model, its size. @param {Step} step
 */
function describeStep(step) {
  const { op, urn, before, after } = step;
  if (op === "update" || op === "replace") {
    const names = Object.keys({ ...before?.inputs, ...after?.inputs }).filter(
      (name) => !isUnlisted(name) && JSON.stringify(before?.inputs?.[name]) !== JSON.stringify(after?.inputs?.[name]),
    );
    return names.length > 0 ? `: ${names.sort().join(", ")}` : "";
  }
  const kept = op === "delete" && isRetained(step) ? " (stays on the platform)" : "";
  const model = readType(urn) === dataModel ? readSpec(op === "delete" ? before : after) : undefined;
  return kept + (model === undefined ? "" : `: ${describeSize(model)}`);
}

/**
 * The representation, if it is known and not confidential.
 *
 * @param {State | null | undefined} state
 * @returns {any}
 */
function readSpec(state) {
  const { spec, confidential } = state?.inputs ?? {};
  const text = readText(spec);
  return typeof text === "string" && !confidential ? parseJson(text) : undefined;
}

/** Bytes of a text, unpacked: the limit of the plugin. */
const largestText = 128 * 1024 * 1024;

/**
 * A text that the provider plugin packs: base64 of the compressed text, with the number of the form before it;
 * undefined where it is damaged or too large. @param {any} value
 */
function readText(value) {
  const packed = value?.__packed;
  if (typeof packed !== "string" || !packed.startsWith("1:")) return value;
  try {
    return brotliDecompressSync(Buffer.from(packed.slice(2), "base64"), { maxOutputLength: largestText }).toString();
  } catch {
    return undefined;
  }
}

/** @param {any} model */
function describeSize(model) {
  const pages = readList(model.pages);
  const elements = pages.flatMap((page) => readList(page?.elements));
  const columns = elements.flatMap((element) => readList(element?.columns));
  return [formatCount(pages, "page"), formatCount(elements, "element"), formatCount(columns, "column")].join(", ");
}

/** @param {unknown} value @returns {any[]} */
const readList = (value) => (Array.isArray(value) ? value : []);

/** @param {readonly unknown[]} things @param {string} noun */
const formatCount = ({ length }, noun) => `${length} ${noun}${length === 1 ? "" : "s"}`;

/**
 * The changes inside a data model, and the provider's messages about them.
 *
 * @param {Step} step
 * @param {Spec | undefined} spec
 * @returns {{ lines: { lost: boolean, line: string }[], said: string[] }}
 */
function listChanges(step, spec) {
  const [before, after] = [readSpec(step.before), readSpec(step.after)];
  if (spec === undefined || readType(step.urn) !== dataModel || !before || !after) return { lines: [], said: [] };
  // An earlier release of the package has fewer functions.
  const changes = spec.mergeSameChanges?.(spec.diffSpecs(before, after)) ?? spec.diffSpecs(before, after);
  const told = changes.map((change) => {
    const lost = change.destructive || change.action === "removed";
    const sign = lost ? "-" : change.action === "added" ? "+" : "!";
    return { lost, sign, text: spec.formatChange(change) };
  });
  const values = spec.formatNewValues?.(after, readRefs(step.before), readRefs(step.after)) ?? [];
  const all = [...told, ...values.map((text) => ({ lost: false, sign: "!", text }))];
  return {
    lines: all.map(({ lost, sign, text }) => ({ lost, line: `${sign} ${formatName(step.urn)} › ${text}` })),
    said: all.map(({ text }) => `data model "${step.after?.inputs?.name}": ${text}`),
  };
}

/**
 * The documents that a preview with `analytics:impact` found to break.
 *
 * @param {Step} step
 * @returns {string[]}
 */
function listBreaks({ urn, after }) {
  const summary = /** @type {any} */ (after?.inputs?.changeSummary);
  return readList(summary?.breaks).flatMap(({ part, documents }) => [
    `${formatName(urn)} › ${part}, which breaks:`,
    ...readList(documents).map((document) => `  ${describeDocument(document)}`),
  ]);
}

/** Places of one document that are listed. */
const mostPlaces = 6;

/**
 * What `pulumi-analytics impact --json` found: each document with its places.
 *
 * @param {any} impact
 * @returns {string[]}
 */
function describeImpact({ questions, changes, breaksNow, breaksWhenTagMoves, inFiles, unreadable, ...about }) {
  const gone = changes
    ? readList(changes).map(({ text, becomes }) => `${text} ${becomes ?? ""}`.trim())
    : readList(questions);
  if (gone.length === 0) return [];
  const broken = [...readList(breaksNow), ...readList(breaksWhenTagMoves), ...readList(inFiles)];
  const among = about.isPlatformAsked === false ? "in the files" : `among ${about.documents} documents`;
  const head =
    broken.length === 0
      ? `nothing reads it, ${among}`
      : `${formatCount(broken, "document")} ${broken.length === 1 ? "reads" : "read"} it`;
  return [
    `${gone.slice(0, 3).join(", ")}${gone.length > 3 ? ` and ${gone.length - 3} more` : ""}: ${head}`,
    ...broken.flatMap((document) => [describeDocument(document), ...listPlaces(document)]),
    ...readList(unreadable).map(({ name, type, why }) => `${name} (${type}) couldn't be read: ${why.split("\n")[0]}`),
    ...(about.isWholeOrganization === false ? ["These credentials see only a part of the organization."] : []),
  ];
}

/** @param {any} document */
function listPlaces({ places, isPartial }) {
  const lines = readList(places).map(({ page, element, how, file, line }) => {
    const place = page === undefined ? element : `${page} › ${element}`;
    return `  ${place}: ${how}${file === undefined ? "" : ` (${file}:${line})`}`;
  });
  const more = lines.length - mostPlaces;
  return [
    ...(more > 1 ? [...lines.slice(0, mostPlaces), `  and ${more} more places`] : lines),
    ...(isPartial ? ["  only its columns could be read"] : []),
  ];
}

/** A document, whom to tell, and what has to happen before it breaks. @param {any} document */
function describeDocument({ name, type, path, file, owner, editor, tags }) {
  /** @param {any} person */
  const describePerson = (person) => (person?.email ? `${person.name} <${person.email}>` : (person?.name ?? person));
  const edited = editor?.email && editor.email !== owner?.email ? `, last edited by ${describePerson(editor)}` : "";
  const when = readList(tags).length > 0 ? `; breaks when the tag ${tags.join(" and ")} moves` : "";
  const owned = owner ? `, owner ${describePerson(owner)}` : "";
  return `${name} (${[type, path ?? file].filter(Boolean).join(", ")})${owned}${edited}${when}`;
}

/** The values of a model's placeholders; secret ones are no texts. @param {State | null | undefined} state */
function readRefs(state) {
  const refs = state?.inputs?.refs;
  return typeof refs === "object" && refs !== null ? /** @type {Record<string, unknown>} */ (refs) : {};
}

/**
 * The engine refuses each protected resource in a message of its own: one line is enough. @param {Message[]} messages
 */
function joinProtected(messages) {
  /** @param {Message} message */
  const findUrn = ({ text }) => /resource "?([^\s"]+)"? cannot be deleted\s+because it is protected/.exec(text)?.[1];
  const names = [...new Set(messages.flatMap((message) => findUrn(message) ?? []))].map(formatName);
  if (names.length === 0) return messages;
  const text =
    `protected, so nothing is deleted: ${names.join(", ")}. To delete: remove the option ` +
    "protect (of a DataModelDirectory: allowDelete: true) and run `pulumi up`, or run `pulumi " +
    "state unprotect --all`; then repeat.";
  return [{ severity: "error", text }, ...messages.filter((message) => findUrn(message) === undefined)];
}

/** Each policy once, with its description, followed by its violations. @param {Violation[]} violations */
function groupByPolicy(violations) {
  /** @type {Map<string, string[]>} */
  const policies = new Map();
  for (const { policy, text, urn } of violations) {
    const [description, ...found] = text.trim().split("\n");
    const head = `${policy}: ${description}`;
    const lines = policies.get(head) ?? [];
    policies.set(head, lines);
    lines.push(...formatParagraph(found.join("\n") || "violated", urn).map((line) => `  ${line}`));
  }
  return [...policies].flatMap(([head, lines]) => [head, ...lines]);
}

/** A message as lines, the first with its resource. @param {string} text @param {string | undefined} urn */
function formatParagraph(text, urn) {
  // The provider's own lines about a model name it.
  const isNamed =
    urn === undefined || urn === "" || readType(urn).startsWith("pulumi:") || text.startsWith("data model ");
  const about = isNamed ? "" : `${formatName(urn)}: `;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, index) => (index === 0 ? about + line : `  ${line}`));
}

/** `urn:pulumi:<stack>::<project>::<parent types>$<type>::<name>` @param {string} urn */
function readType(urn) {
  const type = urn.split("::")[2]?.split("$").at(-1) ?? "";
  return type.replace(/^(pulumi-nodejs:dynamic\/analytics|analytics:index):/, "");
}

/** @param {string} urn */
const formatName = (urn) => `${readType(urn)} ${urn.split("::").slice(3).join("::")}`;

// Writing

/** Hosts mask secrets in logs, not in comments. @param {string} line @param {readonly string[]} secrets */
function redact(line, secrets) {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
}

/**
 * One plain line: no colors, control characters or characters that change the writing direction. @param {string} text
 */
function clean(text) {
  const plain = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    .replaceAll(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/g, " ")
    .trimEnd();
  if (plain.length <= longestLine) return plain;
  return `${plain.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A run of backticks that none of the texts has, of at least so many. @param {string[]} texts @param {number} least */
function chooseTicks(texts, least) {
  const longest = texts
    .flatMap((text) => text.match(/`+/g) ?? [])
    .reduce((most, { length }) => Math.max(most, length), least - 1);
  return "`".repeat(longest + 1);
}

/**
 * The beginning and end of a block, and how its lines are written.
 *
 * @param {string[]} lines
 * @param {string} language
 * @returns {[open: string, close: string, format: (line: string) => string]}
 */
function formatBlock(lines, language) {
  const fence = chooseTicks(lines, 3);
  return [`${fence}${language}\n`, `${fence}\n`, wrapDiffLine];
}

/** A message as an item of a list, deeper where it is indented. @param {string} line */
function formatItem(line) {
  const text = line.trimStart();
  const ticks = chooseTicks([text], 1);
  // A span may not touch its own backticks.
  const pad = /^`|`$/.test(text) ? " " : "";
  return `${line.slice(0, line.length - text.length)}- ${ticks}${pad}${text}${pad}${ticks}`;
}

/** A line of a diff in several, each with its sign; words that are longer than a line are cut. @param {string} line */
function wrapDiffLine(line) {
  const [sign, ...words] = line.split(" ");
  const lines = [];
  let current = `${sign}`;
  for (const word of words.flatMap((one) => one.match(/.{1,40}/gsu) ?? [""])) {
    if (current.length + 1 + word.length > widest) {
      lines.push(current);
      current = `${sign}  `;
    }
    current += ` ${word}`;
  }
  return [...lines, current].join("\n");
}

/** Space for the line that counts omitted lines. */
const reserve = 300;

/**
 * The sections from the top, up to the available length.
 *
 * @param {Section[]} sections
 * @param {number} room
 */
function fitSections(sections, room) {
  let text = "";
  /** @type {string[]} */
  const leftOut = [];
  for (const { title, lines, language } of sections) {
    const [open, close, format] = language === "text" ? ["", "", formatItem] : formatBlock(lines, language);
    const head = `\n**${title}**\n\n${open}`;
    let free = room - reserve - text.length - head.length - close.length;
    const kept = [];
    for (const line of lines) {
      const written = `${format(line)}\n`;
      free -= written.length;
      if (free < 0) break;
      kept.push(written);
    }
    if (kept.length > 0) text += head + kept.join("") + close;
    if (kept.length < lines.length) leftOut.push(`${lines.length - kept.length} of ${title}`);
  }
  return leftOut.length === 0 ? text : `${text}\n_Lines left out: ${leftOut.join(", ")}. The log has them._\n`;
}

// Running

/**
 * The values of environment variables whose names indicate secrets, the longest first. A message is cut into lines, so
 * that each line of a key is one.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
function collectSecrets(environment) {
  const values = Object.entries(environment)
    .filter(([name]) => /secret|token|passphrase|password|credential|_key$/i.test(name))
    .map(([, value]) => value ?? "")
    .filter((value) => value.length >= 8);
  const lines = values.flatMap((value) => {
    const parts = value.split(/\r?\n|\\n/).map((line) => line.trim());
    return parts.length === 1 ? [] : parts.filter((line) => line.length >= 4);
  });
  return [...new Set([...values, ...lines])].sort((a, b) => b.length - a.length);
}

/** The library that describes changes, from the project's packages. @returns {Spec | undefined} */
function loadSpec() {
  try {
    return createRequire(join(process.cwd(), "package.json"))("pulumi-analytics/spec");
  } catch {
    return undefined;
  }
}

function run() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      title: { type: "string" },
      limit: { type: "string" },
      impact: { type: "string" },
      drawings: { type: "string" },
    },
  });
  const limit = values.limit === undefined ? defaultLimit : Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1000) throw new Error("--limit: a number of characters, 1000 or more");
  const text = readFileSync(positionals[0] ?? 0, "utf8");
  const { title, drawings } = values;
  const secrets = collectSecrets(process.env);
  // A command that failed wrote no document: its step says why.
  const impact = values.impact === undefined ? undefined : parseJson(readFileSync(values.impact, "utf8"));
  writeSync(1, writeComment(text, { title, limit, spec: loadSpec(), secrets, impact, drawings }));
}

module.exports = { writeComment, collectSecrets };

if (require.main === module) run();
