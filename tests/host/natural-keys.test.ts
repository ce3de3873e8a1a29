import * as pulumi from "@pulumi/pulumi";
import * as analytics from "pulumi-analytics";
import { loadAllKinds } from "../../provider/src/kinds/registry";
import { chooseCases } from "../cases";
import { fillIn, prepareFor, samples } from "../samples";
import { listWrites } from "./bench";
import { type BodyRewriting, setUpRespelling } from "./respelling-proxy";
import { drawSeed, Host } from "./support";

type Entries = { entries: Record<string, unknown>[] };

const at = setUpRespelling();

/** Filters of lists whose way to match is undocumented. */
const filters = ["email", "name", "search"] as const;

function removeParameters(names: readonly string[]): NonNullable<BodyRewriting["query"]> {
  return (asked) => {
    for (const name of names) asked.delete(name);
    return asked;
  };
}

/** What a platform does with the filters of its lists. */
const platforms: readonly (readonly [string, BodyRewriting])[] = [
  [
    "match the exact spelling alone",
    {
      query: removeParameters(filters),
      answer: (body, _path, asked) => {
        const { entries } = body as Partial<Entries>;
        const isMeant = (entry: Record<string, unknown>) =>
          filters.every((name) => !asked.has(name) || entry[name] === asked.get(name));
        return Array.isArray(entries) ? { ...(body as Entries), entries: entries.filter(isMeant) } : body;
      },
    },
  ],
  ["are ignored", { query: removeParameters([...filters, "parentId", "directChildFilter"]) }],
];

/** One text in two spellings that mean the same. */
const inOneForm = "Prénom".normalize("NFC");
const inAnother = "Prénom".normalize("NFD");

/**
 * By kind, the field that people know an object by, in the spelling that the platform has and in another one that means
 * the same. Pairs of ids and events have none.
 */
const keys = loadAllKinds().flatMap(({ name, fields, writing }) => {
  const sample = samples[name]!;
  const key = "key" in sample ? sample.key : "name" in fields && (["name", inOneForm, inAnother] as const);
  return key && !writing?.isStoredAsDeclared ? [[name, key] as const] : [];
});

const connectHost = (kind: string) => Host.connect(kind, at.emulator, at.platform.url);

const areaKinds = keys.filter(([name]) => loadAllKinds().some((kind) => kind.name === name && kind.area !== undefined));

test("what another process created a moment ago is adopted, and not looked for in a list from before", async () => {
  const { url, clientId, clientSecret } = at.emulator;
  const settings = { "analytics:baseUrl": url, "analytics:clientId": clientId, "analytics:clientSecret": clientSecret };
  const theirs = await Host.start("Tag");
  try {
    await theirs.configure(settings);
    for (const [kind, [field, stored]] of chooseCases(areaKinds, 3)) {
      const ours = await Host.connect(kind, at.emulator);
      const inputs = fillIn(samples[kind]!.declared, await prepareFor(kind, at.emulator));
      for (const name of [`${stored} 1`, `${stored} 2`]) {
        const declared = { ...inputs, [field]: name };
        const { id } = await theirs.createForKind(kind).create(declared);
        expect({ kind, id: (await ours.create({ ...declared, adopt: true })).id }).toEqual({ kind, id });
      }
    }
  } finally {
    await theirs.stop();
  }
});

describe.each(platforms)("where the filters of lists %s", (_what, rewriting) => {
  test.each(keys)("a %s is adopted by its %s, and not created a second time", async (kind, key) => {
    const [field, stored, declared] = key;
    const inputs = fillIn(samples[kind]!.declared, await prepareFor(kind, at.emulator));
    at.platform.rewrite(rewriting);
    const { id } = await (await connectHost(kind)).create({ ...inputs, [field]: stored });
    at.emulator.clearRequests();
    const adopted = await (await connectHost(kind)).create({ ...inputs, [field]: declared, adopt: true });
    expect(adopted.id).toBe(id);
    expect(listWrites(at.emulator).filter(({ method }) => method === "POST")).toEqual([]);
  });

  test("a member who has the address in another spelling is neither created again nor overlooked", async () => {
    at.platform.rewrite(rewriting);
    const { analyst } = at.emulator.seeded.members;
    const alan = { email: "ALAN.Analyst@acme.example", firstName: "Alan", lastName: "Analyst" };
    await expect((await connectHost("Member")).create(alan)).rejects.toThrow(`already (${analyst}): adopt it`);
    expect(listWrites(at.emulator)).toEqual([]);
    await at.emulator.ui.request("DELETE", `/v2/members/${analyst}`);
    await expect((await connectHost("Member")).create({ ...alan, adopt: true })).rejects.toThrow(
      `belongs to a deactivated member (${analyst})`,
    );
    expect((await (await connectHost("Member")).create({ ...alan, reactivate: true })).id).toBe(analyst);
  });

  test("lookups find what a declaration finds", async () => {
    const { models } = at.emulator.seeded.folders;
    const profile = `profile${drawSeed()}`;
    const settings = {
      baseUrl: at.platform.url,
      clientId: at.emulator.clientId,
      clientSecret: at.emulator.clientSecret,
    };
    pulumi.runtime.setConfig("analytics:profiles", JSON.stringify({ [profile]: settings }));
    const { id } = (await at.emulator.ui.request("POST", "/v2/files", {
      type: "folder",
      name: inOneForm,
      parentId: models,
    })) as { id: string };
    at.platform.rewrite(rewriting);
    expect(await analytics.getMember({ email: "ALAN.Analyst@acme.example", profile })).toMatchObject({
      id: at.emulator.seeded.members.analyst,
    });
    await expect(analytics.getMember({ email: "nobody@acme.example", profile })).rejects.toThrow(
      "no member has the email address nobody@acme.example",
    );
    expect(await analytics.getFolder({ path: `Acme/Models/${inAnother}`, profile })).toMatchObject({ id });
    expect(await analytics.listFolders({ name: inAnother, profile })).toMatchObject([{ id }]);
  });
});
