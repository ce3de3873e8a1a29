import { ruleSeverities, type Severity } from "../../core/spec";
import { nearest } from "../../core/text";
import { UsageError } from "../command";

/** What each rule is about, for reports that list them. */
export const descriptions: Readonly<Record<string, string>> = {
  syntax: "The file is one YAML or JSON document, and a harmless one.",
  "missing-element": "A `!ref model#element` names an element that the model's file has.",
  "missing-field": "What the platform asks for is there.",
  "wrong-type": "A value has the type that belongs there.",
  "unknown-value": "A value is one of those that are known.",
  "misspelt-field": "No field is almost a known one.",
  "misspelt-value": "No value is almost a known one.",
  "unknown-field": "Fields are known ones. Others are kept and sent: the API grows.",
  "unknown-kind": "Kinds are known ones. Others are kept and sent, unchecked.",
  "duplicate-id": "An id is defined once.",
  "missing-reference": "What an id refers to is there.",
  "join-left-side": "The left side of a join is the primary source or the right side of another join.",
  "join-primary-source": "A join has one source to start from.",
  "union-columns": "The columns of a union go with its sources.",
  "source-cycle": "No table depends on itself.",
  "date-range": "A range of dates has the dates its mode asks for.",
  "mixed-values": "The values of a list are of one type.",
  "duplicate-table-name": "Formulas can tell tables apart by their names.",
  "duplicate-control-id": "Formulas can tell controls apart by their `controlId`.",
  "unresolved-name": "Formulas name what the model has.",
  "unresolved-control": "SQL names controls that the model has.",
  "geography-operator": "`within` and `intersects` are for geography.",
  "relationship-page": "A relationship leads to a table of the same page.",
  "order-summary": "Summary columns stay out of the order.",
  "folder-cycle": "No folder is inside itself.",
  "manual-values": "The values of a control are of the type it says.",
  "manual-labels": "Each value of a control has at most one label.",
  "iso-date": "Dates are ISO 8601.",
};

/** Every rule's severity when nothing else is asked for. */
export const severities: Readonly<Record<string, Severity>> = {
  syntax: "error",
  "missing-element": "error",
  ...ruleSeverities,
};

/**
 * Severities as asked for with `--rule`.
 *
 * @throws UsageError for a rule or severity that doesn't exist.
 * @example severitiesAsked(["iso-date=off"]) // { "iso-date": "off" }
 */
export function severitiesAsked(rules: readonly string[]): Record<string, Severity | "off"> {
  return Object.fromEntries(
    rules.map((asked) => {
      const [, name = asked, severity = ""] = /^([^=]*)=(.*)$/.exec(asked) ?? [];
      if (!Object.hasOwn(severities, name)) throw new UsageError(`--rule ${asked}: ${unknownRule(name)}`);
      if (!isSeverity(severity))
        throw new UsageError(`--rule ${asked}: write \`${name}=off\`, \`=warning\` or \`=error\`.`);
      if (name === "syntax")
        throw new UsageError("--rule syntax: what can't be read can't be checked either; it is an error always.");
      return [name, severity];
    }),
  );
}

const isSeverity = (text: string): text is Severity | "off" => ["off", "warning", "error"].includes(text);

function unknownRule(name: string): string {
  const near = nearest(name, Object.keys(severities));
  const known = Object.keys(severities).filter((rule) => rule !== "syntax");
  return near === undefined
    ? `there is no such rule. There are: ${known.join(", ")}.`
    : `there is no rule \`${name}\`. Did you mean \`${near}\`?`;
}
