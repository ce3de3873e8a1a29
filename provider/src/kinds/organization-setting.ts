import * as z from "zod";
import { isMissingOperation, readUnlessGone } from "../core/api";
import { declareComposedIds, defineKind, field, text } from "./declare";

const { idForms, partsOf: settingOf } = declareComposedIds(
  "OrganizationSetting",
  ["<organizationId>/<setting>"],
  ([organizationId, setting, ...others]) => (organizationId && setting && others.length === 0 ? setting : undefined),
);

/** What the API describes; a platform may have more of the same form. */
const described = ["bulkCopy", "licenseUpgradeRequests", "publicEmbeds"];

/** `/v2/organizations/settings/{name}`. */
export const organizationSetting = defineKind({
  name: "OrganizationSetting",
  docs: {
    description: `Something that is on or off for the whole organization.

| \`setting\` | when it is on |
|---|---|
| \`bulkCopy\` | members can copy many rows of a table at once |
| \`licenseUpgradeRequests\` | members can ask for a higher license |
| \`publicEmbeds\` | workbooks can be embedded for anyone, see [WorkbookEmbed](workbook-embed.md) |
| \`auditLogging\` | the platform keeps an audit log |
| \`sampleConnections\` | members see the platform's sample connections |

The last two are in no description of the API yet. Other settings of the platform that are on or off work by their name
in the API, too. The organization's time zone isn't
one: it can be written and not read.

The setting is always there, so a create sets it, and logs what it was. Removing the resource changes nothing on the
platform, and the provider says so. Declare the value that a delete sets as \`onDelete: { enabled: false }\`, and run
\`pulumi up\` before the delete, because a delete reads its arguments from the state. A delete never sets back what the
setting was before the resource: someone may have decided otherwise since.`,
    endpoints: ["GET|PATCH /v2/organizations/settings/{name}", "GET /v2/whoami"],
    example: `new analytics.OrganizationSetting("no-public-embeds", { setting: "publicEmbeds", enabled: false });`,
  },
  needs: { permission: "an Admin account" },
  adoption: { idForms },
  writing: { isRepeatable: true },
  deletion: { isFirst: true },
  fields: {
    setting: field(text, "The setting: `bulkCopy`, `licenseUpgradeRequests`, `publicEmbeds`, or another one.", {
      replaces: true,
    }),
    enabled: field(z.boolean(), "Whether it is on."),
    onDelete: field(
      z.strictObject({ enabled: z.boolean().describe("Whether it is on afterwards.") }).optional(),
      "What a delete of the resource sets. Default: a delete changes nothing.",
      { writeOnly: true },
    ),
  },
  outputs: {},

  describe: ({ setting }) => `setting ${setting} of the organization`,

  hint: (error, { setting }) =>
    isMissingOperation(error)
      ? `The platform has no setting "${setting}" that is on or off. Described are ${described.join(", ")}.`
      : undefined,

  mock: (_id, { setting }) => ({ id: `organization/${setting}`, outputs: {} }),

  async create({ client, checkpoint, log }, { setting, enabled }) {
    const { organizationId } = await client.readOwner();
    const id = `${organizationId}/${setting}`;
    const before = await client.organizationSettings.isEnabled(setting);
    if (before !== enabled) {
      // Before the write: refuses a setting that another resource has.
      checkpoint(id, { inputs: { setting, enabled: before }, outputs: {} });
      await client.organizationSettings.set(setting, enabled);
      log(`the setting ${setting} was ${showState(before)}, and is now ${showState(enabled)}`);
    }
    return { id, outputs: {} };
  },

  async read({ client }, id) {
    const setting = settingOf(id);
    const enabled = await readUnlessGone(client.organizationSettings.isEnabled(setting));
    return enabled === undefined ? undefined : { inputs: { setting, enabled }, outputs: {} };
  },

  async update({ client }, id, { enabled }) {
    if (enabled !== undefined) await client.organizationSettings.set(settingOf(id), enabled);
    return {};
  },

  async delete({ client, log }, id, { inputs: { onDelete } }) {
    const setting = settingOf(id);
    if (onDelete === undefined) {
      log(
        `the setting ${setting} stays as it is on the platform: only the resource is removed. To have a delete set ` +
          "it, declare onDelete: { enabled: … }",
      );
      return;
    }
    await client.organizationSettings.set(setting, onDelete.enabled);
    log(`the setting ${setting} is now ${showState(onDelete.enabled)}, as onDelete says`);
  },
});

const showState = (enabled: boolean) => (enabled ? "on" : "off");
