import { Run } from "../../../../provider/src/core/runtime";

const createNames = () => new Map<string, string>();
const createSeen = (owner: { readonly name: string }) => [owner.name];

test("a run has one of everything, and another run has its own", () => {
  const [run, next] = [new Run(), new Run()];
  run.get(createNames).set("orders", "a");
  expect(run.get(createNames).get("orders")).toBe("a");
  expect(next.get(createNames).size).toBe(0);
  expect(run.get(() => new Map()).size).toBe(0);
});

test("it has one for each owner, whom it makes it of", () => {
  const run = new Run();
  const [one, other] = [{ name: "one" }, { name: "other" }];
  run.get(createSeen, one).push("more");
  expect(run.get(createSeen, one)).toEqual(["one", "more"]);
  expect(run.get(createSeen, other)).toEqual(["other"]);
});

test("what is made as nothing isn't made again", () => {
  let count = 0;
  const create = () => {
    count += 1;
  };
  const run = new Run();
  run.get(create);
  run.get(create);
  expect(count).toBe(1);
});
