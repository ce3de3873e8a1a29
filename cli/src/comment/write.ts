/** The comment on a pull request: what a preview found, the most important first. */

import { describeImpact, type Impact, listBreaks } from "./impact";
import { cleanLine, fitSections, type Section } from "./markdown";
import { dataModel, describeSize, type Line, listChanges } from "./model-changes";
import {
  formatName,
  type Message,
  type Preview,
  readPreview,
  readSpec,
  readType,
  type Step,
  type Violation,
} from "./preview";
import { redactSecrets } from "./secrets";
import { listChanged, listDrift } from "./values";

export interface CommentOptions {
  /** Default: `Pulumi preview`. */
  readonly title?: string;
  /** Characters that the host allows. Default: those of GitHub. */
  readonly limit?: number;
  /** Texts that no line may hold. */
  readonly secrets?: readonly string[];
  /** What `pulumi-analytics impact --json` printed. */
  readonly impact?: Impact;
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
  const { title = "Pulumi preview", limit = defaultLimit, secrets = [], impact, drawings = "" } = options;
  const preview = readPreview(text);
  const name = cleanLine(title)
    .replaceAll(/[<>`@]|--/g, "")
    .slice(0, 100);
  const head = `${marker}${name} -->\n### ${name}\n\n${describeOutcome(preview)}\n${formatLink(drawings)}`;
  const sections = listSections(preview, impact).map((section) => ({
    ...section,
    lines: section.lines.map((line) => cleanLine(redactSecrets(line, secrets))),
  }));
  return head + fitSections(sections, limit - head.length);
}

const marker = "<!-- preview-comment: ";

/** Whether a text is a comment of {@link writeComment}. */
export const isComment = (text: string): boolean => text.startsWith(marker);

/** The pipeline's own address; another text makes no link. */
const formatLink = (address: string) =>
  /^https:\/\/[\w./?=&%:~+-]+$/.test(address)
    ? `\n[Drawings of the changed workbooks, before and after](${address})\n`
    : "";

/**
 * The operations that the comment lists, with their signs in a diff. A refresh isn't listed: its changes are in the
 * next step.
 */
const signs: Readonly<Record<string, string>> = { delete: "-", replace: "-", update: "!", create: "+", import: "+" };

const listSteps = (steps: readonly Step[]) =>
  steps.filter(({ op, urn }) => Object.hasOwn(signs, op) && !readType(urn).startsWith("pulumi:"));

function describeOutcome({ steps, messages, violations, complete }: Preview): string {
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

/** What is to be told, the most important first: it is cut at the end. */
function listSections({ steps, messages, violations }: Preview, impact: Impact): Section[] {
  const told = listSteps(steps);
  const refreshed = new Set(steps.filter(({ op }) => op === "refresh").map(({ urn }) => urn));
  const models = told.map((step) => listChanges(step));
  const said = new Set(models.flatMap((model) => model.said));
  const resources = told.map((step): Line => {
    const gone = step.op === "create" && refreshed.has(step.urn) ? " (gone from the platform)" : "";
    const line = `${signs[step.op]} ${step.op} ${formatName(step.urn)}${gone}${describeStep(step)}`;
    return { lost: isLost(step), line };
  });
  const changes = models.flatMap(({ lines }) => lines);
  const broken = impact === undefined ? told.flatMap(listBreaks) : describeImpact(impact);
  const listMessages = (severity: string) =>
    joinProtected(messages)
      .filter((message) => message.severity === severity)
      .flatMap(({ text, urn }) => formatParagraph(text, urn))
      .filter((line) => !said.has(line) && !/^data model ".*": \u2026 and \d+ more$/.test(line))
      // What the section on the impact has.
      .filter((line) => broken.length === 0 || !/^data model ".*": .*: breaks \d+ /.test(line));
  const refused = groupByPolicy(violations.filter(({ level }) => level === "mandatory"));
  const advised = groupByPolicy(violations.filter(({ level }) => level !== "mandatory"));
  const listLines = (lines: readonly Line[], lost: boolean) =>
    lines.filter((line) => line.lost === lost).map(({ line }) => line);

  const sections: Section[] = [
    { title: "Errors", language: "text", lines: [...refused, ...listMessages("error")] },
    { title: "Destructive", language: "diff", lines: listLines([...resources, ...changes], true) },
    { title: "Impact", language: "text", lines: broken },
    { title: "Resources", language: "diff", lines: listLines(resources, false) },
    { title: "Drift", language: "text", lines: told.filter(({ urn }) => refreshed.has(urn)).flatMap(listDrift) },
    { title: "Data models", language: "diff", lines: listLines(changes, false) },
    { title: "Warnings", language: "text", lines: [...advised, ...listMessages("warning")] },
    { title: "Notes", language: "text", lines: [...listMessages("info"), ...listMessages("info#err")] },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
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
function groupByPolicy(violations: readonly Violation[]): string[] {
  const policies = new Map<string, string[]>();
  for (const { policy, text, urn } of violations) {
    const [description, ...found] = text.trim().split("\n");
    const head = `${policy}: ${description}`;
    const lines = policies.get(head) ?? [];
    policies.set(head, lines);
    lines.push(...formatParagraph(found.join("\n") || "violated", urn).map((line) => `  ${line}`));
  }
  return [...policies].flatMap(([head, lines]) => [head, ...lines]);
}

/** A message as lines, the first with its resource. */
function formatParagraph(text: string, urn: string | undefined): string[] {
  // The provider's own lines about a model name it.
  const isNamed =
    urn === undefined || urn === "" || readType(urn).startsWith("pulumi:") || text.startsWith("data model ");
  const about = isNamed ? "" : `${formatName(urn)}: `;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line, index) => (index === 0 ? about + line : `  ${line}`));
}
