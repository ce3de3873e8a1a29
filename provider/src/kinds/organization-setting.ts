import * as z from "zod";
import { isMissingOperation, readIdentity, readUnless, readUnlessGone } from "../core/api";
import { declareComposedIds, defineKind, field, output, text } from "./declare";

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

Other settings of the platform that are on or off work by their name in the API, too. The organization's time zone isn't
one: it can be written and not read.

The setting is always there, so a create sets it, and logs what it was. A delete sets it back to that. Where it is
unknown, because the resource was imported or adopted or its create was lost, a delete leaves the setting as it is, and
says so.`,
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
  },
  outputs: {
    enabledBefore: output(
      z.boolean().optional(),
      "Whether it was on before the resource: a delete sets it back. Absent: unknown.",
      { changesWith: [] },
    ),
  },

  describe: ({ setting }) => `setting ${setting} of the organization`,

  hint: (error, { setting }) =>
    isMissingOperation(error)
      ? `The platform has no setting "${setting}" that is on or off. Described are ${described.join(", ")}.`
      : undefined,

  mock: (_id, { setting, enabled }) => ({ id: `organization/${setting}`, outputs: { enabledBefore: enabled } }),

  async create({ client, mayBeDone, checkpoint, log }, { setting, enabled }) {
    const { organizationId } = await readIdentity(client);
    const id = `${organizationId}/${setting}`;
    const enabledBefore = await client.organizationSettings.isEnabled(setting);
    // A lost create may have changed it.
    const outputs = { enabledBefore: mayBeDone ? undefined : enabledBefore };
    if (enabledBefore !== enabled) {
      // Before the write: refuses a setting that another resource has.
      checkpoint(id, { inputs: { setting, enabled: enabledBefore }, outputs });
      await client.organizationSettings.set(setting, enabled);
      log(`the setting ${setting} was ${showState(enabledBefore)}, and is now ${showState(enabled)}`);
    }
    return { id, outputs };
  },

  async read({ client }, id, known) {
    const setting = settingOf(id);
    const enabled = await readUnlessGone(client.organizationSettings.isEnabled(setting));
    if (enabled === undefined) return undefined;
    return { inputs: { setting, enabled }, outputs: { enabledBefore: known?.outputs.enabledBefore } };
  },

  async update({ client }, id, { enabled }, { olds }) {
    if (enabled !== undefined) await client.organizationSettings.set(settingOf(id), enabled);
    return { enabledBefore: olds.outputs.enabledBefore };
  },

  async delete({ client, log }, id, { outputs: { enabledBefore } }) {
    const setting = settingOf(id);
    const enabled = await readUnless(isMissingOperation, client.organizationSettings.isEnabled(setting));
    if (enabled === undefined) return;
    if (enabledBefore === undefined) {
      log(`the setting ${setting} stays ${showState(enabled)}: what it was before the resource is unknown`);
    } else if (enabled !== enabledBefore) {
      await client.organizationSettings.set(setting, enabledBefore);
      log(`the setting ${setting} is ${showState(enabledBefore)} again, as it was before the resource`);
    }
  },
});

const showState = (enabled: boolean) => (enabled ? "on" : "off");
