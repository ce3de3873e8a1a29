import { performance } from "node:perf_hooks";

const colors = { green: 32, red: 31, dim: 2 } as const;

/** Tells a run's story, a line each: colored on a terminal, plain where the output is kept. */
export class Narrator {
  private count = 0;
  private readonly colored: boolean;

  constructor(private readonly out: NodeJS.WriteStream) {
    this.colored = out.isTTY === true && process.env.NO_COLOR === undefined;
  }

  /** Runs one step and tells how it went; what the step answers is shown behind its title. */
  async runStep(title: string, body: () => Promise<string>): Promise<void> {
    this.count += 1;
    const started = performance.now();
    try {
      const detail = await body();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      this.out.write(
        `${this.paint("green", "ok")} ${this.count}. ${title}${this.paint("dim", `  ${detail} (${seconds} s)`)}\n`,
      );
    } catch (error) {
      this.out.write(`${this.paint("red", "failed")} ${this.count}. ${title}\n`);
      throw error;
    }
  }

  /** One line beside the steps. */
  say(line: string): void {
    this.out.write(`${this.paint("dim", line)}\n`);
  }

  /** Why the run ends. */
  fail(message: string): void {
    this.out.write(`${this.paint("red", message)}\n`);
  }

  private paint(color: keyof typeof colors, text: string): string {
    return this.colored ? `\u001b[${colors[color]}m${text}\u001b[0m` : text;
  }
}
