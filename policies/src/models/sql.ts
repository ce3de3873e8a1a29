import { forEachSource, isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareFlag, declareTexts } from "../settings";

/**
 * The source of a table is a warehouse table or a model, not SQL. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `folders` | ids of the folders whose models may use SQL; default: none |
 * | `connections` | ids of the connections that allow SQL; default: none |
 *
 * @example `noSqlSources({ config: { folders: [sandboxFolderId] } })`
 */
export const noSqlSources = policy({
  name: "no-sql-sources",
  description: "Tables don't come from SQL.",
  level: "mandatory",
  settings: {
    folders: declareTexts("Ids of the folders whose models may use SQL."),
    connections: declareTexts("Ids of the connections SQL may be used on."),
  },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const { folders, connections } = settingsOf(context);
      const { folderId } = model.fields;
      if (folders.includes(folderId) || (folders.length > 0 && isUnknown(folderId))) return;
      forEachSource(model, ({ source, path }) => {
        if (source.kind !== "sql" || connections.includes(source.connectionId)) return;
        if (connections.length > 0 && isUnknown(source.connectionId)) return;
        report("the table's source is SQL; use a warehouse table or another model", path);
      });
    }),
  }),
});

/**
 * SQL names the columns that it reads, and only reads. Mandatory. The policy checks words, not meaning: a view or
 * function may still write, which only the permissions of the connection can prevent.
 *
 * | setting | |
 * |---|---|
 * | `allowStar` | whether to allow `select *`; default: false |
 */
export const sqlStatements = policy({
  name: "sql-statements",
  description: "SQL names its columns and only reads.",
  level: "mandatory",
  settings: { allowStar: declareFlag("Whether select * may be.", false) },
  judge: (settingsOf) => ({
    validateResource: validateDataModel((model, context, report) => {
      const { allowStar } = settingsOf(context);
      forEachSource(model, ({ source, path }) => {
        if (source.kind !== "sql" || isUnknown(source.statement)) return;
        const words = removeTexts(source.statement);
        const at = [...path, "statement"];
        if (!allowStar && star.test(words)) report("reads whatever columns there are (*); name them", at);
        const writes = findWriting(words);
        if (writes !== undefined) report(`${writes}; only one select is allowed`, at);
      });
    }),
  }),
});

/** A `*` in place of a column, not a product or `count(*)`. */
const star = /(?:\b(?:select|distinct|all|top\s+\d+)\b|[,.])\s*\*/i;

const writers =
  /\b(?:insert|update|delete|merge|truncate|create|alter|drop|grant|revoke|call|exec|execute|copy|put|unload|into)\b/i;

function findWriting(statement: string): string | undefined {
  const [first = "", ...more] = statement.split(";").filter((part) => part.trim() !== "");
  if (more.length > 0) return "holds several statements";
  const start = first.replace(/^[\s(]+/, "").match(/^\w*/)?.[0] ?? "";
  if (!/^(?:select|with|values)$/i.test(start)) return `begins with \`${start}\``;
  const writer = first.match(writers)?.[0];
  return writer === undefined ? undefined : `holds \`${writer}\``;
}

const replaceToken = (_token: string, literal?: string, name?: string, other?: string) =>
  literal === undefined ? (name === undefined ? (other ?? " ") : "quoted") : "''";

/** The statement without comments, literals, quoted names and controls, which may contain any word. */
function removeTexts(statement: string): string {
  return statement
    .replace(
      /('[^']*'|\$\$[\s\S]*?\$\$)|("[^"]*"|`[^`]*`)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([\s\w]+|[\s\S])/gy,
      replaceToken,
    )
    .replace(/\{\{[^{}]*\}\}/g, "control");
}
