import { writeJson } from "pulumi-analytics-internal/core/data";
import { foreignFunctions, listFunctions } from "pulumi-analytics-internal/core/formula/functions";
import type { Context, Outcome } from "../command";
import { DocumentSet } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";
import { readPart, search } from "./parts";

type Options = ProfileOptions & { readonly live?: boolean };

/** Serves until the client leaves; with a question, answers it and ends. */
export async function run(context: Context, [question, what = ""]: readonly string[], options: Options) {
  if (question !== undefined) return answer(question, what, new DocumentSet(context, options), options.live === true);
  const { serve } = require("./server") as typeof import("./server");
  await serve(context, options);
  return { json: undefined, text: "" };
}

/** What the tools answer that are no commands. */
async function answer(question: string, what: string, documents: DocumentSet, isLive: boolean): Promise<Outcome> {
  const answers = {
    search: () => search(documents, what, isLive),
    read: () => readPart(documents, what),
    functions: () => findFunctions(what.trim().toLowerCase()),
  };
  const json = await answers[question as keyof typeof answers]();
  return { json, text: writeJson(json, 2) ?? "", isFile: true };
}

function findFunctions(word: string) {
  const equivalents = Object.entries(foreignFunctions).filter(([name]) => name.includes(word));
  const own = new Set(equivalents.map(([, name]) => name));
  const functions = listFunctions().flatMap(({ name, signature, group, returns, isAggregate }) => {
    const isMeant = `${group} ${name}`.toLowerCase().includes(word) || own.has(name);
    return isMeant ? [{ signature, group, returns, isAggregate }] : [];
  });
  return { functions, equivalents: Object.fromEntries(equivalents) };
}
