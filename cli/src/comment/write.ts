/** The comment on a pull request: what a preview found, the most important first. */

import { createRedactor, cut, escapeLine } from "pulumi-analytics-internal/core/text";
import { type Change, hasLines, type Line, type Report, toLine } from "../report";
import { renderMarkdown } from "../report/markdown";
import { describeNumbers, type Numbers } from "../report/numbers";
import { describePlace, type Place } from "../report/preview";
import { describeImpact, describeReader, type Impact } from "../report/readers";
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
  /** What `pulumi-analytics preview up --json` printed. */
  readonly place?: Place | undefined;
  /** What `pulumi-analytics check --against --json` printed. */
  readonly numbers?: Numbers | undefined;
  /** Below which address the pictures of the place are. */
  readonly images?: string | undefined;
  /** Where drawings of the changed workbooks are. */
  readonly drawings?: string;
}

/** GitHub allows 65,536 characters in a comment. */
const defaultLimit = 65_000;

/**
 * The comment in Markdown. Its first line is a marker, by which a later run finds the comment.
 *
 * @param text Pulumi's output, in either form.
 */
export function writeComment(text: string, options: CommentOptions = {}): string {
  const { title = "Pulumi preview", limit = defaultLimit, secrets = [], drawings = "" } = options;
  const preview = readPreview(text);
  const redact = createRedactor(secrets);
  // Cleaned first: what nobody sees may stand between the letters of a secret.
  const cleanText = (said: string) => cut(redact(escapeLine(said.replaceAll(markup, ""))), longestLine);
  const name = cleanText(title)
    .replaceAll(/[<>`@]|--/g, "")
    .slice(0, 100);
  const head = `${marker}${name} -->\n### ${name}\n\n${describeOutcome(preview)}\n${formatLink(drawings)}`;
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
  const body = renderMarkdown(report, limit - head.length - 2);
  return body === "" ? head : `${head}\n${body}\n`;
}

/** Colors, as Pulumi's own messages have them. */
const markup = /<\{%[^%]*%\}>/g;

const longestLine = 500;

const marker = "<!-- preview-comment: ";

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

/** What is to be told, the most important first: it is cut at the end. */
function listSections(
  { steps, messages, violations }: Preview,
  { impact, place, numbers, images }: CommentOptions,
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
  const advised = groupByPolicy(violations.filter(({ level }) => level !== "mandatory"));
  const isDestroyed = ({ change }: Line) => change === "destroyed";
  const isKept = (line: Line) => !isDestroyed(line);
  const [first, ...readers] = broken;
  return [
    { title: "Errors", lines: [...refused, ...listMessages("error")] },
    { title: "Destructive", lines: [...resources, ...changes].filter(isDestroyed) },
    { title: "Impact", lines: first?.lines ?? [] },
    ...readers,
    ...(numbers === undefined ? [] : describeNumbers(numbers)),
    ...(place === undefined ? [] : describePlace(place, images)),
    { title: "Resources", lines: resources.filter(isKept) },
    { title: "Drift", lines: told.filter(({ urn }) => refreshed.has(urn)).flatMap(listDrift) },
    { title: "Data models", lines: changes.filter(isKept) },
    { title: "Warnings", lines: [...advised, ...listMessages("warning")] },
    { title: "Notes", lines: [...listMessages("info"), ...listMessages("info#err")] },
  ];
}

/** Places of a document that are listed. */
const readers = { most: 6 };

/** What `impact` found; nothing where nothing goes away. */
const listImpact = (impact: Impact): Report => (impact.questions.length === 0 ? [] : describeImpact(impact, readers));

/** The documents that a preview with `analytics:impact` found to break. */
function listBreaks({ urn, after }: Step): Line[] {
  const summary = after?.inputs?.changeSummary as { breaks?: unknown } | undefined;
  return readList(summary?.breaks).map(({ part, documents }) => ({
    text: `${formatName(urn)} › ${part}, which breaks:`,
    lines: readList(documents).map((document) => describeReader(document, readers)),
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
