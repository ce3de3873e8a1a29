/** `comment --check`: what a pull request may not do unless somebody with a label says so. */

import { formatCount } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import type { Environment } from "../command/child";
import { findForge } from "./forge";
import type { CommentOptions } from "./write";

/** What is known of the pull request. */
type Answers = Pick<CommentOptions, "impact" | "numbers"> & { readonly missing: readonly string[] };

/** The label of a pull request that accepts what stops it otherwise. */
export const acceptingLabel = "analytics-accepted";

/** What stops a pull request, and what is said of it. */
export interface Verdict {
  readonly obstacles: readonly string[];
  readonly isRefused: boolean;
  /** Undefined: nothing stops it. */
  readonly notice?: string;
}

/**
 * Judges a pull request by the answers of `impact` and `check --against`. The code host is asked for labels only if
 * something stops it.
 *
 * @throws UsageError without an answer of `impact`, and when the host refuses.
 */
export async function judge(environment: Environment, answers: Answers): Promise<Verdict> {
  if (answers.impact === undefined && answers.missing.length === 0) {
    throw new UsageError("--check: add --with and the output of `pulumi-analytics impact --against … --json`.");
  }
  const obstacles = listObstacles(answers);
  if (obstacles.length === 0) return { obstacles, isRefused: false };
  const labels = await findForge(environment, "--check").listLabels();
  const what = obstacles.join("; ");
  if (labels.includes(acceptingLabel)) {
    return { obstacles, isRefused: false, notice: `Accepted by the label ${acceptingLabel}: ${what}.` };
  }
  const advice = `To accept it, add the label ${acceptingLabel} to the pull request, and run this job again.`;
  return { obstacles, isRefused: true, notice: `Stopped: ${what}. ${advice}` };
}

/** Readers and numbers that are named. */
const most = 5;

function listObstacles({ impact, numbers, missing }: Answers): string[] {
  const broken = impact === undefined ? [] : [...impact.breaksNow, ...impact.breaksWhenTagMoves, ...impact.inFiles];
  const moved = (numbers?.numbers ?? []).filter(({ beyond }) => beyond !== undefined);
  const failed = [
    ...missing.map((file) => file.replace(/^.*[/\\]/, "")),
    ...(impact?.notCompared ? [formatCount(impact.notCompared, "document")] : []),
  ];
  return [
    ...(broken.length === 0
      ? []
      : [`${formatCount(broken.length, "document")} break: ${join(broken.map(({ name }) => name))}`]),
    ...(moved.length === 0
      ? []
      : [`beyond the limit of the checks: ${join(moved.map((one) => `${one.table}: ${one.metric} (${one.beyond})`))}`]),
    ...(failed.length === 0 ? [] : [`not compared: ${join(failed)}`]),
  ];
}

const join = (names: readonly string[]) =>
  [...names.slice(0, most), ...(names.length > most ? [`${names.length - most} more`] : [])].join(", ");
