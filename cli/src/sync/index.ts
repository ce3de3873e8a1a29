import type { Command } from "commander";
import { formatObjectPath, parseObjectPath, readUnlessGone } from "pulumi-analytics-internal/core/api";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { findConnection } from "../platform/connection";
import { addProfileOptions, type ProfileOptions } from "../platform/profile";

/** `sync`: makes the platform's catalog know a table that is new in the warehouse. */
export const sync = defineCommand<ProfileOptions>({
  name: "sync",

  define(sub: Command) {
    sub
      .description("Update the platform's catalog for a database, schema or table of a warehouse.")
      .argument("<warehouse>", "id or name of the connection to the warehouse")
      .argument("<path>", 'DATABASE.SCHEMA, or DATABASE.SCHEMA.TABLE; a name with a dot in double quotes: A.B."C.D"');
    addProfileOptions(sub).addHelpText(
      "after",
      `
A data model can only read tables in the catalog: for other tables, the platform refuses the model with
\`Source not found\`. The command changes nothing in the warehouse.

Exit codes: 0 if the catalog then has the path, 1 if not.

With --json: {connectionId, path, known, kind?}. \`kind\` is one of scope, table, semanticView, metricView or
stored-procedure.

Examples:
  $ pulumi-analytics sync 4a3f0c6e-… SALES.PUBLIC.ORDERS
  $ pulumi-analytics sync "Snowflake prod" SALES.PUBLIC.ORDERS
  $ pulumi-analytics sync 4a3f0c6e-… SALES.PUBLIC --stack prod`,
    );
  },

  async run(context, [wanted = "", given = ""], options): Promise<Outcome> {
    const path = parseObjectPath(given);
    if (path === undefined) {
      throw new UsageError(`${given}: not a path in a warehouse. Use DATABASE.SCHEMA.TABLE.`);
    }
    const { connections } = await context.client(options);
    const warehouse = await findConnection(connections, wanted);
    await connections.sync(warehouse, path);
    const kind = (await readUnlessGone(connections.lookup(warehouse, path)))?.kind;
    const name = formatObjectPath(path);
    return {
      json: { connectionId: warehouse, path, known: kind !== undefined, ...(kind === undefined ? {} : { kind }) },
      text:
        kind === undefined
          ? `The sync is done, but the catalog doesn't have ${name} yet. Check the spelling, upper and lower ` +
            "case, and whether the connection's user can read it. Otherwise run the command again in a minute."
          : `The catalog has ${name}: ${escapeLine(kind)}.`,
      exit: kind === undefined ? exitCodes.found : exitCodes.ok,
    };
  },
});
