const { getShape, operations } = require("../../emulator/dist/http/operations.js");
const declared = require("../../provider/dist/core/api/areas.js").areas;

/** The fields that the provider declares of the objects of a collection, by the shape of its path. */
const areas = new Map(
  Object.values(declared)
    .filter(({ path }) => path !== undefined)
    .map(({ path, listed, whole, sends }) => {
      const shapes = [listed, whole].map((one) => readShape(one));
      return [path, new Set([...shapes.flatMap(Object.keys), ...sends])];
    }),
);

/** The fields of a zod object, also of one that is read before it is another. */
function readShape(type) {
  return type?.shape ?? (type?.def?.in === undefined ? {} : readShape(type.def.in));
}

/**
 * What descriptions have and neither the emulator nor the provider knows, a line for each: operations that the
 * emulator's list lacks, their query parameters, and fields of requests and answers under the paths of the provider's
 * areas. Parts of a description, such as a file for each tag, are read together.
 */
function listNews(descriptions) {
  const known = new Map(operations.map((one) => [getShape(one.method, one.path), one]));
  return descriptions.flatMap((description) =>
    Object.entries(description.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => ["get", "put", "post", "delete", "patch"].includes(method))
        .flatMap(([method, operation]) => {
          const name = `${method.toUpperCase()} ${path}`;
          const own = known.get(getShape(method.toUpperCase(), path));
          if (own === undefined) return [`operation ${name}`];
          const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
          const query = parameters.filter((one) => one.in === "query" && !own.query.includes(one.name));
          return [
            ...query.map((one) => `parameter ${one.name} of ${name}`),
            ...listUnknownFields(description, path, operation).map((field) => `field ${field} of ${name}`),
          ];
        }),
    ),
  );
}

/** What a list has beside the fields of its entries. */
const ofLists = ["entries", "nextPage", "nextPageToken", "hasMore", "total"];

/** Fields of the request and of answers that no area of the provider declares for the path. */
function listUnknownFields(description, path, { requestBody, responses = {} }) {
  // `/v2/tags` and `/v2/tags/{tagId}`; what is below an object has fields of its own.
  const fields = areas.get(path.replace(/\/\{\w+\}$/, ""));
  if (fields === undefined) return [];
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const bodies = [requestBody, ...answers.map(([, answer]) => answer)];
  const schemas = bodies.flatMap((body) => Object.values(resolve(description, body)?.content ?? {}));
  const found = new Set(schemas.flatMap(({ schema }) => listFields(description, schema)));
  return [...found].filter((field) => !fields.has(field) && !ofLists.includes(field)).sort();
}

/** The fields of an object, of one of its forms, or of the entries of a list. */
function listFields(description, schema, seen = new Set()) {
  const found = resolve(description, schema);
  if (found === undefined || seen.has(found)) return [];
  seen.add(found);
  const { properties = {}, items, allOf = [], oneOf = [], anyOf = [] } = found;
  const entries = [items, properties.entries].filter(Boolean);
  const inside = [...allOf, ...oneOf, ...anyOf, ...entries].flatMap((one) => listFields(description, one, seen));
  return [...Object.keys(properties), ...inside];
}

function resolve(description, part) {
  if (part?.$ref === undefined) return part;
  const steps = part.$ref.split("/").slice(1);
  return resolve(
    description,
    steps.reduce((at, step) => at?.[step.replaceAll("~1", "/")], description),
  );
}

module.exports = { listNews };
