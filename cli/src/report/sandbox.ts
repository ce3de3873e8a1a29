/** The sandbox of a pull request on the platform, as `sandbox up --json` prints it. */
import { formatCount } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import type { Cell, Line, Section } from "./index";

/** The answer of `sandbox up`. */
export const sandboxSchema = z.object({
  pr: z.string(),
  against: z.string(),
  documents: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** Left out: a copy of what isn't code. */
      file: z.string().optional(),
      reason: z.enum(["new", "changed", "reads", "copy"]),
      id: z.string(),
      url: z.string(),
      production: z.object({ id: z.string(), url: z.string() }).nullable(),
    }),
  ),
  pictures: z.array(z.string()),
  notes: z.array(z.string()),
});

export type Sandbox = z.infer<typeof sandboxSchema>;

const reasons = { new: "new", changed: "changed", reads: "reads what changed", copy: "a copy that reads what changed" };

/**
 * Links to all that is there, and what is not.
 *
 * @param shownBelow the address below which the pictures are; default: they are only counted.
 */
export function describeSandbox({ pr, against, documents, pictures, notes }: Sandbox, shownBelow?: string): Section[] {
  const lines = documents.map(({ name, type, reason, url, production }): Line => {
    const before = production === null ? [] : [{ text: "in production", url: production.url }];
    return { text: `${name} (${type}, ${reasons[reason]})`, url, lines: before };
  });
  const table = shownBelow === undefined ? undefined : listPictures(pictures, shownBelow);
  const drawn =
    pictures.length > 0 && table === undefined
      ? [`${formatCount(pictures.length, "picture")} of pages, before and after`]
      : [];
  const none = documents.length === 0 ? [`Nothing differs from ${against}.`] : [];
  return [
    { title: `Sandbox of pull request ${pr}`, lines: [...none, ...lines, ...drawn, ...notes] },
    ...(table === undefined ? [] : [table]),
  ];
}

/** Pages side by side. */
function listPictures(pictures: readonly string[], below: string): Section {
  const pages = [...new Set(pictures.map((path) => path.replace(/-(before|after)\.png$/, "")))];
  const rows = pages.map((page): Cell[] => {
    const name = page.replace(/^.*\//, "").replace(/^\d+-/, "").replaceAll("-", " ");
    const show = (time: string): Cell => {
      const path = `${page}-${time}.png`;
      const picture = `${below.replace(/(?<!\/)\/+$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}`;
      return pictures.includes(path) ? { text: `${name}, ${time}`, picture } : "none";
    };
    return [name, show("before"), show("after")];
  });
  return { title: "Pages", lines: [], table: { heads: ["page", "before", "after"], rows } };
}
