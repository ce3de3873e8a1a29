import { z } from "zod";
import type { AnyKind } from "../../../provider/src/kinds/declare/kind";

type Properties = Record<string, unknown>;

const daily = { cronSpec: "0 8 * * *", timezone: "UTC", targets: [{ email: "sales@example.com" }] };

/** Fields whose text means something that a schema doesn't say. */
const meanings: Record<string, Properties> = {
  DataModel: {
    spec: '{"schemaVersion":1,"pages":[]}',
    refs: undefined,
    file: undefined,
    ignorePaths: ["pages/scratch"],
  },
  Workbook: {
    contents: '{"schemaVersion":1,"kind":"workbook","elements":[],"pages":[]}',
    refs: undefined,
    file: undefined,
    ignorePaths: ["elements/scratch"],
  },
  Report: {
    contents: '{"schemaVersion":1,"kind":"report","elements":[],"pages":[]}',
    refs: undefined,
    file: undefined,
    ignorePaths: ["elements/scratch"],
  },
  ModelCheck: { checks: "checks: [{ table: facts, rows: { min: 1 } }]" },
  Member: { archiveDocuments: undefined, email: "bea@example.com" },
  UserAttributeAssignment: { teamId: undefined, tenantOrganizationId: undefined },
  Connection: {
    type: "postgres",
    details: { host: "warehouse.example.com", database: "sales", user: "analytics" },
    secrets: { password: "text" },
  },
  DbtArtifacts: { file: "tests/fixtures/dbt/target.tar.gz", digest: undefined },
  // A new certificate can't be active.
  SsoCertificate: { active: false },
  MaterializationSchedule: { ...daily, targets: undefined, workbookId: undefined, elementName: undefined },
  ReportSchedule: { ...daily, variant: undefined },
  WorkbookEmbed: { sourceId: undefined },
  WorkbookSchedule: { ...daily, variant: { tagId: "tag" } },
  SourceSwapPolicy: {
    type: "connection",
    swaps: { connectionSwaps: [{ to: { path0: { swapType: "all" }, path1: { swapType: "all" } } }] },
  },
  // Of a member and a team, one is given.
  Grant: { memberId: undefined },
  Grants: { grants: [{ teamId: "text", permission: "view" }] },
};

/** Inputs of a kind with every field set, made from its schema. */
export function buildSample(kind: AnyKind): Properties {
  const all = { ...(fillSchema(kind.shape.inputs) as Properties), ...meanings[kind.name] };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function fillSchema(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional) return fillSchema(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([key, field]) => [key, fillSchema(field as z.ZodType)]),
    );
  }
  if (schema instanceof z.ZodArray) return [fillSchema(schema.element as z.ZodType)];
  if (schema instanceof z.ZodUnion) return fillSchema(schema.options[0] as z.ZodType);
  const candidates = [...listLiterals(schema), "text", "https://example.com", 1, true, {}];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}

function listLiterals(schema: z.ZodType): unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  return [];
}

/** A place among inputs, and the inputs with something else there. */
export interface SampleText {
  readonly text: string;
  replacedBy(value: unknown): Properties;
}

/** Every place among inputs, at every depth. */
export function listPlaces(inputs: Properties): SampleText[] {
  const found: SampleText[] = [];
  function visit(here: unknown, path: readonly string[]): void {
    if (path.length > 0) {
      found.push({ text: path.join("."), replacedBy: (value) => replaceAt(inputs, path, value) as Properties });
    }
    if (here !== null && typeof here === "object") {
      for (const [key, value] of Object.entries(here)) visit(value, [...path, key]);
    }
  }
  visit(inputs, []);
  return found;
}

function replaceAt(here: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(here) ? [...here] : { ...(here as object) }) as Properties;
  copy[key] = replaceAt(copy[key], rest, value);
  return copy;
}

/** Values a field must not have: of the wrong type, empty, over-long, outside the enumeration. */
export function listFaultyValues(schema: z.ZodType): unknown[] {
  const candidates = [
    7,
    -1.5,
    true,
    "",
    "no such value",
    " ",
    "x".repeat(100_000),
    {},
    [],
    [7],
    [""],
    [{}],
    { none: 1 },
  ];
  return candidates.filter((candidate) => !schema.safeParse(candidate).success);
}
