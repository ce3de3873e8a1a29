const { listNews } = require("../../description/news") as {
  listNews(descriptions: readonly object[]): string[];
};

const object = (properties: object) => ({
  content: { "application/json": { schema: { type: "object", properties } } },
});

test("what a description has and nobody knows is a line each", () => {
  const created = object({ name: {}, owner: {} });
  const description = {
    paths: {
      "/v2/tags": {
        get: {
          parameters: [
            { in: "query", name: "page" },
            { in: "query", name: "flavor" },
          ],
          responses: { 200: object({ entries: { items: { $ref: "#/components/schemas/Tag" } }, nextPage: {} }) },
        },
        post: { requestBody: created, responses: { 200: object({ versionTagId: {} }), 400: object({ other: {} }) } },
      },
      "/v2/tags/{id}": { patch: { requestBody: object({ color: {} }) } },
      "/v2/audits": { get: {} },
    },
    components: { schemas: { Tag: { allOf: [{ properties: { name: {}, icon: {} } }] } } },
  };
  expect(listNews([description])).toEqual([
    "parameter flavor of GET /v2/tags",
    "field icon of GET /v2/tags",
    "field owner of POST /v2/tags",
    "operation GET /v2/audits",
  ]);
  expect(listNews([description, { paths: { "/v2/audits": { post: {} } } }])).toContain("operation POST /v2/audits");
});
