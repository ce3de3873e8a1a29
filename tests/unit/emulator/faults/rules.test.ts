import type { FaultInput } from "analytics-emulator";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

/** Which of so many equal requests were struck: the first is 1. */
async function listStruck(count: number, path = "/v2/tags"): Promise<number[]> {
  const hits: number[] = [];
  for (let nth = 1; nth <= count; nth++) {
    if ((await running.api.get(path)).status === 503) {
      hits.push(nth);
    }
  }
  return hits;
}

function buildRule(rest: Omit<FaultInput, "fault" | "status">): FaultInput {
  return { fault: "status", status: 503, ...rest } as FaultInput;
}

test.each<[string, Parameters<typeof buildRule>[0], number[]]>([
  ["every request", {}, [1, 2, 3, 4]],
  ["the nth", { nth: 2 }, [2]],
  ["several", { nth: [1, 4] }, [1, 4]],
  ["the first few", { times: 2 }, [1, 2]],
  ["another method", { method: "POST" }, []],
  ["the method in small letters", { method: "get" }, [1, 2, 3, 4]],
  ["another path", { path: "/v2/teams" }, []],
  ["all below", { path: "/v2/**" }, [1, 2, 3, 4]],
])("a rule can mean %s", async (_what, rest, expected) => {
  running.emulator.addFault(buildRule(rest));
  expect(await listStruck(4)).toEqual(expected);
});

test("a star is one segment, and a dot is a dot", async () => {
  running.emulator.addFault(buildRule({ path: "/v2/*/spec" }));
  expect(await listStruck(1, "/v2/dataModels/1/spec")).toEqual([]);
  running.emulator.addFault(buildRule({ path: "/v2/dataModels/*/spec" }));
  expect(await listStruck(1, "/v2/dataModels/1/spec?format=yaml")).toEqual([1]);
  running.emulator.removeFault();
  running.emulator.addFault(buildRule({ path: "/v2.1/*" }));
  expect(await listStruck(1, "/v2.1/teams")).toEqual([1]);
  expect(await listStruck(1, "/v2/1/teams")).toEqual([]);
});

test("chance is the same for the same seed, and as large as it says", async () => {
  const { emulator } = running;
  const run = async (seed: number) => {
    emulator.removeFault();
    emulator.addFault(buildRule({ probability: 0.3, seed }));
    return listStruck(60);
  };
  const first = await run(5);
  expect(first.length).toBeGreaterThan(8);
  expect(first.length).toBeLessThan(30);
  expect(await run(5)).toEqual(first);
  expect(await run(6)).not.toEqual(first);
});

test("the first rule that strikes wins, and the others count on", async () => {
  running.emulator.addFault(buildRule({ nth: 1 }));
  running.emulator.addFault({ fault: "status", status: 500, nth: [1, 2] });
  const statuses = [];
  for (let index = 0; index < 3; index++) {
    statuses.push((await running.api.get("/v2/tags")).status);
  }
  expect(statuses).toEqual([503, 500, 200]);
});

test("rules are listed and removed by id", async () => {
  const { emulator } = running;
  emulator.addFault(buildRule({ id: "mine" }));
  const other = emulator.addFault({ fault: "cut-body" });
  expect(emulator.faults().map(({ id }) => id)).toEqual(["mine", other.id]);
  emulator.removeFault("mine");
  expect(emulator.faults()).toEqual([other]);
});

test.each([
  ["an unknown fault", { fault: "nonsense" }],
  ["a status that is none", { fault: "status", status: 200 }],
  ["a field too many", { fault: "cut-body", ms: 3 }],
  ["an unknown setting", { fault: "settings", settings: { nonsense: 1 } }],
])("%s is refused", (_what, input) => {
  expect(() => running.emulator.addFault(input as never)).toThrow();
  expect(running.emulator.faults()).toEqual([]);
});
