import { StateReader } from "../../../../provider/src/host/create/interrupted";

const formUrn = (name: string) => `urn:pulumi:dev::shop::analytics:index:Folder::${name}`;

/** A reader of states: the pending creates that each read finds, by name. */
function createReader(own: number, ...states: string[][]) {
  const stacks: string[] = [];
  const read = async (stack: string) => {
    stacks.push(stack);
    return (states[stacks.length - 1] ?? []).map(formUrn);
  };
  return { reader: new StateReader(read, own), stacks };
}

test("a create that is pending twice was interrupted, one that is pending once is this run's own", async () => {
  const { reader, stacks } = createReader(1, ["a", "a", "b"], ["a", "a", "b"]);
  expect(await reader.isInterrupted(formUrn("a"))).toBe(true);
  expect(await reader.isInterrupted(formUrn("b"))).toBe(false);
  expect(new Set(stacks)).toEqual(new Set(["dev"]));
});

test("a create that was pending once before it began is looked up again: an earlier run left it", async () => {
  const { reader } = createReader(1, ["a", "b"], ["b", "b"]);
  expect(await reader.isInterrupted(formUrn("a"))).toBe(false);
  expect(await reader.isInterrupted(formUrn("b"))).toBe(true);
});

test("the state is read once for all creates that it lacks, also at once", async () => {
  const { reader, stacks } = createReader(1, ["a", "a"]);
  const answers = ["a", "b", "c"].map((name) => reader.isInterrupted(formUrn(name)));
  expect(await Promise.all(answers)).toEqual([true, false, false]);
  expect(stacks).toHaveLength(1);
});

test("where the engine saves the state at the end, one pending create is an earlier run's", async () => {
  const { reader, stacks } = createReader(0, ["a"]);
  expect(await reader.isInterrupted(formUrn("a"))).toBe(true);
  expect(await reader.isInterrupted(formUrn("b"))).toBe(false);
  expect(stacks).toHaveLength(1);
});
