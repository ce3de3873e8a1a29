import * as pulumi from "@pulumi/pulumi";
import { Tag } from "pulumi-analytics";

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "id", state: inputs }), call: ({ inputs }) => inputs }),
);
afterEach(() => {
  delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
});

/** The stacks that are written down while a resource is made: what is called, the innermost first. */
function stacksFor(name: string): (string | null)[][] {
  const { prepareStackTrace } = Error;
  const stacks: (string | null)[][] = [];
  Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) stacks.push(frames.map((frame) => frame.getFunctionName()));
    return prepareStackTrace?.(error, frames) ?? `${error}\n${frames.map((frame) => `    at ${frame}`).join("\n")}`;
  };
  try {
    new Tag(name, { name, color: "grass" });
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
  return stacks;
}

test("the SDK writes one stack for a resource, its place in the program, and none for its promises", () => {
  expect(stacksFor("quick")).toHaveLength(1);
});

test("whoever looks for leaked promises gets all of them", () => {
  process.env.PULUMI_DEBUG_PROMISE_LEAKS = "1";
  expect(stacksFor("leaks").length).toBeGreaterThan(5);
});

test("between the SDK's class and the program it sees one class, as it expects", () => {
  const [stack = []] = stacksFor("placed");
  const from = stack.indexOf("CustomResource");
  expect(stack.slice(from, from + 3)).toEqual(["CustomResource", "Tag", "stacksFor"]);
});

test("an error of the SDK leads to the line of the program, and stacks are as before", () => {
  const { stackTraceLimit, prepareStackTrace } = Error;
  let stack: string | undefined;
  try {
    new Tag("", { name: "no name", color: "grass" });
  } catch (error) {
    stack = (error as Error).stack;
  }
  expect(stack).toContain("Missing resource name");
  expect(stack).toContain("stacks.test.ts");
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  expect(Error.prepareStackTrace).toBe(prepareStackTrace);
});
