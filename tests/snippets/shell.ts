import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Tells the words of each command on a stream of its own. It runs none. Those of a pipe run at once: each tells its
 * words in one piece, without line breaks, after which the shell writes.
 */
const teller = `
command_not_found_handle() { printf -v words '%s\\x1f' "$@"; printf '%s\\x1e' "\${words//$'\\n'/$'\\x1d'}" >&3; }
cd() { :; }
PATH=/nonexistent
`;

/**
 * The commands of a shell block, as a shell reads them: each with its words, without redirections and variables set for
 * it.
 *
 * @throws when the shell can't read it.
 */
export function readCommands(code: string): string[][] {
  const cwd = mkdtempSync(join(tmpdir(), "pulumi-analytics-shell-"));
  try {
    // Placeholders would be redirections, and a command with a path isn't looked for.
    const plain = code.replaceAll(/<[A-Za-z][^<>\n]*>/g, "placeholder").replaceAll(/^venv\/bin\//gm, "");
    const script = `${teller}${plain}\nwait\n`;
    const { output, stderr } = spawnSync("/bin/bash", ["-c", script], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    if (stderr !== "") throw new Error(stderr);
    const told = String(output[3] ?? "").replaceAll("\x1d", "\n");
    return told.split("\x1e").flatMap((words) => (words === "" ? [] : [words.split("\x1f").slice(0, -1)]));
  } finally {
    rmSync(cwd, { recursive: true });
  }
}
