import { describeSchemaError } from "pulumi-analytics-internal/core/data";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { UsageError } from "pulumi-analytics-internal/core/text";
import { z } from "zod";

const restriction = z.strictObject({
  teams: z.array(z.string()).optional(),
  members: z.array(z.string()).optional(),
  attribute: z.strictObject({ name: z.string(), value: z.string() }).optional(),
  nobody: z.literal(true).optional(),
});

/** Who may see a column. */
export type Restriction = z.output<typeof restriction>;

/** `meta.analytics`, of whatever tool. */
export const analyticsSchema = z.looseObject({
  label: z.string().optional(),
  description: z.string().optional(),
  formula: z.string().optional(),
  format: z.union([z.string(), z.record(z.string(), z.unknown())]).optional(),
  currency: z.string().optional(),
  percent: z.boolean().optional(),
  hidden: z.boolean().optional(),
  highlighted: z.boolean().optional(),
  folder: z.string().optional(),
  restrict: restriction.optional(),
  was: z.string().optional(),
  owner: z.string().optional(),
  control: z.boolean().optional(),
  skip: z.boolean().optional(),
});

/** `meta.analytics` of a model, column, dimension or metric: what overrides everything else. */
export type AnalyticsMeta = z.output<typeof analyticsSchema>;

interface HasMeta {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly config: { readonly meta: Readonly<Record<string, unknown>> };
}

/** All of `meta`, which newer versions of dbt have in `config`. */
export function readMeta({ meta, config }: HasMeta): Readonly<Record<string, unknown>> {
  return Object.keys(config.meta).length > 0 ? config.meta : (meta ?? {});
}

/**
 * @param place what has it, for messages: `model orders, column email`.
 * @throws UsageError when it says something that can't be meant: a restriction that is misspelled must not vanish.
 */
export function readAnalyticsMeta(owner: HasMeta, place: string): AnalyticsMeta {
  const found = analyticsSchema.safeParse(readMeta(owner).analytics ?? {});
  if (found.success) return found.data;
  throw new UsageError(
    `${place}: ${describeSchemaError(found.error, "meta.analytics")}. Correct it in dbt, and write the manifest again.`,
  );
}

/** The criteria of a column security. Names of teams, members and attributes get their ids from the program. */
export function buildCriteria({ teams = [], members = [], attribute, nobody }: Restriction, place: string): JsonObject {
  const kinds = [teams.length + members.length > 0, attribute !== undefined, nobody === true].filter(Boolean);
  if (kinds.length !== 1) {
    throw new UsageError(`${place}: \`restrict\` needs one of teams and members, attribute, or nobody: true.`);
  }
  if (nobody) return { kind: "no-one-can-view" };
  if (attribute !== undefined) {
    const assignment = { userAttributeId: { $ref: `attribute:${attribute.name}` }, value: attribute.value };
    return { kind: "user-attribute", assignments: [assignment] };
  }
  const assignments: Json[] = [
    ...teams.map((team) => ({ type: "team", teamId: { $ref: `team:${team}` } })),
    ...members.map((member) => ({ type: "user", userId: { $ref: `member:${member}` } })),
  ];
  return { kind: "specific-users-and-teams", assignments };
}

/**
 * Who sees the columns with a tag, of the setting `restrict`.
 *
 * @throws UsageError
 * @example parseTagRestriction(["pii", "attribute:Region=north"])
 */
export function parseTagRestriction([tag, who]: readonly [string, string]): readonly [tag: string, Restriction] {
  const [, kind, rest] = /^(nobody|team|member|attribute)(?::(.+))?$/.exec(who) ?? [];
  const [, name, value] = /^([^=]+)=(.+)$/.exec(rest ?? "") ?? [];
  if (kind === "nobody" && rest === undefined) return [tag, { nobody: true }];
  if (kind === "team" && rest !== undefined) return [tag, { teams: [rest] }];
  if (kind === "member" && rest !== undefined) return [tag, { members: [rest] }];
  if (kind === "attribute" && name !== undefined) return [tag, { attribute: { name, value: value as string } }];
  throw new UsageError(
    `restrict.${tag}=${who}: write restrict.${tag}=nobody, team:NAME, member:EMAIL or attribute:NAME=VALUE.`,
  );
}

/** The format of a column or metric; undefined: the platform's own. */
export function buildFormat(
  { format, currency, percent }: AnalyticsMeta,
  { isDate, hasTime }: { readonly isDate: boolean; readonly hasTime: boolean },
): JsonObject | undefined {
  if (typeof format === "object") return format as JsonObject;
  if (format !== undefined) return { kind: isDate ? "datetime" : "number", formatString: format };
  if (currency !== undefined) return buildCurrencyFormat(currency);
  if (percent) return { kind: "number", formatString: ",.1%" };
  if (isDate) return { kind: "datetime", formatString: hasTime ? "%Y-%m-%d %H:%M" : "%Y-%m-%d" };
  return undefined;
}

function buildCurrencyFormat(currency: string): JsonObject {
  const code = /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : undefined;
  if (code === undefined) return { kind: "number", formatString: "$,.2f", currencySymbol: currency };
  const numbers = new Intl.NumberFormat("en", { style: "currency", currency: code, currencyDisplay: "narrowSymbol" });
  const symbol = numbers.formatToParts(0).find(({ type }) => type === "currency")?.value ?? code;
  const digits = numbers.resolvedOptions().maximumFractionDigits ?? 2;
  return { kind: "number", formatString: `$,.${digits}f`, currencySymbol: symbol };
}
