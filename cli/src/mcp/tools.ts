import { z } from "zod";
import { questions } from "./index";

/** A command line that an agent may ask for. Its arguments are the options of the command, and its own arguments. */
interface Tool {
  readonly about: string;
  readonly shape: z.ZodRawShape;
}

const text = z.string().min(1).max(2_000);
const several = z.array(text).max(100).default([]);
const files = several.describe("files, folders or names of documents; default: all");
const flag = z.boolean().default(false);
const limit = z.int().min(1).max(500).default(50).describe("how many entries of each list an answer has");

const forms =
  "A document is a file, the name of one, git:<ref>, git:<ref>:<file>, state:<name>, live:<folder>/<name> or an id; " +
  "behind #, a part: orders#fact_orders.amount.";

/** What the server offers. A command that changes anything is none of them. */
export const tools: Readonly<Record<string, Tool>> = {
  validate: {
    about:
      "Reports mistakes in files: rule, file, line, what to do. Run it after each edit, until there are no errors. " +
      "It is offline, unless `live` looks tables and columns up in the platform's catalog.",
    shape: { documents: files, live: flag },
  },
  diff: {
    about:
      "Compares the meaning of two documents or folders, such as git:main and models. With `before` alone: that " +
      `document with what the platform has. ${forms}`,
    shape: { before: text, after: text.optional(), ignore: several.describe("parts, such as **/description") },
  },
  impact: {
    about:
      "Finds who reads a table, column, metric or element, in files and on the platform, with places and owners: " +
      "orders#fact_orders.region, or table:DB.SCHEMA.TABLE.COLUMN. Or, with `against`, who reads what the files lost " +
      "since a commit (git:main) or the stack's last update (state:). Without credentials it asks the files alone.",
    shape: { what: several, against: text.optional(), offline: flag },
  },
  check: {
    about:
      "Runs the checks of files or, with `against` (git:main, state:), compares metrics before and after a change, " +
      "`by` groups: [Region]. The platform calculates in a scratch workbook, which the command deletes.",
    shape: { documents: files, against: text.optional(), by: several, "no-values": flag },
  },
  search: {
    about:
      "Finds documents, elements, warehouse tables, columns and metrics in the project's files by words of their " +
      "kind, name, id, description or formula. With `live`, also the platform's documents by name. A dot finds all.",
    shape: { text, live: flag },
  },
  read: { about: `Reads a document, or a part of it. ${forms}`, shape: { document: text } },
  functions: {
    about:
      "Lists the functions of formulas, with arguments and what they return, by a part of their name or group, or by " +
      "their name in SQL or a spreadsheet: sum, date, nvl. No other function works.",
    shape: { text: text.optional() },
  },
};

/** What a tool takes: nothing that it doesn't know. */
export const formInput = ({ shape }: Tool) => {
  const known = { ...shape, limit };
  const explain: z.core.$ZodErrorMap = (issue) =>
    issue.code === "unrecognized_keys"
      ? `Unrecognized key: ${issue.keys.map((key) => `"${key}"`).join(", ")}. Known: ${Object.keys(known).join(", ")}`
      : undefined;
  return z.strictObject(known, { error: explain });
};

/** Arguments of commands that are no options; all but `text` name documents. */
const positions = ["documents", "before", "after", "what", "document", "text"];

/** The arguments by which to ask a tool for less. */
export const listNarrowing = ({ shape }: Tool) => positions.filter((key) => key in shape).map((key) => `\`${key}\``);

/**
 * The command line of a call. Each option and its value are one word, so that no value is taken for an option.
 *
 * @example formCommandLine("check", { documents: ["models"], against: "git:main" }, () => {})
 * // ["check", "--json", "--against=git:main", "--", "models"]
 */
export function formCommandLine(name: string, given: object, requireInside: (document: string) => void): string[] {
  const { limit: _, ...all } = given as Readonly<Record<string, unknown>>;
  const list = (key: string) => [all[key]].flat().filter((one): one is string => typeof one === "string");
  const documents = [...positions.filter((key) => key !== "text"), "against"];
  for (const document of documents.flatMap(list)) requireInside(document);
  const options = Object.keys(all)
    .filter((key) => !positions.includes(key))
    .flatMap((key) => (all[key] === true ? [`--${key}`] : list(key).map((value) => `--${key}=${value}`)));
  const [command, ...words] = (questions as readonly string[]).includes(name) ? ["mcp", "--", name] : [name, "--"];
  return [command!, "--json", ...options, ...words, ...positions.flatMap(list)];
}
