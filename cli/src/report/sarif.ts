import { version } from "pulumi-analytics-internal/core/runtime";
import type { Log, Result } from "sarif";

/** What a report can find. */
export interface SarifRule {
  readonly id: string;
  /** A sentence. */
  readonly about: string;
  readonly level: "error" | "warning";
}

/** Something found in a file. */
export interface SarifFinding {
  /** The id of its rule. */
  readonly rule: string;
  readonly level: "error" | "warning" | "none";
  readonly message: string;
  /** From the working directory, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly endColumn?: number | undefined;
  /** Where it is in the document, for people; empty: unknown. */
  readonly pathText: string;
}

/** As SARIF 2.1.0, which code hosts show beside the lines. Paths are relative to the working directory. */
export function buildSarif(rules: readonly SarifRule[], findings: readonly SarifFinding[]): Log {
  const ids = rules.map(({ id }) => id);
  const described = rules.map(({ id, about, level }) => ({
    id,
    shortDescription: { text: about },
    defaultConfiguration: { level },
  }));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "pulumi-analytics", semanticVersion: version, rules: described } },
        columnKind: "utf16CodeUnits",
        originalUriBaseIds: { [base]: { description: { text: "The working directory of the command." } } },
        results: findings.map((finding) => buildResult(finding, ids.indexOf(finding.rule))),
      },
    ],
  };
}

const base = "%SRCROOT%";

function buildResult(finding: SarifFinding, ruleIndex: number): Result {
  const { rule, level, message, file, line = 1, column = 1, endColumn, pathText } = finding;
  const region = { startLine: line, startColumn: column, ...(endColumn === undefined ? {} : { endColumn }) };
  const uri = file.split("/").map(encodeURIComponent).join("/");
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: message },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri, uriBaseId: base }, region },
        ...(pathText === "" ? {} : { logicalLocations: [{ fullyQualifiedName: pathText }] }),
      },
    ],
  };
}
