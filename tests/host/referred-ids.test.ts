import { type Emulator, startEmulator } from "analytics-emulator";
import * as z from "zod";
import { loadAllKinds } from "../../provider/src/kinds/registry";
import { fillIn, prepareFor, samples } from "../samples";
import { drawSeed, Host } from "./support";

let emulator: Emulator;
let unknown: string;

beforeEach(async () => {
  const seed = drawSeed();
  emulator = await startEmulator({ seed, tokenRequestsPerSecond: null });
  unknown = `c0ffee00-0000-4000-8000-${String(seed).padStart(12, "0")}`;
});
afterEach(() => emulator.stop());

/** By kind, the field that a delete sends, and what makes the platform look at it. */
const deletes: Readonly<Record<string, readonly [field: string, prepare: () => Promise<unknown>]>> = {
  AccountType: [
    "reassignToAccountTypeId",
    () =>
      emulator.ui.request("POST", "/v2/members", {
        ...{ email: "ann@acme.example", firstName: "Ann", lastName: "Lee" },
        memberType: "Analyst",
      }),
  ],
  Member: ["newOwnerId", async () => undefined],
};

/** Whether a name is that of an id, or of several. */
const isNameOfId = (name: string) => /Ids?$/.test(name);

/** The names of all fields inside of a type. */
function listNames(schema: unknown): string[] {
  if (schema === null || typeof schema !== "object") return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(listNames)];
}

/**
 * By kind and place, inputs with an unknown id there. A field with a `ref`, or the name of an id, is one where the
 * sample has nothing else for it.
 */
const wrong = loadAllKinds().flatMap(({ name, fields }) => {
  const { wrongIds = {}, foreignIds = [] } = samples[name]!;
  const paths = Object.keys(wrongIds);
  const isGiven = (field: string) =>
    paths.some((path) => path.replace(/\W.*/, "") === field) ||
    deletes[name]?.[0] === field ||
    foreignIds.includes(field);
  const referring = Object.entries(fields).filter(
    ([field, { ref, type }]) =>
      !isGiven(field) &&
      (ref !== undefined || [field, ...listNames(z.toJSONSchema(type, { unrepresentable: "any" }))].some(isNameOfId)),
  );
  const plain = referring.map(([field]) => [field, { [field]: ":unknown" }] as const);
  return [...Object.entries(wrongIds), ...plain].map(([path, inputs]) => [name, path, inputs] as const);
});

/** What a create or update of a kind says. */
const catchFailure = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "it succeeded",
    (error: Error) => error.message,
  );

describe.each(["not-found", "refuse"] as const)(
  "a platform to which an unknown member of a team is: %s",
  (unknownTeamMembers) => {
    const mattering = wrong.filter(([, path]) => unknownTeamMembers === "not-found" || /member/.test(path));

    test.each(mattering)("a %s with an unknown %s is told which field it is", async (kind, path, unknownId) => {
      emulator.configure({ unknownTeamMembers });
      const { declared, updates } = samples[kind]!;
      const given = { ...(await prepareFor(kind, emulator)), unknown };
      const inputs = fillIn(declared, given);
      const host = await Host.connect(kind, emulator);
      const wanted = JSON.parse(JSON.stringify(fillIn({ ...declared, ...unknownId }, given)));
      const created = await catchFailure(host.create(wanted));
      expect(created).toContain(path);
      expect(created).toContain(unknown);
      expect(created).not.toContain("no longer exists");
      if (updates === undefined) return;
      const { id, state } = await host.create(inputs);
      if ((await host.diff(id, state, wanted)).replaces.length > 0) return;
      const updated = await catchFailure(host.update(id, state, wanted));
      expect(updated).toContain(path);
      expect(updated).not.toContain("no longer exists");
    });
  },
);

test.each(Object.entries(deletes))(
  "the delete of a %s with an unknown id is told which field it is",
  async (kind, [field, prepare]) => {
    const inputs = fillIn(samples[kind]!.declared, await prepareFor(kind, emulator));
    const host = await Host.connect(kind, emulator);
    const { id, state } = await host.create({ ...inputs, [field]: unknown });
    await prepare();
    const told = await catchFailure(host.delete(id, state));
    expect(told).toContain(`${field} ("${unknown}")`);
    expect(told).not.toContain("no longer exists");
  },
);
