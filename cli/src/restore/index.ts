import type { Command } from "commander";
import { type AnalyticsClient, isNotFound } from "pulumi-analytics-internal/core/api";
import { defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";

/** `restore`: makes an earlier version of a workbook the latest one. */
export const restore = defineCommand<ProfileOptions>({
  name: "restore",

  define(sub: Command) {
    sub
      .description("Bring back an earlier version of a workbook.")
      .argument("<id>", "id of the workbook")
      .argument("<version>", "the version, as an update names it or the state has it: previousVersion");
    addProfileOptions(sub).addHelpText(
      "after",
      `
The platform keeps every version. The command publishes the earlier one as a new version, with what no code shows, such
as the actions of some buttons. Nothing is lost: the version that it replaces can be brought back in the same way.

With --json: {workbookId, name, restored, version}.

Examples:
  $ pulumi-analytics restore 4a3f0c6e-… 12
  $ pulumi-analytics restore 4a3f0c6e-… 12 --stack prod`,
    );
  },

  async run(context, [id = "", given = ""], options): Promise<Outcome> {
    const restored = Number(given);
    if (!Number.isInteger(restored) || restored < 1) {
      throw new UsageError(`${given}: not a version. Give a whole number from 1.`);
    }
    const client = await context.client(options);
    const { workbookContents, workbooks } = client;
    const { name, latestVersion } = await workbooks.get(id).catch(async (error: unknown) => {
      throw isNotFound(error) ? new UsageError(`${id}: ${await explainMissing(client, id)}`) : error;
    });
    if (restored > latestVersion) {
      throw new UsageError(`${given}: the latest version of workbook "${name}" is ${latestVersion}.`);
    }
    if (restored < latestVersion) await workbookContents.restoreVersion(id, restored);
    const { latestVersion: version } = await workbooks.get(id);
    return {
      json: { workbookId: id, name, restored, version },
      text:
        restored === latestVersion
          ? `Version ${restored} is the latest one of workbook "${name}". Nothing was changed.`
          : `Workbook "${name}" is as it was at version ${restored}, and this is version ${version} now. ` +
            "A stack that declares it shows the difference in `pulumi preview --refresh`.",
      exit: exitCodes.ok,
    };
  },
});

/** Why an id is none of a workbook. */
async function explainMissing({ reports }: AnalyticsClient, id: string): Promise<string> {
  try {
    const { name } = await reports.get(id);
    return `this is the report "${name}", and the API restores no versions of reports: the product's history does.`;
  } catch (error) {
    if (isNotFound(error)) return "there is no workbook with this id.";
    throw error;
  }
}
