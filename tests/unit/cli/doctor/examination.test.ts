import { Examination, makeOptional } from "../../../../cli/src/doctor/examination";
import { answer, fail, pass } from "../../../../cli/src/doctor/finding";

const buildHead = (id: string) => ({ id, title: id.toUpperCase() });
const finish = async (examination: Examination) =>
  (await examination.finish(() => {})).map(({ id, result, seen }) => `${id} ${result}: ${seen}`);

test("a probe is given the values of those it needs", async () => {
  const examination = new Examination({ offline: false });
  const one = examination.probe(buildHead("one"), [], () => answer(pass("1"), 1));
  const two = examination.probe(buildHead("two"), [], async () => answer(pass("2"), 2));
  examination.probe(buildHead("sum"), [one, two], (a, b) => answer(pass(String(a + b))));
  expect(await finish(examination)).toEqual(["one ok: 1", "two ok: 2", "sum ok: 3"]);
});

test("what needs a failed probe is skipped, and all of the row name the one that failed", async () => {
  const examination = new Examination({ offline: false });
  const one = examination.probe<number, []>(buildHead("one"), [], () => answer(fail("broken", "mend it")));
  const two = examination.probe(buildHead("two"), [one], (value) => answer(pass(String(value)), value));
  examination.probe(buildHead("three"), [two], (value) => answer(pass(String(value))));
  examination.probe(buildHead("four"), [makeOptional(two)], ({ known = 4 }) => answer(pass(String(known))));
  expect(await finish(examination)).toEqual([
    "one failed: broken",
    "two skipped: needs ONE",
    "three skipped: needs ONE",
    "four ok: 4",
  ]);
});

test("a probe may fail and be built on all the same, and see several things", async () => {
  const examination = new Examination({ offline: false });
  const one = examination.probe(buildHead("one"), [], () => answer([fail("a", "b"), pass("c")], "value"));
  examination.probe(buildHead("two"), [one], (value) => answer(pass(value)));
  expect(await finish(examination)).toEqual(["one failed: a", "one ok: c", "two ok: value"]);
});

test("a probe that throws hides no other", async () => {
  const examination = new Examination({ offline: false });
  examination.probe(buildHead("one"), [], () => {
    throw new Error("a mistake");
  });
  examination.probe(buildHead("two"), [], () => answer(pass("fine")));
  expect(await finish(examination)).toEqual(["one failed: a mistake", "two ok: fine"]);
});

test("offline, only what needs no network is done", async () => {
  const examination = new Examination({ offline: true });
  examination.group("A group");
  const one = examination.probe({ ...buildHead("one"), network: true }, [], () => answer(pass("1"), 1));
  examination.probe(buildHead("two"), [one], (value) => answer(pass(String(value))));
  const checks = await examination.finish(() => {});
  expect(checks[0]).toEqual({
    id: "one",
    group: "A group",
    title: "ONE",
    result: "skipped",
    seen: "skipped by --offline",
  });
  expect(checks[1]).toMatchObject({ result: "skipped", seen: "skipped by --offline" });
});

test("every probe is a step", async () => {
  const examination = new Examination({ offline: false });
  const one = examination.probe<number, []>(buildHead("one"), [], () => answer(fail("a", "b")));
  examination.probe(buildHead("two"), [one], () => answer(pass("2")));
  let steps = 0;
  await examination.finish(() => {
    steps++;
  });
  expect([steps, examination.size]).toEqual([2, 2]);
});
