import * as pulumi from "@pulumi/pulumi";
import { Tag } from "pulumi-analytics";

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "id", state: inputs }), call: ({ inputs }) => inputs }),
);
afterEach(() => {
  delete process.env.PULUMI_DEBUG_PROMISE_LEAKS;
});

/** The stacks that are written down while a resource is made, each from the innermost function. */
function listStacks(name: string): NodeJS.CallSite[][] {
  const { prepareStackTrace } = Error;
  const stacks: NodeJS.CallSite[][] = [];
  Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) stacks.push(frames);
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
  expect(listStacks("quick")).toHaveLength(1);
});

test("whoever looks for leaked promises gets all of them", () => {
  process.env.PULUMI_DEBUG_PROMISE_LEAKS = "1";
  expect(listStacks("leaks").length).toBeGreaterThan(5);
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
