import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { minify } from "@swc/core";
import type { Page } from "playwright-core";
import type * as Embed from "pulumi-analytics/embed";
import { chooseCases } from "../cases";
import { repository } from "../repository";
import { describeInBrowser } from "./support";

const entry = join(repository, "provider/dist/embed/index.mjs");

/** What the pages of the test keep, for the test to look at. */
declare global {
  interface Window {
    embed: typeof Embed;
    /** What the handler was given. */
    seen: unknown[];
    /** Every message that came, wanted or not: the test knows then that it did. */
    came: { origin: string; data: unknown }[];
    stop(): void;
  }
}

const hostPage = `<!doctype html><title>host</title>
<iframe id="content" name="content"></iframe>
<script type="module">
  import * as embed from "/embed.mjs";
  Object.assign(window, { embed, seen: [], came: [] });
  addEventListener("message", ({ origin, data }) => came.push({ origin, data }));
</script>`;

const framePage = `<!doctype html><title>frame</title>
<script>
  window.came = [];
  addEventListener("message", ({ origin, data }) => came.push({ origin, data }));
</script>`;

describeInBrowser("a host page and its frame, on different origins", (open) => {
  const servers: Server[] = [];
  let host: string;
  let platform: string;
  let hostile: string;

  /** Serves pages under an origin of its own. */
  async function serve(pages: Record<string, { type: string; text: string }>): Promise<string> {
    const server = createServer(({ url = "" }, response) => {
      const page = pages[url];
      response.writeHead(page ? 200 : 404, { "content-type": page?.type ?? "text/plain" }).end(page?.text);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    const buildHtml = (text: string) => ({ "/": { type: "text/html", text } });
    const script = { type: "text/javascript", text: readFileSync(entry, "utf8") };
    host = await serve({ ...buildHtml(hostPage), "/embed.mjs": script });
    platform = await serve(buildHtml(framePage));
    hostile = await serve(buildHtml(framePage));
  });
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** The host page, with the platform's page in its frame and a handler at work. */
  function visit(body: (page: Page) => Promise<void>): Promise<void> {
    return open(async ({ page }) => {
      await page.goto(`${host}/`);
      await page.waitForFunction(() => window.embed !== undefined);
      await show(page, platform);
      await page.evaluate((origin) => {
        const frame = document.querySelector<HTMLIFrameElement>("#content")!;
        window.stop = window.embed.onEmbedEvent((event) => window.seen.push(event), { frame, origin });
      }, platform);
      await body(page);
    });
  }

  /** Shows an origin's page in the frame. */
  async function show(page: Page, origin: string): Promise<void> {
    const loaded = page.waitForResponse(`${origin}/`);
    await page.evaluate((url) => {
      document.querySelector<HTMLIFrameElement>("#content")!.src = url;
    }, `${origin}/`);
    await loaded;
    await findContent(page).waitForFunction(
      (wanted) => location.origin === wanted && window.came !== undefined,
      origin,
    );
  }

  /**
   * The next frame of a name that shows the platform's page. The browser tells of frames later than the page itself
   * knows them.
   */
  const waitForFrame = (page: Page, name: string) =>
    page.waitForEvent("framenavigated", (frame) => frame.name() === name && frame.url() === `${platform}/`);

  const findContent = (page: Page) => page.frame("content")!;

  /** Posts from the frame to the host page, and waits until it came there. */
  async function post(page: Page, data: object): Promise<void> {
    const count = await page.evaluate(() => window.came.length);
    await findContent(page).evaluate((message) => parent.postMessage(message, "*"), data);
    await page.waitForFunction((before) => window.came.length > before, count);
  }

  const readSeen = (page: Page) => page.evaluate(() => window.seen);
  const noData = { type: "document:element:nodata" };

  test("an event of the frame reaches the handler as it came", async () => {
    await visit(async (page) => {
      const event = { ...noData, elementId: "e1", more: [{ nested: null }] };
      await post(page, event);
      await post(page, { type: "something:else" });
      expect(await readSeen(page)).toEqual([event, { type: "something:else" }]);
      const kinds = await page.evaluate(() => window.seen.map((event) => window.embed.isNoData(event)));
      expect(kinds).toEqual([true, false]);
    });
  });

  test("what is no event isn't handed on", async () => {
    await visit(async (page) => {
      await post(page, { no: "type" });
      await post(page, ["document:element:nodata"]);
      expect(await readSeen(page)).toEqual([]);
    });
  });

  test("after it was stopped, nothing is handed on", async () => {
    await visit(async (page) => {
      await post(page, noData);
      await page.evaluate(() => window.stop());
      await post(page, noData);
      expect(await readSeen(page)).toEqual([noData]);
    });
  });

  test("another origin in the frame isn't listened to, and gets to know nothing", async () => {
    await visit(async (page) => {
      await show(page, hostile);
      await post(page, noData);
      expect(await page.evaluate(() => window.came.at(-1)?.origin)).toBe(hostile);
      expect(await readSeen(page)).toEqual([]);

      await page.evaluate((origin) => {
        const frame = document.querySelector<HTMLIFrameElement>("#content")!;
        window.embed.navigateTo(frame, "secret-id", { origin });
        // Messages to one window come in their order.
        frame.contentWindow!.postMessage("afterwards", "*");
      }, platform);
      await findContent(page).waitForFunction(() => window.came.length > 0);
      expect(await findContent(page).evaluate(() => window.came)).toEqual([{ origin: host, data: "afterwards" }]);
    });
  });

  test("another frame isn't listened to, even of the same origin", async () => {
    await visit(async (page) => {
      const shown = waitForFrame(page, "other");
      await page.evaluate((src) => {
        document.body.append(Object.assign(document.createElement("iframe"), { name: "other", src }));
      }, `${platform}/`);
      const other = await shown;
      await other.waitForFunction(() => window.came !== undefined);
      await other.evaluate((data) => parent.postMessage(data, "*"), noData);
      await page.waitForFunction(() => window.came.length > 0);
      expect(await readSeen(page)).toEqual([]);
    });
  });

  test("a frame that was taken out and put back is listened to", async () => {
    await visit(async (page) => {
      const shown = waitForFrame(page, "content");
      await page.evaluate(() => {
        const frame = document.querySelector("#content")!;
        frame.remove();
        document.body.append(frame);
      });
      await (await shown).waitForFunction(() => window.came !== undefined);
      await post(page, noData);
      expect(await readSeen(page)).toEqual([noData]);
    });
  });

  test("navigateTo reaches the frame", async () => {
    await visit(async (page) => {
      await page.evaluate((origin) => {
        const frame = document.querySelector<HTMLIFrameElement>("#content")!;
        window.embed.navigateTo(frame, "inode-1", { origin });
      }, platform);
      await findContent(page).waitForFunction(() => window.came.length > 0);
      const came = await findContent(page).evaluate(() => window.came);
      expect(came).toEqual([{ origin: host, data: { type: "document:navigateto", inodeId: "inode-1" } }]);
      const known = await page.evaluate((event) => window.embed.isNavigateTo(event), came[0]?.data);
      expect(known).toBe(true);
    });
  });

  test.each([
    ["*", 'The origin must be one, such as "https://app.example.com", not "*".'],
    [
      "https://a.example.com/path",
      'The origin must be one, such as "https://a.example.com", not "https://a.example.com/path".',
    ],
    [
      "https://A.example.com:443",
      'The origin must be one, such as "https://a.example.com", not "https://A.example.com:443".',
    ],
    ["null", 'The origin must be one, such as "https://app.example.com", not "null".'],
    ["javascript:alert(1)", 'The origin must be one, such as "https://app.example.com", not "javascript:alert(1)".'],
    [undefined, 'The origin must be one, such as "https://app.example.com", not undefined.'],
  ])("the origin %s is refused", async (origin, message) => {
    await visit(async (page) => {
      const messages = await page.evaluate((given) => {
        const frame = document.querySelector<HTMLIFrameElement>("#content")!;
        const { onEmbedEvent, navigateTo } = window.embed;
        const source = { frame, origin: given as string };
        return [() => onEmbedEvent(() => {}, source), () => navigateTo(frame, "1", source)].map((call) => {
          try {
            call();
            return "";
          } catch (error) {
            return (error as Error).message;
          }
        });
      }, origin);
      expect(messages).toEqual([message, message]);
    });
  });

  test("wrong calls are told", async () => {
    await visit(async (page) => {
      const messages = await page.evaluate((origin) => {
        const { onEmbedEvent, navigateTo } = window.embed as unknown as Record<string, (...args: unknown[]) => void>;
        const frame = document.querySelector("#content");
        const calls = [
          () => onEmbedEvent?.("no function", { frame, origin }),
          () => onEmbedEvent?.(() => {}),
          () => onEmbedEvent?.(() => {}, { frame: document.querySelector("#no-such-frame"), origin }),
          () => navigateTo?.(window, "1", { origin }),
          () => navigateTo?.(frame, "", { origin }),
          () => navigateTo?.(frame, 1, { origin }),
          () => navigateTo?.(document.createElement("iframe"), "1", { origin }),
        ];
        return calls.map((call) => {
          try {
            call();
            return "";
          } catch (error) {
            return (error as Error).message;
          }
        });
      }, platform);
      expect(messages).toMatchInlineSnapshot(`
[
  "onEmbedEvent: the handler must be a function.",
  "The frame must be an iframe element, not undefined.",
  "The frame must be an iframe element, not null.",
  "The frame must be an iframe element, not [object Window].",
  "navigateTo: the inodeId must be a text.",
  "navigateTo: the inodeId must be a text.",
  "navigateTo: the frame isn't in a document yet.",
]
`);
    });
  });
});

const program = `
import { type EmbedEvent, isNoData, navigateTo, onEmbedEvent } from "pulumi-analytics/embed";
const frame = document.querySelector("iframe")!;
const origin = "https://app.example.com";
export const stop: () => void = onEmbedEvent((event: EmbedEvent) => {
  if (isNoData(event)) navigateTo(frame, String(event.elementId), { origin });
}, { frame, origin });
// @ts-expect-error: the origin is needed.
navigateTo(frame, "1", {});
`;

describe("the entry", () => {
  test("imports nothing and is small", async () => {
    const { code } = await minify(readFileSync(entry, "utf8"), { module: true, compress: true, mangle: true });
    expect(code).not.toMatch(/\b(import|require)\b/);
    expect(Buffer.byteLength(code)).toBeLessThan(3072);
  });

  test("does nothing until it is called, so that a server may import it too", () => {
    const script = 'import("pulumi-analytics/embed").then((embed) => console.log(Object.keys(embed).join(" ")))';
    const names = execFileSync(process.execPath, ["-e", script], { cwd: repository, encoding: "utf8" });
    expect(names).toBe("embedEvents isEmbedEvent isNavigateTo isNoData navigateTo onEmbedEvent\n");
  });

  const programs: [string, string, Record<string, string>][] = [
    ["CommonJS that is bundled", "ts", { module: "commonjs", moduleResolution: "bundler" }],
    ["an ES module", "ts", { module: "esnext", moduleResolution: "bundler" }],
    ["Node", "mts", { module: "nodenext" }],
  ];
  test.each(chooseCases(programs))("its types are found in a program of %s", (_, ending, options) => {
    const folder = join(repository, "node_modules/.cache/embed-program");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      ...options,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    writeFileSync(join(folder, `program.${ending}`), program);
    try {
      execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
    } catch (error) {
      throw new Error((error as { stdout: string }).stdout);
    }
  });
});
