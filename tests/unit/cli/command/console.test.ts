import { PassThrough } from "node:stream";
import { Terminal } from "@xterm/headless";
import { Console } from "../../../../cli/src/command/console";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** What a terminal shows of some output. */
async function show(output: string): Promise<string[]> {
  const terminal = new Terminal({ cols: 60, rows: 10, allowProposedApi: true });
  await new Promise<void>((written) => terminal.write(output, written));
  const lines = Array.from(
    { length: 10 },
    (_, row) => terminal.buffer.active.getLine(row)?.translateToString(true) ?? "",
  );
  return lines.filter((line) => line !== "");
}

test("a notice while work goes on stands above the bar, which stays whole", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 60 });
  const console = new Console({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, { color: false });
  let output = "";
  const read = () => {
    output += `${stderr.read() ?? ""}`.replaceAll(/(?<!\r)\n/g, "\r\n");
    return output;
  };
  const work = console.showProgress("Reading", 4, async (step) => {
    step();
    jest.advanceTimersByTime(2000);
    console.note("Retrying after 503.");
    step();
    jest.advanceTimersByTime(2000);
    console.note("Retrying again.");
    const seen = read();
    jest.useRealTimers();
    expect(await show(seen)).toEqual([
      "Retrying after 503.",
      "Retrying again.",
      expect.stringMatching(/^Reading .+ 2\/4$/),
    ]);
  });
  await work;
  expect(await show(read())).toEqual(["Retrying after 503.", "Retrying again."]);
});
