/**
 * The columns that a statement puts out, as far as its text shows them: undefined for one with `*`, or that isn't a
 * plain select.
 *
 * @example
 * outputsOf("select id, o.amount, sum(x) as total from o"); // ["id", "amount", "total"]
 */
export function listOutputs(statement: string): string[] | undefined {
  const text = statement.replace(/--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, " ").trim();
  const list = /^select\s+(?:distinct\s+)?/i.exec(text);
  if (!list) {
    return undefined;
  }
  const outputs = splitList(text.slice(list[0].length)).map(getOutputName);
  return outputs.every((output) => output !== undefined) ? outputs : undefined;
}

/** The items of a select list, up to its `from`. */
function splitList(text: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let item = "";
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\w+|[\s\S]/g)) {
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    if (depth === 0 && (/^from$/i.test(token) || token === ";")) {
      break;
    }
    if (depth === 0 && token === ",") {
      items.push(item);
      item = "";
    } else {
      item += token;
    }
  }
  return [...items, item];
}

const identifier = String.raw`(?:"[^"]+"|${"`"}[^${"`"}]+${"`"}|[A-Za-z_]\w*)`;
const aliased = new RegExp(String.raw`(?:\bas\s+|[\s)])(${identifier})\s*$`, "i");
const plain = new RegExp(String.raw`^\s*(?:${identifier}\s*\.\s*)*(${identifier})\s*$`);

function getOutputName(item: string): string | undefined {
  // What ends with `end` is a case without a name.
  const name = plain.exec(item)?.[1] ?? aliased.exec(item.replace(/\bend\s*$/i, "end)"))?.[1];
  return name?.replace(/^["`]|["`]$/g, "");
}
