import type { AnalyticsClient } from "../../../provider/src/core/api";
import { Run } from "../../../provider/src/core/runtime";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { buildSample } from "./samples";

/** A client whose every use counts as a request. */
const client = new Proxy(
  {},
  {
    get() {
      throw new Error("sent");
    },
  },
) as AnalyticsClient;
const context = {
  run: new Run(),
  client,
  mayBeDone: false,
  settings: {},
  replaces: () => false,
  checkpoint: () => {},
  log: () => {},
};

/** Kinds whose updates send everything, and their inputs that can be left out. */
const cases = loadAllKinds().flatMap((kind) => {
  if (!kind.writing?.sendsAll) return [];
  const sample = buildSample(kind);
  const names = Object.keys(sample).filter((name) => {
    const { omitted, local, replaces, secret, type } = kind.fields[name] ?? {};
    // Secrets that are left out are unknown, and may stay.
    return type?.isOptional() && omitted !== "keep" && !local && !replaces && !secret;
  });
  return names.map((name) => [kind.name, name, kind, sample] as const);
});

test("there are such fields", () => {
  expect(cases.map(([kind, name]) => `${kind}.${name}`)).toContain("Connection.description");
});

test.each(cases)("an update of %s that only leaves %s out is sent", async (_kind, name, kind, sample) => {
  const id = (kind.adoption?.idForms?.[0] ?? "id").replace(/<[^>]*>/g, "x");
  const { [name]: _, ...news } = sample;
  const update = async () => kind.update(context, id, { inputs: sample, outputs: {} }, news, new Set([name]));
  await expect(update()).rejects.toThrow("sent");
});
