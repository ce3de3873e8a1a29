import { type Command, InvalidArgumentError, Option } from "commander";
import { directions, levels } from "pulumi-analytics-diagram/graph";
import type { CliCommand } from "../command";
import { addProfileOptions, collectValues, useOptions } from "../command/options";
import { formats } from "../drawing/format";

/** `draw`: a picture of data models, workbooks and reports. */
export const draw: CliCommand = {
  name: "draw",

  define(command: Command) {
    command
      .description(
        "Draw data models as a graph, with workbooks and reports on top; workbooks and reports alone as " +
          "wireframes of their pages.",
      )
      .argument("[documents...]", "what to draw; default: the project's documents");
    useOptions(command, ["dryRun"], { out: "the picture to write; default: text on stdout" })
      .addOption(
        new Option("--format <format>", "what the output is; default: by the ending of --out, or text").choices(
          formats,
        ),
      )
      .addOption(new Option("--level <level>", "boxes of a graph; default: by its size").choices(levels))
      .option("--columns <n>", "columns of a box of a graph, or `all`", parseColumnCount)
      .addOption(new Option("--direction <way>", "of a graph; default: by its size").choices(directions))
      .option("--page <id>", "one page, overlay or panel of workbooks")
      .option("--scale <n>", "scale of a PNG; default: 2, or less for a large one", parseScale)
      .option("--font <file>", "TrueType font of a PNG; can be repeated", collectValues);
    addProfileOptions(command).addHelpText("after", help);
  },
};

function parseColumnCount(value: string): number {
  if (value === "all") return Number.POSITIVE_INFINITY;
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError("Use a number, or `all`.");
}

function parseScale(value: string): number {
  const scale = Number(value);
  if (scale >= 0.1 && scale <= 10) return scale;
  throw new InvalidArgumentError("Use a number from 0.1 to 10.");
}

const help = `
Examples:
  $ pulumi-analytics draw models workbooks --out lineage.html
  $ pulumi-analytics draw workbooks/sales --page overview --out overview.png
  $ pulumi-analytics draw live:Acme/Models --out live.svg

Exit codes: 0 drawn, 2 usage, 3 platform. \`diff --out\` draws changes.`;
