import * as z from "zod";
import { regions } from "../../../../provider/src/core/api/regions";
import { type AnyKind, commonFields } from "../../../../provider/src/kinds/declare";
import { environmentNames, type Field, type SettingsTable, settingNames } from "../../../../provider/src/settings";
import type { Properties } from "./spec";
import type { SchemaTypes } from "./types";

/** The settings of one profile. */
const profile: Readonly<Record<Field, z.ZodType>> = {
  region: z
    .enum(Object.keys(regions) as [string, ...string[]])
    .meta({ title: "Region", about: "A regional server of the platform." })
    .optional()
    .describe("The region of the organization. Excludes `baseUrl`. Default: `gcp-us`."),
  baseUrl: z.string().optional().describe("The address of the API, instead of `region`."),
  clientId: z.string().optional().describe("The client id of the API credentials."),
  clientSecret: z.string().optional().describe("The client secret of the API credentials.").meta({ secret: true }),
  requestTimeout: z
    .number()
    .optional()
    .describe("The seconds that one request may take, and a call with all its retries: above 0 and up to 300."),
  listingLag: z
    .number()
    .optional()
    .describe(
      "The seconds that new objects may be missing from the platform's lists, from 0 up to 600. Default: as measured " +
        "in the run, or else 60.",
    ),
  workbookApi: z
    .enum(["auto", "contents", "document"])
    .optional()
    .describe(
      "Which endpoints take workbooks and reports as code: `contents`, `document`, or `auto` (default), those that " +
        "the platform answers.",
    ),
  fewestRows: z
    .number()
    .optional()
    .describe("How many rows are behind each value that checks tell, at least 3. Default: 5."),
};

/**
 * The settings of the provider, and of the stack's configuration.
 *
 * None has a default from the environment in the schema (`defaultInfo`): the SDK of the program would read the variable
 * and send its value to the provider as if it were declared. The state would then hold the credentials of the shell, a
 * change of them would be a change of the provider, and a region from the environment would contradict a declared
 * `baseUrl`. The plugin reads the environment.
 */
export function buildSettings(kinds: readonly AnyKind[], types: SchemaTypes): Properties {
  const describeEnvironment = (name: Field) =>
    profile[name].describe(`${profile[name].description} In the environment: \`${environmentNames[name]}\`.`);
  const tables = kinds.flatMap(({ name, settings: table }) =>
    table === undefined ? [] : [[table.name, buildTableType(name, table)] as const],
  );
  const known: Readonly<Record<string, z.ZodType>> = {
    ...Object.fromEntries((Object.keys(profile) as Field[]).map((name) => [name, describeEnvironment(name)])),
    profiles: z
      .record(
        z.string(),
        z.object(profile).meta({ title: "Profile", about: "The address and credentials of an organization." }),
      )
      .optional()
      .describe(
        "More organizations, or other credentials, by name: for the argument `profile` of resources and functions.",
      )
      .meta({ secret: true }),
    workbookVerify: z
      .boolean()
      .optional()
      .describe(
        "Whether previews let the platform check new and changed workbooks and reports by a dry run. Default: " +
          "false. In the environment: `ANALYTICS_WORKBOOK_VERIFY`.",
      ),
    impact: z
      .boolean()
      .optional()
      .describe(
        "Whether previews and updates say which documents of the platform read what an update removes from a data " +
          "model, and whom to tell. It needs requests. In the environment: `ANALYTICS_IMPACT`. Default: false.",
      ),
    checkSources: z
      .boolean()
      .optional()
      .describe(
        "Whether a preview looks up the tables and columns of warehouses that new and changed data models, workbooks " +
          "and reports name. In the environment: `ANALYTICS_CHECK_SOURCES`. Default: false.",
      ),
    ...Object.fromEntries(tables),
  };
  const missing = settingNames.filter((name) => !(name in known));
  if (missing.length > 0) throw new Error(`settings without a type in the schema: ${missing.join(", ")}`);
  return types.addObject(Object.fromEntries(settingNames.map((name) => [name, known[name]!])), "").properties;
}

/** The setting that an explicit provider has, and a stack's configuration hasn't. */
export const defaultProfile = commonFields.profile.type.describe(
  "The name of the profile in `analytics:profiles` that resources of this provider use by default.",
);

/** The settings of a kind: an object, or a map where their names are no identifiers. */
function buildTableType(kind: string, { choices }: SettingsTable): z.ZodType {
  const names = Object.keys(choices);
  if (names.every((name) => /^\w+$/.test(name))) {
    const shape = Object.fromEntries(
      names.map((name) => {
        const [first] = choices[name]!;
        const type = z.enum(choices[name] as [string, ...string[]]);
        return [name, type.optional().describe(`See \`${kind}\`. Default: \`${first}\`.`)];
      }),
    );
    const title = `${kind}Settings`;
    return z.object(shape).meta({ title }).optional().describe(`Settings of all resources of type \`${kind}\`.`);
  }
  const values = [...new Set(Object.values(choices).flat())].sort();
  const type = z.enum(values as [string, ...string[]]).meta({ title: "Severity" });
  return z
    .record(z.string(), type)
    .optional()
    .describe(
      `What a finding of a rule of \`${kind}\` is, by the rule's name: ` +
        `${names.map((name) => `\`${name}\``).join(", ")}.`,
    );
}
