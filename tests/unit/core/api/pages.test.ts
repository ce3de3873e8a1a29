import { z } from "zod";
import { ApiError, collect } from "../../../../provider/src/core/api";
import { ListingLag } from "../../../../provider/src/core/api/transport/listing-lag";
import { list } from "../../../../provider/src/core/api/transport/pages";
import type { Call, Transport } from "../../../../provider/src/core/api/transport/transport";
import fc from "../../../fast-check";

/** A transport that answers lists with the given pages, as the platform would, and remembers the queries. */
function createPlatform(pages: readonly number[][], style: "page" | "token", extra: object = {}) {
  const queries: Call<unknown>["query"][] = [];
  const [cursor, next] = style === "page" ? ["page", "nextPage"] : ["pageToken", "nextPageToken"];
  const end = style === "page" ? { nextPage: null } : {};
  const transport = {
    send: async (call: Call<unknown>) => {
      queries.push(call.query);
      const index = call.query?.[cursor] === undefined ? 0 : Number(String(call.query[cursor]).slice(1));
      const following = index + 1 < pages.length ? { [next]: `c${index + 1}` } : end;
      return call.answer.parse({ entries: pages[index], ...extra, ...following });
    },
    listingLag: new ListingLag(),
  } as unknown as Transport;
  return { transport, queries };
}

const listing = { path: "/v2/tags", entry: z.number() } as const;

describe.each(["page", "token"] as const)("list, %s style", (style) => {
  it("yields every entry once and in order, whatever the pages, hasMore and total", async () => {
    const pages = fc.array(fc.array(fc.integer(), { maxLength: 8 }), { minLength: 1, maxLength: 12 });
    const lies = fc.record({ hasMore: fc.boolean(), total: fc.nat() });
    await fc.assert(
      fc.asyncProperty(pages, lies, async (given, extra) => {
        const { transport, queries } = createPlatform(given, style, extra);
        expect(await collect(list(transport, { ...listing, style }))).toEqual(given.flat());
        expect(queries).toHaveLength(given.length);
      }),
    );
  });

  it("asks for the largest page", async () => {
    const { transport, queries } = createPlatform([[1], [2]], style);
    await collect(list(transport, { ...listing, style }));
    const [size, most] = style === "page" ? ["limit", 1000] : ["pageSize", 500];
    expect(queries.map((query) => query?.[size])).toEqual([most, most]);
  });

  it("asks for no page that isn't read", async () => {
    const { transport, queries } = createPlatform([[1], [2], [3]], style);
    for await (const entry of list(transport, { ...listing, style })) if (entry === 1) break;
    expect(queries).toHaveLength(1);
  });

  it("refuses a cursor that comes again, at any distance", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 10 }), fc.nat(), async (length, to) => {
        const name = style === "page" ? "nextPage" : "nextPageToken";
        let asked = 0;
        const transport = {
          send: async (call: Call<unknown>) => {
            asked += 1;
            const following = asked < length ? asked : to % length;
            return call.answer.parse({ entries: [asked], [name]: `c${following}` });
          },
          listingLag: new ListingLag(),
        } as unknown as Transport;
        await expect(collect(list(transport, { ...listing, style }))).rejects.toThrow(ApiError);
        expect(asked).toBeLessThanOrEqual(length + 1);
      }),
    );
  });
});

describe("list", () => {
  const createAnswering = (answer: unknown) =>
    ({
      send: async (call: Call<unknown>) => call.answer.parse(answer),
      listingLag: new ListingLag(),
    }) as unknown as Transport;

  it("takes a bare array only where the contract knows one", async () => {
    const bare = createAnswering([1, 2]);
    expect(await collect(list(bare, { ...listing, style: "page", bareArray: true }))).toEqual([1, 2]);
    await expect(collect(list(bare, { ...listing, style: "page" }))).rejects.toThrow();
  });

  it.each([null, undefined, ""])("ends at the cursor %p", async (nextPage) => {
    expect(await collect(list(createAnswering({ entries: [1], nextPage }), { ...listing, style: "page" }))).toEqual([
      1,
    ]);
  });

  it("passes a cursor on as it is, number or not", async () => {
    const queries: unknown[] = [];
    const transport = {
      send: async (call: Call<unknown>) => {
        queries.push(call.query?.page);
        return call.answer.parse({ entries: [1], nextPage: queries.length === 1 ? 50 : null });
      },
      listingLag: new ListingLag(),
    } as unknown as Transport;
    await collect(list(transport, { ...listing, style: "page" }));
    expect(queries).toEqual([undefined, "50"]);
  });
});
