import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
import * as schemas from "../../../../generate/src/dbt/manifest";
import { repository } from "../../../repository";

/** A JSON Schema, as far as it is looked at. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/** What dbt itself prints: `WritableManifest.json_schema()` of dbt-core 1.7 and 1.11. */
function readPrinted(name: string): Schema {
  const packed = readFileSync(join(repository, `tests/fixtures/dbt/${name}.schema.json.gz`));
  return JSON.parse(gunzipSync(packed).toString("utf8")) as Schema;
}

const listChoices = (schema: Schema): readonly Schema[] =>
  [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].length > 0
    ? [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(listChoices)
    : [schema];

function listTypes(schema: Schema): string[] {
  return listChoices(schema).flatMap(({ type, const: constant, enum: values }) => {
    if (type !== undefined) return [type].flat();
    if (constant !== undefined) return [typeof constant];
    return values === undefined ? [] : values.map((value) => (value === null ? "null" : typeof value));
  });
}

/** Fields of ours that dbt doesn't have, and types of dbt's that ours refuses; a path for each. */
function findGaps(ours: Schema, theirs: readonly Schema[], path: string): string[] {
  const gaps: string[] = [];
  const [own, other] = [listChoices(ours), theirs.flatMap(listChoices)];
  const accepted = new Set(own.flatMap(listTypes));
  for (const type of new Set(other.flatMap(listTypes))) {
    if (accepted.size > 0 && !accepted.has(type) && !(type === "integer" && accepted.has("number"))) {
      gaps.push(`${path}: dbt also writes ${type}`);
    }
  }
  for (const choice of own) {
    for (const [field, schema] of Object.entries(choice.properties ?? {})) {
      const found = other.flatMap(({ properties }) => properties?.[field] ?? []);
      if (found.length === 0) gaps.push(`${path}.${field}: dbt has no such field`);
      else gaps.push(...findGaps(schema, found, `${path}.${field}`));
    }
    if (choice.items)
      gaps.push(
        ...findGaps(
          choice.items,
          other.flatMap(({ items }) => items ?? []),
          `${path}[]`,
        ),
      );
    if (typeof choice.additionalProperties === "object" && Object.keys(choice.additionalProperties).length > 0) {
      const values = other.flatMap(({ additionalProperties: more }) => (typeof more === "object" ? [more] : []));
      if (values.length > 0) gaps.push(...findGaps(choice.additionalProperties, values, `${path}.*`));
    }
  }
  return [...new Set(gaps)];
}

const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

/** The schemas of the entries of a map, those of some types of nodes. */
function listEntries(printed: Schema, map: string, types?: readonly string[]): Schema[] {
  const entries = printed.properties?.[map]?.additionalProperties as Schema;
  return listChoices(entries).filter(
    ({ properties }) => types === undefined || types.includes(String(properties?.resource_type?.const)),
  );
}

const parts = [
  ["nodes", schemas.nodeSchema, ["model", "snapshot", "seed"]],
  ["nodes", schemas.testSchema, ["test"]],
  ["groups", schemas.groupSchema, undefined],
  ["exposures", schemas.exposureSchema, undefined],
  ["semantic_models", schemas.semanticModelSchema, undefined],
  ["metrics", schemas.metricSchema, undefined],
] as const;

/** Fields that newer versions have: the new form of metrics is written in the same version of the manifest. */
const newer = [
  "metrics.type_params.conversion_type_params.base_metric: dbt has no such field",
  "metrics.type_params.fill_nulls_with: dbt has no such field",
  "metrics.type_params.join_to_timespine: dbt has no such field",
  "metrics.type_params.is_private: dbt has no such field",
];

/** `tags` and `email` may be a text or a list; a config of a column or metric has fewer fields than that of a model. */
const isOfConfig = (gap: string) =>
  /config\.(tags|materialized|enabled|meta|quoting|quoting\.\w+): dbt has no such field$/.test(gap);

test.each(parts)("what is read of %s is what dbt 1.11 writes (%#)", (map, schema, types) => {
  const printed = readPrinted("manifest-v12");
  const gaps = findGaps(toSchema(schema), listEntries(printed, map, types), map);
  expect(gaps.filter((gap) => !newer.includes(gap) && !isOfConfig(gap))).toEqual([]);
});

test.each(parts)("dbt 1.7 writes no other types in %s (%#)", (map, schema, types) => {
  const printed = readPrinted("manifest-v11");
  const gaps = findGaps(toSchema(schema), listEntries(printed, map, types), map);
  expect(gaps.filter((gap) => gap.includes("dbt also writes"))).toEqual([]);
});

test("what is read of the catalog is what dbt writes", () => {
  const printed = readPrinted("catalog-v1");
  const gaps = findGaps(toSchema(schemas.catalogTableSchema), listEntries(printed, "nodes"), "nodes");
  expect(gaps).toEqual([]);
});
