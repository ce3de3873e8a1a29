import { ruleSeverities, type Severity } from "pulumi-analytics-internal/core/model";
import { findNearest } from "pulumi-analytics-internal/core/text";
import { workbookSeverities } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import { ruleNames } from "./descriptions";

/** Every rule's severity when nothing else is asked for. */
export const severities: Readonly<Record<string, Severity>> = {
  syntax: "error",
  "missing-element": "error",
  platform: "error",
  checks: "error",
  "missing-table": "error",
  "missing-source-column": "error",
  ...workbookSeverities,
  ...ruleSeverities,
};

/**
 * Severities as asked for with `--rule`.
 *
 * @throws UsageError for a rule or severity that doesn't exist.
 * @example parseSeverities(["iso-date=off"]) // { "iso-date": "off" }
 */
export function parseSeverities(rules: readonly string[]): Record<string, Severity | "off"> {
  return Object.fromEntries(
    rules.map((asked) => {
      const [, name = asked, severity = ""] = /^([^=]*)=(.*)$/.exec(asked) ?? [];
      if (!Object.hasOwn(severities, name)) throw new UsageError(`--rule ${asked}: ${describeUnknownRule(name)}`);
      if (!isSeverity(severity))
        throw new UsageError(`--rule ${asked}: invalid rule setting. Use \`${name}=off\`, \`=warning\` or \`=error\`.`);
      if (name === "syntax") throw new UsageError("--rule syntax: this rule can't be changed. It is always an error.");
      return [name, severity];
    }),
  );
}

const isSeverity = (text: string): text is Severity | "off" => ["off", "warning", "error"].includes(text);

function describeUnknownRule(name: string): string {
  const near = findNearest(name, Object.keys(severities));
  return near === undefined
    ? `no such rule. Use one of: ${ruleNames.join(", ")}.`
    : `no rule \`${name}\`. Did you mean \`${near}\`?`;
}
