import { tryParseJson } from "pulumi-analytics-internal/core/data";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { readInput } from "../command/files";
import { collectSecrets } from "../command/secrets";
import { parseCommit } from "../documents/set";
import { numbersSchema } from "../report/numbers";
import { type Pulled, pulledSchema } from "../report/pulled";
import { impactSchema } from "../report/readers";
import { sandboxSchema } from "../report/sandbox";
import { drawWorkbooks } from "./drawings";
import { judge } from "./gate";
import { post } from "./post";
import { updatePullRequest } from "./pull-request";
import { addNotice, type CommentOptions, isComment, writeComment } from "./write";

interface Options {
  readonly title?: string;
  readonly with?: readonly string[];
  readonly images?: string;
  readonly drawings?: string;
  readonly post?: boolean;
  readonly check?: boolean;
  readonly draw?: string;
  readonly against?: string;
}

/** Characters that a comment may have: GitHub allows 65,536, GitLab a million. */
const limits = { github: 65_000, gitlab: 500_000 };

/** Writes the comment, and posts it with `--post`. */
export async function run(context: Context, [file]: readonly string[], options: Options): Promise<Outcome> {
  if (options.draw !== undefined) return draw(context, options.draw, options.against);
  const { cwd, env } = context;
  const given = file === undefined ? await context.stdin() : readInput(cwd, file, { atMost: largestPreview });
  const answers = readAnswers(context, options.with ?? []);
  const written = isComment(given) ? given : write(context, given, answers, options);
  if (options.post && answers.pulled !== undefined) return openPullRequest(context, answers.pulled, written, options);
  const verdict = options.check ? await judge(env, answers) : undefined;
  const text = verdict?.notice === undefined ? written : addNotice(written, verdict.notice);
  if (options.post) await post(text, env);
  if (verdict?.notice !== undefined) context.console.note(verdict.notice);
  const json = { markdown: text, posted: options.post === true, ...(verdict && { obstacles: verdict.obstacles }) };
  return { json, text, isFile: true, exit: verdict?.isRefused ? exitCodes.found : exitCodes.ok };
}

/** Bytes of a preview: it has every model twice. */
const largestPreview = 512 * 1024 * 1024;

/** Opens, updates or closes the pull request with what `pull` brought. @throws UsageError */
async function openPullRequest(
  context: Context,
  pulled: Pulled,
  body: string,
  { title = "Changes in the product", check }: Options,
): Promise<Outcome> {
  if (check) throw new UsageError("--check is for a pull request that is there. Leave it out beside a pull's answer.");
  const pullRequest = await updatePullRequest(context, { title, pulled, body });
  const { action, url } = pullRequest;
  context.console.note(`pull request: ${action}${url === undefined ? "" : ` ${url}`}`);
  const exit = action === "unknown" ? exitCodes.found : exitCodes.ok;
  return { json: { markdown: body, posted: action !== "none", pullRequest }, text: body, isFile: true, exit };
}

function write(context: Context, text: string, answers: Answers, { title, images, drawings }: Options): string {
  const { missing, ...read } = answers;
  return writeComment(text, {
    title,
    drawings,
    limit: context.env.GITLAB_CI ? limits.gitlab : limits.github,
    secrets: collectSecrets(context.env),
    ...read,
    images,
    missing,
    onLeftOut: (what) => context.console.note(`The comment has no room for: ${what.join(", ")}.`),
  });
}

/** What other commands print, each by its shape. */
const answers = { impact: impactSchema, sandbox: sandboxSchema, numbers: numbersSchema, pulled: pulledSchema };

type Answers = Pick<CommentOptions, keyof typeof answers> & { readonly missing: readonly string[] };

/** What other commands printed. One that failed wrote no answer: its step says why. */
function readAnswers({ cwd, console }: Context, files: readonly string[]): Answers {
  const missing: string[] = [];
  const read = files.map((path) => {
    const text = readInput(cwd, path, { atMost: largestPreview });
    const value = tryParseJson(text);
    for (const [name, schema] of Object.entries(answers)) {
      const { data } = schema.safeParse(value);
      if (data !== undefined) return { [name]: data };
    }
    // A step that didn't run has an empty file.
    if (text.trim() !== "") missing.push(path);
    console.note(`${path}: no answer of impact, sandbox up, check --against or pull. The comment is without it.`);
    return {};
  });
  return Object.assign({ missing }, ...read);
}

async function draw(context: Context, folder: string, against: string | undefined): Promise<Outcome> {
  if (against === undefined) throw new UsageError("--draw: add --against with the commit to compare with.");
  const { drawn, failed } = await drawWorkbooks(context, parseCommit(against), folder);
  for (const why of failed) context.console.note(why);
  return {
    json: { folder, drawn, failed },
    text: drawn.length === 0 ? "No workbook differs." : `Drawn in ${folder}: ${drawn.join(", ")}`,
    exit: failed.length > 0 ? exitCodes.found : exitCodes.ok,
  };
}
