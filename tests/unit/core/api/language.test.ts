import { type AnalyticsClient, type ClientArea, createClient } from "../../../../provider/src/core/api";

/** What the calls of a client answer, by `<area>.<call>`. */
type Answers = {
  [Area in ClientArea]: AnswersOf<Area, AnalyticsClient[Area]>;
}[ClientArea];
type AnswersOf<Area extends string, Calls> = {
  [Name in keyof Calls & string]: Calls[Name] extends (...args: never[]) => infer Answer
    ? readonly [`${Area}.${Name}`, Answer]
    : never;
}[keyof Calls & string];

type Unlike<Call, First extends string, Wanted> = Call extends readonly [infer Name extends string, infer Answer]
  ? Name extends `${string}.${First}${string}`
    ? Answer extends Wanted
      ? never
      : Name
    : never
  : never;
type Paged<Call> = Call extends readonly [infer Name, AsyncIterable<unknown>] ? Name : never;

/** Calls that answer something else than their names say. The types check it: there is no such name. */
const misnamed: readonly (
  | Unlike<Answers, "list", AsyncIterable<unknown>>
  | Exclude<Paged<Answers>, `${string}.list${string}`>
  | Unlike<Answers, "get", string | Promise<object>>
  | Unlike<Answers, "read" | "find" | "has", Promise<unknown>>
)[] = [];

const reads = "ask find get has is list lookup read resolve verify";
const writes =
  "add allow assign change create deactivate delete fill forbid give migrate remove replace restore revoke send set " +
  "sync tag unassign untag update upload";
const verbs = new Set(`${reads} ${writes}`.split(" "));

/** The calls of an area, of its class too. */
function listCalls(area: object): string[] {
  const own = Object.keys(area).filter((name) => typeof (area as Record<string, unknown>)[name] === "function");
  const type = Object.getPrototypeOf(area);
  return type === Object.prototype
    ? own
    : [...own, ...Object.getOwnPropertyNames(type)].filter((name) => name !== "constructor");
}

test("the calls of all areas speak one language", () => {
  const client = createClient({ baseUrl: "https://api.example.com", clientId: "id", clientSecret: "secret" });
  const calls = Object.entries(client).flatMap(([area, its]) => listCalls(its).map((call) => `${area}.${call}`));
  expect(calls.length).toBeGreaterThan(200);
  expect(calls.filter((call) => !verbs.has(/[.]([a-z]+)/.exec(call)![1]!))).toEqual([]);
  expect(misnamed).toEqual([]);
});
