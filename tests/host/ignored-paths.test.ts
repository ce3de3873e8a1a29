import { countCases } from "../cases";
import fc from "../fast-check";
import { formMeaning, habits, type Pages } from "./rewriting-platform";
import {
  buildDeclaration,
  type Edit,
  edits,
  listPossible,
  make,
  models,
  someEdits,
  Workplace,
} from "./rewritten-models";
import { type HostError, readHalfMade } from "./support";

let at: Workplace;
beforeAll(async () => {
  at = await Workplace.start();
});
afterAll(() => at.stop());

const platforms = fc.record({ names: fc.subarray(Object.keys(habits)), salt: fc.nat(1_000) });
const runs = { numRuns: Math.ceil(Number(process.env.REWRITINGS ?? countCases(600)) / 10), seed: 20262 };
/** Each starts the command twice. */
const runsOfCommand = { ...runs, numRuns: Math.ceil(runs.numRuns / 3) };
const atMost = 600_000;

/** A path of one of the edits, or one that names more than that. */
interface Ignoring {
  readonly edit: number;
  readonly wildcards: readonly boolean[];
  readonly cutBy: number;
}

const ignorings = fc.record({
  edit: fc.nat(5),
  wildcards: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  cutBy: fc.nat(1),
});
const somePaths = fc.record({
  ofEdits: fc.array(ignorings, { minLength: 1, maxLength: 3 }),
  others: fc.subarray(["**/description", "**/name", "pages/p1", "pages/*/elements/*/columns/c1", "**/format"], {
    maxLength: 2,
  }),
});

/** The patterns that these make of the places of edits. */
function listPatterns(
  { ofEdits, others }: { ofEdits: readonly Ignoring[]; others: readonly string[] },
  places: string[],
): string[] {
  const own = ofEdits.map(({ edit, wildcards, cutBy }) => {
    const steps = places[edit % places.length]!.split("/");
    const cut = steps.length > 4 ? steps.slice(0, steps.length - cutBy) : steps;
    // The last step of what is new is whatever the platform calls it.
    return cut.map((step, index) => (index % 2 === 1 && (wildcards[index] || step === "new") ? "*" : step)).join("/");
  });
  return [...own, ...others];
}

/** Where an edit is, by the declaration's ids. */
function findPlace(pages: Pages, edit: Edit): string {
  const page = pages.find(({ elements }) => elements.some(({ id }: { id: string }) => id === `t${edit.table}`));
  return edits[edit.what].path(edit).replace("pages/*", `pages/${page.id}`);
}

/** Whether a pattern names a place or what it is in. Written apart from the provider's own. */
const isCovering = (pattern: string, place: string): boolean =>
  new RegExp(
    `^${pattern
      .split("/")
      .map((step) => (step === "**" ? ".*" : step === "*" ? "[^/]+" : step))
      .join("/")
      .replaceAll(".*/", "(.*/)?")}(/|$)`,
  ).test(place);

interface Situation {
  readonly pages: Pages;
  readonly ignorePaths: string[];
  readonly mine: Edit[];
  readonly theirs: Edit[];
  /** Those of the edits that count. */
  readonly ownMine: Edit[];
  readonly ownTheirs: Edit[];
}

function buildSituation(
  pages: Pages,
  my: Edit[],
  others: Edit[],
  paths: Parameters<typeof listPatterns>[0],
): Situation {
  const mine = listPossible(pages, my);
  const theirs = listPossible(pages, others, mine);
  const ignorePaths = listPatterns(
    paths,
    [...mine, ...theirs].map((edit) => findPlace(pages, edit)),
  );
  const isOwn = (edit: Edit) => !ignorePaths.some((pattern) => isCovering(pattern, findPlace(pages, edit)));
  return { pages, ignorePaths, mine, theirs, ownMine: mine.filter(isOwn), ownTheirs: theirs.filter(isOwn) };
}

const situations = fc
  .tuple(models, someEdits, fc.option(someEdits, { nil: [] }), somePaths)
  .map(([pages, my, others, paths]) => buildSituation(pages, my, others, paths));

/** What a preview says of a declaration, a line each. */
async function preview(inputs: Record<string, unknown>): Promise<string[]> {
  const before = at.host.output.length;
  await at.host.check(at.inputs, inputs);
  await new Promise((resolve) => setTimeout(resolve, 5));
  return at.host.output.slice(before).split("\n").filter(Boolean);
}

/** What a message may not name, for it is a part that only ignored edits have touched. */
function listUnspoken(all: readonly Edit[], own: readonly Edit[]): RegExp[] {
  const listParts = (some: readonly Edit[]) => some.map((edit) => edits[edit.what].part(edit));
  const spoken = new Set(listParts(own));
  return listParts(all).flatMap((part) => {
    if (spoken.has(part)) return [];
    const [table, column] = part.split("/");
    const n = table!.slice(1);
    if (part === "page") return [/Page of/];
    if (part === "new table") return [/New (me|them)/i];
    if (column === "new") return [new RegExp(`T${n} new|table t${n} › column new`, "i")];
    if (column === "description") return [new RegExp(`table t${n}: description`)];
    return [new RegExp(`table t${n} › column ${column}`)];
  });
}

test(
  "a preview, an update and a refresh pass over what is ignored, whoever edits it",
  async () => {
    await fc.assert(
      fc.asyncProperty(situations, platforms, async (situation, { names, salt }) => {
        const { pages, ignorePaths, mine, theirs, ownMine, ownTheirs } = situation;
        at.platform.behave(names, salt);
        at.begin();
        const declare = (all: Pages) => at.buildDeclared(all, { ignorePaths });
        await at.runUp(declare(pages));
        await at.editThere("them", theirs);
        expect(await at.refresh()).toBe(ownTheirs.length > 0);
        if (ownTheirs.length > 0) {
          // The update undoes the drift, and nothing else.
          await at.runUp(declare(pages));
        }
        const edited = make(buildDeclaration(pages, "me"), mine);
        const told = await preview(declare(edited));
        expect(told.length > 0).toBe(ownMine.length > 0);
        for (const pattern of listUnspoken(mine, ownMine)) expect(told.join("\n")).not.toMatch(pattern);
        const ideal = formMeaning(make(at.buildGround("me"), ownMine));
        expect((await at.runUp(declare(edited))).length > 0).toBe(ownMine.length > 0);
        expect(formMeaning(at.readStored())).toEqual(ideal);
        expect(await at.refresh()).toBe(false);
        expect(await at.runUp(declare(edited))).toEqual([]);
      }),
      runs,
    );
  },
  atMost,
);

test(
  "a conflict is about what is ours alone, and is reported without the rest",
  async () => {
    await fc.assert(
      fc.asyncProperty(situations, platforms, async (situation, { names, salt }) => {
        const { pages, ignorePaths, mine, theirs, ownMine, ownTheirs } = situation;
        fc.pre(ownMine.length > 0);
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages, { ignorePaths }));
        await at.editThere("them", theirs);
        const [before, ideal] = [at.readStored(), formMeaning(make(at.buildGround("me"), ownMine))];
        const failure = await at
          .runUp(at.buildDeclared(make(buildDeclaration(pages, "me"), mine), { ignorePaths }))
          .then(
            () => undefined,
            ({ message }: Error) => message,
          );
        if (ownTheirs.length === 0) {
          expect(failure).toBeUndefined();
          expect(formMeaning(at.readStored())).toEqual(ideal);
          return;
        }
        expect(failure).toContain("was changed on the platform");
        for (const pattern of listUnspoken(theirs, ownTheirs)) expect(failure).not.toMatch(pattern);
        expect(at.readStored()).toEqual(before);
      }),
      runs,
    );
  },
  atMost,
);

test(
  "diff and pull pass over it",
  async () => {
    await fc.assert(
      fc.asyncProperty(situations, platforms, async (situation, { names, salt }) => {
        const { pages, ignorePaths, theirs, ownTheirs } = situation;
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages, { ignorePaths }));
        await at.editThere("them", theirs);
        at.save(pages);
        const { code, stdout } = await at.runCommand("diff", "model.yaml", `live:${at.id}`);
        if (ownTheirs.length === 0)
          expect({ code, stdout }).toMatchObject({ stdout: expect.stringContaining("the same") });
        for (const pattern of listUnspoken(theirs, ownTheirs)) expect(stdout).not.toMatch(pattern);
        expect(await at.runCommand("pull", "model.yaml")).toMatchObject({ code: 0 });
        if (ownTheirs.length === 0) expect(at.readPages()).toEqual(pages);
        const pulled = at.readPages();
        const ideal = formMeaning(at.readStored());
        await at.runUp(at.buildDeclared(pulled, { ignorePaths }));
        expect(formMeaning(at.readStored())).toEqual(ideal);
      }),
      runsOfCommand,
    );
  },
  atMost,
);

test(
  "an update that ended halfway goes on with what is ignored as a colleague has it by then",
  async () => {
    await fc.assert(
      fc.asyncProperty(situations, platforms, fc.boolean(), async (situation, { names, salt }, hasArrived) => {
        const { pages, ignorePaths, mine, theirs, ownMine, ownTheirs } = situation;
        fc.pre(ownMine.length > 0 && ownTheirs.length === 0);
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages, { ignorePaths }));
        const inputs = at.buildDeclared(make(buildDeclaration(pages, "me"), mine), { ignorePaths });
        let isSent = false;
        at.platform.intercept((method) => {
          isSent ||= method === "PUT";
          return isSent && (method === "GET") === hasArrived ? 403 : undefined;
        });
        const failure = (await at.host.update(at.id, at.state, inputs).catch((error) => error)) as HostError;
        at.platform.intercept(undefined);
        expect(failure).toBeInstanceOf(Error);
        if (hasArrived) at.state = readHalfMade(failure).state;
        await at.editThere("them", theirs);
        const ideal = formMeaning(hasArrived ? at.readStored() : make(at.buildGround("me"), ownMine));
        at.state = await at.host.update(at.id, at.state, inputs);
        expect(formMeaning(at.readStored())).toEqual(ideal);
        expect(await at.refresh()).toBe(false);
        expect(await at.runUp(inputs)).toEqual([]);
      }),
      runs,
    );
  },
  atMost,
);

test(
  "an adopted model keeps what is ignored",
  async () => {
    await fc.assert(
      fc.asyncProperty(situations, platforms, async (situation, { names, salt }) => {
        const { pages, ignorePaths, mine, theirs, ownMine, ownTheirs } = situation;
        // Of another name or of no id in the declaration, a part can't be told apart from its like.
        const isRecognizable = [...mine, ...theirs].every(({ what }) => /^(describes|hides|changes)/.test(what));
        fc.pre(ownTheirs.length === 0 && isRecognizable);
        at.platform.behave(names, salt);
        at.begin();
        await at.runUp(at.buildDeclared(pages));
        await at.editThere("them", theirs);
        const ideal = formMeaning(make(at.buildGround("me"), ownMine));
        const adopting = at.buildDeclared(make(buildDeclaration(pages, "me"), mine), {
          ignorePaths,
          adopt: { id: at.id },
        });
        at.id = "";
        await at.runUp(adopting);
        expect(formMeaning(at.readStored())).toEqual(ideal);
        expect(await at.refresh()).toBe(false);
        expect(await at.runUp(adopting)).toEqual([]);
      }),
      runs,
    );
  },
  atMost,
);
