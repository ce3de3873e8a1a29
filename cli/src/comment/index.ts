import type { Command } from "commander";
import type { CliCommand } from "../command";
import { collectValues, useOptions } from "../command/options";

/** `comment`: what a preview found, as a comment on a pull request. */
export const comment: CliCommand = {
  name: "comment",

  define(sub: Command) {
    sub
      .description("Write a comment on a pull request: what a preview found, in Markdown.")
      .argument("[preview]", "output of `pulumi preview --json`, or a comment to post; default: stdin")
      .option("--title <text>", "the heading, by which a later run finds the comment")
      .option("--with <file>", "JSON of `impact`, `sandbox up`, `check --against` or `pull`; repeatable", collectValues)
      .option("--images <address>", "show the pictures of `sandbox up`, which are below this address")
      .option("--drawings <address>", "link drawings of the changed workbooks")
      .option("--post", "post it on the job's pull request, or open one for what `pull` changed")
      .option("--draw <folder>", "instead, draw the workbooks that differ from --against, before and after");
    useOptions(sub, [], {
      against: "the commit that --draw compares with",
      check: "exit with 1 if readers break or numbers move too far, unless a label accepts it",
    }).addHelpText(
      "after",
      `
Set PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true for the preview: only the events have the violations of policies. --post
and --check need GITHUB_TOKEN and PULL_REQUEST in GitHub Actions, and GITLAB_TOKEN in GitLab CI.

Examples:
  $ pulumi preview --json | pulumi-analytics comment --title "Preview of prod"
  $ pulumi-analytics comment --with sandbox.json --with numbers.json preview.jsonl
  $ pulumi-analytics comment --post comment.md --check --with impact.json
  $ pulumi-analytics comment --post --with pull.json preview.jsonl
  $ pulumi-analytics comment --draw drawings --against git:HEAD^1`,
    );
  },
};
