import type { Command } from "commander";
import type { MigrateDataset } from "pulumi-analytics-internal/core/api";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";

/** What everybody who asks about datasets is to know. */
export const deprecation = `Datasets are deprecated:
  2 June 2026        you can't create or edit datasets after this date
  15 September 2026  you can't view datasets or use them as a source after this date`;

/** How datasets are migrated. */
export interface MigrationOptions extends ProfileOptions {
  readonly destFolder?: string;
  readonly updateReferences: boolean;
}

/** The options that plan and migration share, and what both have to say in their help. */
export function addMigrationOptions(command: Command): Command {
  command
    .option("--dest-folder <id>", "the folder for the data models; default: the folder of each dataset")
    .option("--update-references", "update workbooks that use a dataset to use its data model", true)
    .option("--no-update-references", "workbooks continue to use the datasets until the platform removes them");
  return addProfileOptions(command).addHelpText(
    "after",
    `\n${deprecation}\n\nThe platform's endpoint for migrations and their dry runs is beta and may change.`,
  );
}

/** The same as the platform wants it. */
export function toRequest({ destFolder, updateReferences }: MigrationOptions): Omit<MigrateDataset, "dryRun"> {
  return { shouldUpdateReferences: updateReferences, ...(destFolder !== undefined && { destFolderId: destFolder }) };
}
