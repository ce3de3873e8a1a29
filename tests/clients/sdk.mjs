// Runs in a folder where the npm SDK of the platform is installed: calls each of its reading methods for each object it
// finds, and the writing ones step by step. Prints JSON: { calls, counts, failures, unreached }.
import { readFileSync } from "node:fs";
import { createSigmaClient } from "sigma-computing-rest-api-sdk";

const {
  ANALYTICS_BASE_URL: baseUrl,
  ANALYTICS_CLIENT_ID: clientId,
  ANALYTICS_CLIENT_SECRET: clientSecret,
} = process.env;
const throttleRetry = { baseDelayMs: 100, maxConcurrentFetches: 8 };
const sdk = createSigmaClient({ baseUrl, clientId, clientSecret, throttleRetry });

/** Objects of which each method below a document is called at most. */
const mostObjects = Number(process.env.MOST_OBJECTS);

const known = JSON.parse(process.env.KNOWN);

/** What some methods don't do without. */
const queries = {
  "grants.list": { userId: known.viewer },
  "tenants.getWorkbook": { parentWorkbookId: known.salesWorkbook },
  // YAML is the default of the platform, and the SDK reads JSON.
  "workbooks.getSpec": { format: "json" },
};

const failures = [];
const counts = {};

/** Methods that read, with their parameters; of a list, the one that follows its pages. */
function listReadingMethods() {
  return Object.entries(sdk).flatMap(([resource, its]) => {
    const prototype = Object.getPrototypeOf(its) ?? {};
    return Object.getOwnPropertyNames(prototype).flatMap((name) => {
      if (prototype === Object.prototype || name === "constructor") return [];
      const text = String(its[name]);
      const path = /this\.client\.GET\(\s*"([^"]+)"/.exec(text)?.[1];
      if (path === undefined) return [];
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const call = its[`${name}All`]
        ? (...args) => its[`${name}All`](...args).toArray()
        : (...args) => its[name](...args);
      return [{ name: `${resource}.${name}`, path, parameters, call }];
    });
  });
}

/** Names under which answers have the ids that the parameters of paths take. */
const aliases = {
  connectionPathId: ["urlId"],
  inodeId: ["inodeId"],
  lng_variant: ["lng_variant"],
  tableId: ["tableId"],
  tagId: ["tagId", "versionTagId"],
  tagName: ["tagName"],
  userId: ["memberId"],
};

/** What is known of the objects found so far: the ids of each, and of what is above it. */
const contexts = [];
const readParameter = (context, parameter) =>
  // Many things have an address; only paths of connections have grants by it.
  (parameter !== "connectionPathId" || context.connectionId !== undefined) &&
  (aliases[parameter] ?? [parameter]).map((name) => context[name]).find((id) => typeof id === "string" && id !== "");

function rememberIds(value, above, depth = 0) {
  if (Array.isArray(value)) for (const one of value) rememberIds(one, above, depth);
  else if (value !== null && typeof value === "object" && depth < 4) {
    const ids = Object.entries(value).filter(([name, id]) => /Id$|^id$|^lng/.test(name) && typeof id === "string");
    const context = { ...above, ...Object.fromEntries(ids) };
    if (ids.length > 0) contexts.push(context);
    for (const one of Object.values(value)) rememberIds(one, context, depth + 1);
  }
}

async function attempt(name, call) {
  try {
    return await call();
  } catch (error) {
    failures.push({ name, status: error.statusCode, message: String(error.message).slice(0, 300) });
  }
}

const called = new Set();

/** Calls a method for each object that is known; whether there was one that it hadn't been called for. */
async function callForEach({ name, path, parameters, call }) {
  const isTop = parameters.length === 0;
  const objects = isTop
    ? [{}]
    : contexts.filter((one) => parameters.every((parameter) => readParameter(one, parameter)));
  const fresh = new Map();
  for (const context of objects) {
    const args = parameters.map((parameter) => readParameter(context, parameter));
    const key = `${name} ${args.join(" ")}`;
    if (!called.has(key)) fresh.set(key, args);
  }
  const done = [...called].filter((key) => key.startsWith(`${name} `)).length;
  const limit = parameters.length > 1 ? mostObjects - done : Number.POSITIVE_INFINITY;
  const taken = [...fresh].slice(0, Math.max(0, limit));
  for (const [key, args] of taken) {
    called.add(key);
    const query = queries[name] ? [queries[name]] : [];
    const answer = await attempt(`${name}(${args.join(", ")})`, () => call(...args, ...query));
    if (answer === undefined) continue;
    if (Array.isArray(answer)) counts[path] = (counts[path] ?? 0) + answer.length;
    rememberIds(answer, Object.fromEntries(parameters.map((parameter, index) => [parameter, args[index]])));
  }
  return taken.length > 0;
}

function fill(value) {
  if (typeof value === "string" && value.startsWith("$")) return known[value.slice(1)];
  if (Array.isArray(value)) return value.map(fill);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fill(one)]));
}

const findPath = (value, path) => path.split(".").reduce((one, name) => (name === "" ? one : one?.[name]), value);

/** Creates, changes and deletes objects, step by step; `$name` is what an earlier step or the caller gave. */
async function takeSteps() {
  for (const { call, with: args, keep = {}, count } of JSON.parse(readFileSync(process.env.STEPS, "utf8"))) {
    const [resource, method] = call.split(".");
    const answer = await attempt(call, async () => {
      const got = await sdk[resource][method](...fill(args));
      return method.endsWith("All") ? got.toArray() : got;
    });
    if (count !== undefined && answer?.length !== count)
      failures.push({ name: call, message: `${answer?.length} instead of ${count}` });
    for (const [name, path] of Object.entries(keep)) {
      known[name] = findPath(answer, path);
      if (known[name] === undefined) failures.push({ name: call, message: `no ${path}: ${JSON.stringify(answer)}` });
    }
  }
}

const methods = listReadingMethods();
for (let hasMore = true; hasMore; ) {
  hasMore = false;
  for (const method of methods) if (await callForEach(method)) hasMore = true;
}
await takeSteps();
const unreached = methods.filter(({ name }) => ![...called].some((key) => key.startsWith(`${name} `)));
console.log(JSON.stringify({ calls: called.size, counts, failures, unreached: unreached.map(({ name }) => name) }));
