import { WrappedCommand } from "../../../../cli/src/command/help";
import { findNewSpelling } from "../../../../cli/src/command/removed";

test.each([
  ["", "error: unknown command 'diagram'\n(Did you mean draw?)", "draw <documents>"],
  ["pull", "error: unknown option '--update'", "the file as an argument"],
  ["pull", "error: unknown option '--toString'", undefined],
  ["", "error: missing required argument 'file'", undefined],
])("%s: %s", (command, message, spelling) => {
  expect(findNewSpelling(command, message)).toBe(spelling);
});

test("commander's error about an old option is one line with the new spelling", () => {
  const program = new WrappedCommand("pulumi-analytics").exitOverride().configureOutput({ writeErr: () => undefined });
  program
    .command("pull")
    .copyInheritedSettings(program)
    .action(() => undefined);
  expect(() => program.parse(["pull", "--update", "a.yaml"], { from: "user" })).toThrow(
    "error: unknown option '--update'. Use the file as an argument.",
  );
});
