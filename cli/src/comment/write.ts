/** The comment on a pull request: what a preview found, the most important first. */

import { createHash } from "node:crypto";
import { createRedactor, cut, escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import { type Change, hasLines, type Line, type Report, toLine } from "../report";
import { renderMarkdown } from "../report/markdown";
import { describeNumbers, type Numbers } from "../report/numbers";
import { describePulled, describePulledCounts, type Pulled } from "../report/pulled";
import { describeImpact, describeReader, type Impact, mostPlaces } from "../report/readers";
import { describeSandbox, type Sandbox } from "../report/sandbox";
import { dataModel, describeSize, listChanges } from "./model-changes";
import {
  formatName,
  type Message,
  type Preview,
  readList,
  readPreview,
  readSpec,
  readType,
  type Step,
  type Violation,
} from "./preview";
import { describeChanges } from "./sentence";
import { listChanged, listDrift } from "./values";

export interface CommentOptions {
  /** Default: `Pulumi preview`. */
  readonly title?: string;
  /** Characters that the host allows. Default: those of GitHub. */
  readonly limit?: number;
  /** Texts that the comment may hold in no spelling. */
  readonly secrets?: readonly string[];
  /** What `pulumi-analytics impact --json` printed. */
  readonly impact?: Impact | undefined;
  /** What `pulumi-analytics sandbox up --json` printed. */
  readonly sandbox?: Sandbox | undefined;
  /** What `pulumi-analytics check --against --json` printed. */
  readonly numbers?: Numbers | undefined;
  /** What `pulumi-analytics pull --json` printed. */
  readonly pulled?: Pulled | undefined;
  /** Below which address the pictures of the sandbox are. */
  readonly images?: string | undefined;
  /** Where drawings of the changed workbooks are. */
  readonly drawings?: string;
  /** Files that should have an answer, and have none. */
  readonly missing?: readonly string[];
  /** Is told what the comment has no room for. */
  readonly onLeftOut?: (what: readonly string[]) => void;
}

/** GitHub allows 65,536 characters in a comment. */
const defaultLimit = 65_000;

/**
 * The comment in Markdown. Its first line is a marker, by which a later run finds the comment.
 *
 * @param text Pulumi's output, in either form.
 */
export function writeComment(text: string, options: CommentOptions = {}): string {
  const { title = "Pulumi preview", limit = defaultLimit, secrets = [], drawings = "", missing = [] } = options;
  const preview = readPreview(text);
  const redact = createRedactor(secrets);
  // Cleaned first: what nobody sees may stand between the letters of a secret.
  const cleanText = (said: string) => cut(redact(escapeLine(said.replaceAll(markup, ""))), longestLine);
  const { name, id } = nameComment(redact(title), cleanText(title));
  const told = listSteps(preview.steps);
  const { pulled } = options;
  const changes = pulled === undefined ? describeChanges({ ...options, steps: told }) : describePulledCounts(pulled);
  const lines = [
    changes === undefined ? [] : renderMarkdown([{ lines: [{ text: cleanText(changes), tone: "strong" }] }]),
  ];
  // Of a pull: what the program with its files would still change.
  const outcome = `${pulled === undefined ? "" : "With these files: "}${describeOutcome(preview)}`;
  const first = (outcome.includes("❌") ? [outcome, ...lines] : [...lines, outcome]).flat().join("\n\n");
  const without = missing.length === 0 ? "" : `\n${renderMarkdown([{ lines: missing.map(describeMissing) }])}\n`;
  const head = `${marker}${id} -->\n### ${name}\n\n${first}\n${formatLink(drawings)}${without}`;
  const clean = (line: Line | string): Line => {
    const { text: said, lines = [], ...rest } = toLine(line);
    return { ...redact(rest), text: cleanText(said), lines: lines.map(clean) };
  };
  const report = listSections(preview, options).map(({ table, ...section }) => ({
    ...section,
    lines: section.lines.map(clean),
    ...(table && {
      table: {
        ...table,
        rows: table.rows.map((row) =>
          row.map((one) => (typeof one === "string" ? cleanText(one) : { ...redact(one), text: cleanText(one.text) })),
        ),
      },
    }),
  }));
  const body = renderMarkdown(report, limit - head.length - 2, options.onLeftOut);
  return body === "" ? head : `${head}\n${body}\n`;
}

/** Colors, as Pulumi's own messages have them. */
const markup = /<\{%[^%]*%\}>/g;

const longestLine = 500;

const marker = "<!-- preview-comment: ";

const longestTitle = 100;

/**
 * The heading, and what a later run finds the comment by: two titles that read alike once they are cut and cleaned have
 * digests that differ.
 */
function nameComment(title: string, cleaned: string): { readonly name: string; readonly id: string } {
  const plain = cleaned.replaceAll(/[<>`@]|--/g, "");
  const name = cut(plain, longestTitle);
  if (name === title) return { name, id: name };
  return { name, id: `${name} ${createHash("sha256").update(title).digest("hex").slice(0, 12)}` };
}

const describeMissing = (file: string) => `Without ${file.replace(/^.*[/\\]/, "")}: the step that writes it failed.`;

/** Says something below the heading of a comment, before all else. */
export function addNotice(comment: string, notice: string): string {
  const said = renderMarkdown([{ lines: [{ text: cut(escapeLine(notice), longestLine), tone: "strong" }] }]);
  return comment.replace(/^(.*\n### .*\n)/, (head) => `${head}\n${said}\n`);
}

/** Whether a text is a comment of {@link writeComment}. */
export const isComment = (text: string): boolean => text.startsWith(marker);

/** The pipeline's own address; another text makes no link. */
const formatLink = (address: string) =>
  /^https:\/\/[\w./?=&%:~+-]+$/.test(address)
    ? `\n[Drawings of the changed workbooks, before and after](${address})\n`
    : "";

/**
 * The operations that the comment lists, as changes. A refresh isn't listed: its changes are in the next step.
 */
const operations: Readonly<Record<string, Change>> = {
  delete: "removed",
  replace: "removed",
  update: "changed",
  create: "added",
  import: "added",
};

const listSteps = (steps: readonly Step[]) =>
  steps.filter(({ op, urn }) => Object.hasOwn(operations, op) && !readType(urn).startsWith("pulumi:"));

function describeOutcome({ steps, messages, violations, complete }: Preview): string {
  const told = listSteps(steps);
  const counts = Object.keys(operations)
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

/** What is to be told, the most important first: it is folded and cut at the end. */
function listSections(
  { steps, messages, violations }: Preview,
  { impact, sandbox, numbers, pulled, images }: CommentOptions,
): Report {
  const told = listSteps(steps);
  const refreshed = new Set(steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  const models = told.map((step) => listChanges(step));
  const said = new Set(models.flatMap((model) => model.said));
  const resources = told.map((step): Line => {
    const gone = step.op === "create" && refreshed.has(step.urn) ? " (gone from the platform)" : "";
    const text = `${step.op} ${formatName(step.urn)}${gone}${describeStep(step)}`;
    return { change: isLost(step) ? "destroyed" : operations[step.op], text };
  });
  const changes = models.flatMap(({ lines }) => lines);
  const broken = impact === undefined ? [{ lines: told.flatMap(listBreaks) }] : listImpact(impact);
  const hasImpact = broken.some(hasLines);
  const listMessages = (severity: string) =>
    joinProtected(messages)
      .filter((message) => message.severity === severity)
      .map(({ text, urn }) => formatParagraph(text, urn))
      .filter(({ text }) => !said.has(text) && !/^data model ".*": \u2026 and \d+ more$/.test(text))
      // What the section on the impact has.
      .filter(({ text }) => !hasImpact || !(text.startsWith('data model "') && /: breaks \d+ /.test(text)));
  const refused = groupByPolicy(violations.filter(({ level }) => level === "mandatory"));
  const changedUrns = new Set(told.map(({ urn }) => urn));
  // What is as it was isn't what the pull request is about.
  const isOfChange = ({ urn }: Violation) => urn === undefined || urn === "" || changedUrns.has(urn);
  const advice = violations.filter(({ level }) => level !== "mandatory");
  const advised = groupByPolicy(advice.filter(isOfChange));
  const others = advice.filter((one) => !isOfChange(one));
  const unchanged =
    others.length === 0 ? [] : [`${formatCount(others.length, "advisory finding")} on what doesn't change`];
  const isDestroyed = ({ change }: Line) => change === "destroyed";
  const isKept = (line: Line) => !isDestroyed(line);
  const kept = changes.filter(isKept);
  const [first, ...readers] = broken;
  const [moved, ...definitions] = numbers === undefined ? [] : describeNumbers(numbers);
  const [links, ...pictures] = sandbox === undefined ? [] : describeSandbox(sandbox, images);
  return [
    { title: "Errors", lines: [...refused, ...listMessages("error")] },
    ...(pulled === undefined ? [] : describePulled(pulled)),
    { title: "Destructive", lines: [...resources, ...changes].filter(isDestroyed) },
    ...(moved === undefined ? [] : [moved]),
    ...(kept.length > 0 ? [{ title: "Definitions", lines: kept.slice(0, mostDefinitions) }] : definitions),
    ...pictures,
    ...[
      { title: "Impact", lines: first?.lines ?? [] },
      ...readers,
      ...(links === undefined ? [] : [links]),
      { title: "Resources", lines: resources.filter(isKept) },
      { title: "Drift", lines: told.filter(({ urn }) => refreshed.has(urn)).flatMap(listDrift) },
      { title: "Warnings", lines: [...advised, ...unchanged, ...listMessages("warning")] },
      { title: "Notes", lines: [...listMessages("info"), ...listMessages("info#err")] },
      { title: "More definitions", lines: kept.slice(mostDefinitions) },
    ].map((section) => ({ ...section, isFolded: true })),
  ];
}

/** Lines of definitions that aren't folded. */
const mostDefinitions = 20;

/** What `impact` found; nothing where nothing goes away. */
const listImpact = (impact: Impact): Report =>
  impact.questions.length === 0 ? [] : describeImpact(impact, mostPlaces);

/** The documents that a preview with `analytics:impact` found to break. */
function listBreaks({ urn, after }: Step): Line[] {
  const summary = after?.inputs?.changeSummary as { breaks?: unknown } | undefined;
  return readList(summary?.breaks).map(({ part, documents }) => ({
    text: `${formatName(urn)} › ${part}, which breaks:`,
    lines: readList(documents).map((document) => describeReader(document, mostPlaces)),
  }));
}

const isRetained = ({ before }: Step) => before?.retainOnDelete === true || before?.inputs?.deletion === "retain";

/** Whether the step removes an object that people may use. */
const isLost = (step: Step) => step.op === "replace" || (step.op === "delete" && !isRetained(step));

/** The names of the inputs that change; for a created or deleted model, its size. */
function describeStep(step: Step): string {
  const { op, urn, before, after } = step;
  if (op === "update" || op === "replace") {
    const names = listChanged(step);
    return names.length > 0 ? `: ${names.join(", ")}` : "";
  }
  const kept = op === "delete" && isRetained(step) ? " (stays on the platform)" : "";
  const model = readType(urn) === dataModel ? readSpec(op === "delete" ? before : after) : undefined;
  return kept + (model === undefined ? "" : `: ${describeSize(model)}`);
}

/** The engine refuses each protected resource in a message of its own: one line is enough. */
function joinProtected(messages: readonly Message[]): readonly Message[] {
  const findUrn = ({ text }: Message) =>
    /resource "?([^\s"]+)"? cannot be deleted\s+because it is protected/.exec(text)?.[1];
  const names = [...new Set(messages.flatMap((message) => findUrn(message) ?? []))].map(formatName);
  if (names.length === 0) return messages;
  const text =
    `protected, so nothing is deleted: ${names.join(", ")}. To delete: remove the option ` +
    "protect (of a DataModelDirectory: allowDelete: true) and run `pulumi up`, or run `pulumi " +
    "state unprotect --all`; then repeat.";
  return [{ severity: "error", text }, ...messages.filter((message) => findUrn(message) === undefined)];
}

/** Each policy once, with its description, followed by its violations. */
function groupByPolicy(violations: readonly Violation[]): Line[] {
  const policies = new Map<string, Line[]>();
  for (const { policy, text, urn } of violations) {
    const [description, ...found] = text.trim().split("\n");
    const head = `${policy}: ${description}`;
    policies.set(head, [...(policies.get(head) ?? []), formatParagraph(found.join("\n") || "violated", urn)]);
  }
  return [...policies].map(([text, lines]) => ({ text, lines }));
}

/** A message as a line with its resource, and what follows below it. */
function formatParagraph(text: string, urn: string | undefined): Line {
  // The provider's own lines about a model name it.
  const isNamed =
    urn === undefined || urn === "" || readType(urn).startsWith("pulumi:") || text.startsWith("data model ");
  const about = isNamed ? "" : `${formatName(urn)}: `;
  const [first = "", ...lines] = text.split("\n").filter((line) => line.trim() !== "");
  return { text: `${about}${first}`, lines };
}
