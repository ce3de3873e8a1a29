import { Argument } from "commander";
import { command } from "../command";
import { knownValues } from "./known-values";
import { type Shell, scripts, shells } from "./scripts";
import { type Suggestions, suggest } from "./suggest";

const help = `
For this session:
  bash   source <(pulumi-analytics completion bash)
  zsh    source <(pulumi-analytics completion zsh)
  fish   pulumi-analytics completion fish | source

For good:
  bash   pulumi-analytics completion bash > ~/.local/share/bash-completion/completions/pulumi-analytics
         (with the package bash-completion), or the line above in ~/.bashrc
  zsh    pulumi-analytics completion zsh > ~/.zfunc/_pulumi_analytics
         (under that name, with \`fpath=(~/.zfunc $fpath)\` before compinit in ~/.zshrc), or the line above in ~/.zshrc
  fish   pulumi-analytics completion fish > ~/.config/fish/completions/pulumi-analytics.fish

Where the command isn't on the PATH, write \`npx pulumi-analytics\` for it. \`npx pulumi-analytics …\` is completed too when the script
has been sourced, unless something else completes npx already; fish needs the script in ~/.config/fish/conf.d for that.

With --json: {"shell", "script"}.`;

/** `completion`: the script with which a shell completes this command, and what that script asks. */
export const completion = command({
  name: "completion",
  define(sub) {
    sub
      .description("Print the script with which a shell completes this command.")
      .addArgument(new Argument("<shell>", "the shell").choices(shells))
      .argument("[words...]", "the script's own question: what may stand at the end of these words")
      .addHelpText("after", help);
  },
  async run({ cwd, program }, [shell, ...words]) {
    if (words.length === 0) {
      const script = scripts[shell as Shell];
      return { json: { shell, script }, text: script };
    }
    const { whole, cut } = shell === "bash" ? rejoined(words) : { whole: words, cut: 0 };
    const suggestions = suggest(program, whole, knownValues(cwd));
    return { json: suggestions, text: answerText(suggestions, cut) };
  },
});

/**
 * Bash ends words at `=` and `:`, which stand there as words of their own. `cut` is how much of the last whole word stands before what
 * bash completes.
 */
function rejoined(words: readonly string[]): { whole: string[]; cut: number } {
  const isBreak = (word: string | undefined) => word === "=" || word === ":";
  const whole: string[] = [];
  for (const [index, word] of words.entries()) {
    if (index > 0 && (isBreak(word) || isBreak(words[index - 1]))) whole.push(`${whole.pop()}${word}`);
    else whole.push(word);
  }
  const last = words.at(-1) ?? "";
  return { whole, cut: (whole.at(-1) ?? "").length - (isBreak(last) ? 0 : last.length) };
}

/** The lines a script reads. */
function answerText({ paths, candidates }: Suggestions, cut: number): string {
  const lines = candidates.map(({ value, description }) => {
    const word = value.slice(cut);
    return description === undefined ? word : `${word}\t${description}`;
  });
  return [paths, ...lines].join("\n");
}
