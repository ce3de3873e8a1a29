/** The columns of a SQL statement, as far as its text shows them for sure. */

/** A name as SQL writes it: plain, or in the quotes of some warehouse. */
const identifier = String.raw`(?:[\p{L}_][\p{L}\p{N}_]*|"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\])`;
const path = new RegExp(`^${identifier}(?:\\s*\\.\\s*${identifier})*$`, "u");
const lastWord = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*$/u;
const beforeAlias = /[\s\S][\s)\]"'`]as\s+$/i;

/** What looks like a name and is a value, whose column each warehouse names its own way. */
const values = /^(?:null|true|false|sysdate|user|session_user|local\w+|current_\w+)$/i;

/**
 * The names of the columns that a plain `select a, t.b, f(c) as d from …` returns; undefined where anything in it could
 * mean something else: a star, an expression without a name, a common table expression, a placeholder or comment before
 * the first `from`, several statements.
 *
 * @example findOutputs('select id, t.amount, upper(name) as "Name" from t') // ["id", "amount", "Name"]
 */
export function findOutputs(statement: string): string[] | undefined {
  const text = statement.trim().replace(/;$/, "");
  // `|>` lets a later part select other columns; a backslash may escape the quote behind it.
  if (!/^select\s/i.test(text) || /;|\\|\$|\|>/.test(text)) return undefined;
  const items = splitSelectList(text.slice("select".length));
  const names = items?.map(findItemName);
  return names?.every((name) => name !== undefined) ? names : undefined;
}

const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", "`": "`", "[": "]" };

/** The parts of the list between `select` and the `from` that ends it; undefined if there is no such list. */
function splitSelectList(text: string): string[] | undefined {
  const items: string[] = [];
  let [depth, start] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    const letter = text[i]!;
    if (/^(?:--|\/\*|#|\{)/.test(text.slice(i, i + 2))) return undefined;
    const end = closing[letter];
    if (end !== undefined) {
      i = text.indexOf(end, i + 1);
      if (i < 0) return undefined;
    } else if (letter === "(") depth++;
    else if (letter === ")") depth--;
    else if (depth === 0 && letter === ",") {
      items.push(text.slice(start, i));
      start = i + 1;
    } else if (depth === 0 && /^\s*from\s/i.test(text.slice(i, i + 6)) && /[\s)"'`\]]/.test(text[i - 1] ?? "")) {
      return [...items, text.slice(start, i)];
    }
    if (depth < 0) return undefined;
  }
  return undefined;
}

function findItemName(item: string, index: number): string | undefined {
  const text = (index === 0 ? item.trim().replace(/^(?:distinct|all)\s+/i, "") : item).trim();
  const name = findLastName(text);
  const isNamed = path.test(text) ? !values.test(text) : beforeAlias.test(text.slice(0, text.length - name.length));
  if (name === "" || !isNamed) return undefined;
  return /^["`[]/.test(name) ? name.slice(1, -1) : name;
}

/** The name at the end of a text, with its quotes; an empty text if there is none. */
function findLastName(text: string): string {
  const quote = text.at(-1) ?? "";
  if (!/["`\]]/.test(quote)) return lastWord.exec(text)?.[0] ?? "";
  const before = text.lastIndexOf(quote, text.length - 2);
  const start = quote === "]" ? text.indexOf("[", before + 1) : before;
  return start < 0 || start > text.length - 3 ? "" : text.slice(start);
}
