/** One command of a shell block: its words, without comments, redirections and variables set for it. */
export type ShellCommand = readonly string[];

/** The commands of a shell block, in order. */
export function readCommands(code: string): ShellCommand[] {
  const tokens = [
    ...code
      .replaceAll("\\\n", " ")
      .matchAll(/'[^']*'|"[^"]*"|(?<=^|\s)#.*$|&&|\|\|?|[&;\n]|[<>]{1,2}\s*(?![^\s<>]*>)\S+|[^\s'"&;|]+/gm),
  ];
  const commands: string[][] = [[]];
  let end = 0;
  for (const { 0: token, index } of tokens) {
    const isGlued = index === end && index > 0 && /[^\s&;|]/.test(code[index - 1] ?? " ");
    end = index + token.length;
    if (/^(?:&&|\|\|?|[&;\n])$/.test(token)) commands.push([]);
    else if (/^#|^>{1,2}\s|^>\S/.test(token)) continue;
    else if (isGlued && commands.at(-1)!.length > 0) commands.at(-1)!.push(commands.at(-1)!.pop()! + unquote(token));
    else commands.at(-1)!.push(unquote(token));
  }
  return commands.map(dropVariables).filter((words) => words.length > 0);
}

const unquote = (token: string) => token.replace(/^(['"])(.*)\1$/s, "$2");

const dropVariables = (words: readonly string[]) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)));
