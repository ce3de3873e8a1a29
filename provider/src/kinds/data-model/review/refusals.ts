import type { ApiError } from "../../../core/api";
import { createEmptyIdentity, type Path, toServerIds } from "../../../core/model";
import { toList } from "../../../core/model/json";
import { formatSyncCommand } from "../../../core/text";
import { getModel } from "../declaration";
import type { DataModelInputs, DataModelOutputs } from "../fields";
import { getLastPart, Sent } from "./sent";

/**
 * What to do about the platform's refusal of a model. The platform names an id, a table or a path from somewhere
 * inside; the hint names the field, and the file with line and column.
 *
 * @param outputs of the state: the platform's ids stand in what was sent.
 * @returns undefined for an error that says enough, or about something that wasn't sent.
 *
 * The hint for "Dependency not found: 'f3'" is, for example: "Look at models/orders.yaml:8:13:
 * pages[main].elements[orders].source.connectionId (`!ref warehouse`). The platform has no such connection, or these
 * credentials can't see it."
 */
export function adviseOnRefusal(
  error: ApiError,
  inputs: DataModelInputs,
  { ids = createEmptyIdentity() }: Partial<DataModelOutputs>,
): string | undefined {
  if (error.method === "GET" || error.method === "DELETE") return undefined;
  const sent = new Sent(inputs, toServerIds(getModel(inputs).declared, ids));
  if (error.status === 403 && error.fromProxy) return adviseOnGateway(error, sent);
  const { detail } = error;
  if (error.code === "inode_archived") return adviseOnArchived(detail, inputs, sent);
  if (error.status !== 400) return undefined;
  if (error.code === "warehouse_query_failed_user_error")
    return sent.findHint(sent.findTextPlaces(isStatement), onStatement);

  const [, source] = detail.split(/source not found: warehouse table '/i);
  const [table, connection] = source?.split(/' on connection (?=([\w-]+))/i) ?? [];
  if (table && connection) return adviseOnTable(table, connection, sent);

  const [, missing] = detail.replace(/(?<![.\s])[.\s]+$/, "").split(/dependency not found: (?:formula reference )?/i);
  if (missing) return adviseOnDependency(/^'([^']+)'/.exec(missing)?.[1] ?? missing, inputs, sent);

  const [, parameter] = detail.replace(/\.$/, "").split(/invalid parameter on control: /i);
  const [, model, control] = parameter?.split(/ targeting data model: |, controlId: /i) ?? [];
  if (model && control) return adviseOnParameter(model, control, sent);

  for (const { pattern, find, say } of refusals) {
    const match = pattern.exec(detail);
    if (match !== null) return sent.findHint(find(sent, match.slice(1)), say(match.slice(1)));
  }

  const [, path, wrong = ""] =
    /^(?:Expecting .*? at 0\.)?([A-Za-z$][\w$]*(?:\[\d+\]|\.[\w$]+)+)(?::| but) (.+)/.exec(detail) ?? [];
  if (path !== undefined) return sent.findHint(sent.findBelow(splitSteps(path), wrong), adviseOnValue(path, wrong));
  return undefined;
}

/** A refusal of the platform: its words, the places that they may mean, and what to write there. */
interface Refusal {
  readonly pattern: RegExp;
  find(sent: Sent, parts: readonly string[]): Path[];
  say(parts: readonly string[]): string;
}

const refusals: readonly Refusal[] = [
  {
    pattern: /column reference not found: '(.+?)'/i,
    find: (sent, [name = ""]) => sent.findKeysNaming(name),
    say: ([name = ""]) =>
      "The column of this side has another name. A key is the name that the platform shows: for the column " +
      `\`${getLastPart(name)}\` of a warehouse table it is \`[${formatName(getLastPart(name))}]\`, unless its ` +
      "connection has friendly names turned off.",
  },
  {
    pattern: /invalid formula(?:: (.+))?/i,
    find: (sent, [formula]) => sent.findInvalidFormulas(formula),
    say: () =>
      "The platform doesn't understand this formula. `And`, `Or` and `Not` stand between values, and a condition " +
      "is `If(condition, value, otherwise)`.",
  },
  {
    pattern: /sort column not found/i,
    find: (sent) =>
      sent.findTables(({ groupings, sort }) => toList(groupings).length > 0 && toList(sort).length > 0, "sort"),
    say: () => "A table with groupings sorts in them: move the keys into `groupings[].sort`.",
  },
  {
    pattern: /invalid number format string/i,
    find: (sent) => sent.findNumberFormats(),
    say: () => "Write a number format of d3, such as `,.2f` or `.1%`.",
  },
  {
    pattern: /missing "kind" field/i,
    find: (sent) => sent.findObjectsWithoutKind("format", "source"),
    say: () => "Add `kind`: `number` or `datetime` to a format, the kind of source to a source.",
  },
  {
    pattern: /syntax error in data model spec/i,
    find: (sent) => sent.findElementsWithoutKind(),
    say: () => "Add `kind: table` or `kind: control`.",
  },
  {
    pattern: /^(?!.*\.)schemaVersion: /i,
    find: () => [["schemaVersion"]],
    say: () => "Write `schemaVersion: 1`, a number.",
  },
  {
    pattern: /invalid element id/i,
    find: (sent) => sent.findRelationships(),
    say: () =>
      "A relationship in an update names parts that the platform has, or new ones, and not both. Add the new " +
      "table or key columns in an update before the relationship.",
  },
  {
    pattern: /invalid relationship: (\S+)/i,
    find: (sent, [id = ""]) => sent.findValues(id).filter((path) => path.at(-1) === "targetElementId"),
    say: () => "Both tables of a relationship must be on the same page: move one of them.",
  },
  {
    pattern: /duplicate filter on column: (\S+)/i,
    find: (sent, [id = ""]) =>
      sent
        .findValues(id)
        .filter((path) => path.includes("filters"))
        .slice(1),
    say: () => "A column has one filter. Filter a second column with the same formula.",
  },
  {
    pattern: /duplicate (?:table name|\w+ id): '(.+?)'/i,
    find: (sent, [text = ""]) => sent.findNames(text).slice(1),
    say: ([text]) => `\`${text}\` is taken: give each its own.`,
  },
  {
    pattern: /^(?:join|union) of '(.+?)': (.+)/i,
    find: (sent, [table = ""]) => sent.findTables(({ id, name }) => id === table || name === table, "source"),
    say: () =>
      "Every left side of a join is the primary source or the right side of another join; a union has one source " +
      "column, or null, for each source.",
  },
  {
    pattern: /cannot resolve columns on table ([^:]+)/i,
    find: (sent, [table = ""]) =>
      sent.findTables(({ name }) => typeof name === "string" && name.toLowerCase() === table.toLowerCase(), "columns"),
    say: () => "A formula of this table names what doesn't exist.",
  },
];

const isStatement = (_text: string, key: string | number | undefined) => key === "statement";
const onStatement = "The warehouse refused a query. Run this statement there to see why.";

/** What to write instead of a value that the platform names by its path. */
function adviseOnValue(path: string, wrong: string): string | undefined {
  if (path.endsWith(".op") && wrong.includes("<=>")) {
    return "Equality that counts nulls as equal is `is-not-distinct-from`; without `op` it is plain equality.";
  }
  if (path.endsWith("source.statement")) return "The SQL of a source stands in `statement`.";
  if (path.endsWith("connectionId"))
    return "Each warehouse table needs its `connectionId`, on both sides of a join too.";
  if (path.endsWith("comparison.direction")) return "This platform doesn't know the field yet: leave it out.";
  return undefined;
}

/** The model itself, its folder, or a model that it reads from. */
function adviseOnArchived(detail: string, { folderId, file }: DataModelInputs, sent: Sent): string | undefined {
  const id = /'([\w-]+)'/.exec(detail)?.[1] ?? "";
  const restore = `Restore it in the product, or with PATCH /v2/files/${id || "{id}"} {"restore": true}.`;
  if (id !== "" && folderId === id)
    return (
      `Look at folderId${file === undefined ? "" : ` of the model of ${file}`}. The ` + `folder is archived. ${restore}`
    );
  const places = id === "" ? [] : sent.findValues(id);
  return sent.findHint(places, `What it names is archived. ${restore}`);
}

/** Words that friendly names keep small, unless they come first. */
const smallWords = new Set("a an the and or for at by in of on to up as into via per".split(" "));

/** The name that the platform shows for a column of the warehouse: `DAYS_TO_SHIP` → `Days to Ship`. */
function formatName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .split(/[\s_\-/.[\]]+/)
    .filter((word) => word !== "");
  return words
    .map((word, index) => {
      const lower = word.toLowerCase();
      return index > 0 && smallWords.has(lower) ? lower : lower.charAt(0).toUpperCase() + lower.slice(1);
    })
    .join(" ");
}

/** What an id in a field is the id of. */
const nouns: Readonly<Record<string, string>> = {
  connectionId: "connection",
  folderId: "folder",
  dataModelId: "data model",
  datasetId: "dataset",
  elementId: "element",
  targetElementId: "element",
  groupingId: "grouping",
  controlId: "control",
};

function adviseOnDependency(id: string, { folderId, file }: DataModelInputs, sent: Sent): string | undefined {
  const describeMissing = (noun: string) => `The platform has no such ${noun}, or these credentials can't see it.`;
  if (folderId === id) {
    const where = file === undefined ? "folderId" : `folderId, which the program gives to the model of ${file}`;
    return `Look at ${where}. ${describeMissing("folder")} \`getFolder\` finds one by its path.`;
  }
  const values = sent.findValues(id);
  const [value] = values;
  if (value !== undefined) return sent.findHint(values, describeMissing(nouns[String(value.at(-1))] ?? "object"));
  const named = sent.findFormulasNaming(id);
  const near = sent.findNearest(id);
  const advice = near === undefined ? "" : ` Did you mean \`[${near}]\`?`;
  return sent.findHint(
    named,
    `A name in this formula leads nowhere; the platform prints names in lower case.${advice}`,
  );
}

/** The platform names the control by an id of its own. */
function adviseOnParameter(model: string, control: string, sent: Sent): string | undefined {
  const isOfModel = (place: Path) => sent.getValue([...place.slice(0, -1), "dataModelId"]) === model;
  const places = sent.findValues(control).filter((place) => place.at(-1) === "controlId" && isOfModel(place));
  return sent.findHint(
    places,
    "The platform doesn't let this control set that one: the other model has no control with this `controlId` " +
      "(which isn't its id), these credentials can't see the model, or its joins don't allow it.",
  );
}

function adviseOnTable(table: string, connection: string, sent: Sent): string {
  const places = sent.listTables(table);
  const path =
    (places.map((place) => sent.getValue(place)).find(Array.isArray) as string[] | undefined) ?? table.split(".");
  const connections = places.map((place) => [...place.slice(0, -1), "connectionId"]);
  const advice = [
    "The platform's catalog lacks the table: it is new, its path is wrong, or its connectionId is.",
    `Sync it with \`npx ${formatSyncCommand(connection, path)}\`, then run \`pulumi up\` again.`,
  ].join(" ");
  return (
    sent.findHint([...places, ...connections.filter((place) => sent.getValue(place) !== undefined)], advice) ?? advice
  );
}

function adviseOnGateway(error: ApiError, sent: Sent): string | undefined {
  const places = sent.findTexts(/\brgba?\(|<\/?[a-z][^<>]*>|\bunion\s+select\b|;\s*(?:drop|delete|insert)\b/i);
  const where = sent.findHint(places, "The gateway is likely to have taken it for an attack.");
  return where && [error.hint, where].filter(Boolean).join(" ");
}

/** `joins[0].left.connectionId` → its steps. */
function splitSteps(path: string): Path {
  return path.split(/[.[\]]+/).flatMap((step) => (step === "" ? [] : [/^\d+$/.test(step) ? Number(step) : step]));
}
