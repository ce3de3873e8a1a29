import { join } from "node:path";
import { samples } from "../samples";
import { type BenchOptions, repository } from "./support";

/** The kinds whose resources others refer to, in the order of a program. */
const referred = [
  ...["Folder", "Tag", "SourceSwapPolicy", "DeploymentPolicy", "Team", "AccountType", "Member", "UserAttribute"],
  ...["ApiCredential", "ApiConnector", "DataModel", "Report", "Workspace", "Connection", "Tenant", "WorkbookSchedule"],
];
const kinds = [...new Set([...referred, ...Object.keys(samples)])];

/** A resource of every kind, which depend on each other; what a test changes comes from `settings.json`. */
export const everyKind = `
const { readFileSync } = require("fs");
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const settings = JSON.parse(readFileSync("settings.json", "utf8"));
const { seeded } = settings;
const table = (id, source, formula) => ({ schemaVersion: 1, pages: [{ id: "p", name: "P", elements: [
  { id, kind: "table", name: id, source, columns: [{ id: "amount", name: "Amount", formula }] },
] }] });

${kinds.map((kind) => samples[kind]!.program.trim()).join("\n")}
`;

/** The file of a model that refers to another one: `models/top.yaml`. */
export const modelFile = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: top
        kind: table
        name: top
        source: { kind: data-model, dataModelId: !ref revenue, elementId: !ref revenue#revenue }
        columns:
          - { id: amount, name: Amount, formula: "[revenue/Amount]" }
`;

/** What the program needs beside its own text. */
export const surroundings = {
  files: { "target.tar.gz": join(repository, "tests/fixtures/dbt/target.tar.gz") },
} as const satisfies BenchOptions;
