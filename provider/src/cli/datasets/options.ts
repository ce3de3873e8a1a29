import type { Command } from "commander";
import type { MigrateDataset } from "../../core/api";
import { type ConnectionOptions, connectionOptions } from "../connection";

/** What everybody who asks about datasets is to know. */
export const deprecation = `Datasets are deprecated:
  2 June 2026        from then on none can be created or edited
  15 September 2026  from then on none can be viewed or used as a source of data`;

/** How datasets are migrated. */
export interface MigrationOptions extends ConnectionOptions {
  readonly destFolder?: string;
  readonly updateReferences: boolean;
}

/** The options that plan and migration share, and what both have to say in their help. */
export function migrationOptions(command: Command): Command {
  command
    .option("--dest-folder <id>", "the folder the data models come to lie in; default: each dataset's own")
    .option("--update-references", "workbooks that use a dataset are to use its data model instead", true)
    .option("--no-update-references", "workbooks go on using the datasets, until these are gone");
  return connectionOptions(command).addHelpText(
    "after",
    `\n${deprecation}\n\nThe platform's endpoint for migrations and their dry runs is beta: it may change.`,
  );
}

/** The same as the platform wants it. */
export function asked({ destFolder, updateReferences }: MigrationOptions): Omit<MigrateDataset, "dryRun"> {
  return { shouldUpdateReferences: updateReferences, ...(destFolder !== undefined && { destFolderId: destFolder }) };
}
