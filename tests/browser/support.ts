import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** The Chromium of this machine: what the environment's `CHROMIUM` names, else one on the PATH. */
export function findChromium(): string | undefined {
  const { CHROMIUM, PATH = "" } = process.env;
  const places = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...(CHROMIUM ? [CHROMIUM] : []), ...places].find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Starts a headless Chromium with a profile that goes away with it. */
export function startBrowser(executablePath: string): Promise<Browser> {
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
  return chromium.launch({
    executablePath,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", ...quiet],
  });
}

/** What a page did that a test wants to know. */
export interface Visit {
  readonly page: Page;
  /** The addresses it asked for. */
  readonly requests: readonly string[];
  /** Errors of its scripts, what its policy refused, and questions such as `alert`'s. */
  readonly complaints: readonly string[];
}

/** Does something with a page of its own. */
export async function openPage<Result>(
  browser: Browser,
  body: (visit: Visit) => Promise<Result>,
  options: BrowserContextOptions = {},
): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const requests: string[] = [];
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("dialog", (dialog) => {
      complaints.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return await body({ page, requests, complaints });
  } finally {
    await context.close();
  }
}

/**
 * A suite in a real browser; skipped where there is none.
 *
 * @example
 * ```ts
 * describeInBrowser("the page", (open) => {
 *   test("has a title", () => open(async ({ page }) => expect(await page.title()).toBe("…")));
 * });
 * ```
 */
export function describeInBrowser(
  name: string,
  body: (
    open: <Result>(body: (visit: Visit) => Promise<Result>, options?: BrowserContextOptions) => Promise<Result>,
  ) => void,
): void {
  const executable = findChromium();
  if (executable === undefined) {
    const skipped = `${name}: skipped, no Chromium on the PATH; CHROMIUM may name one`;
    // Jest says nothing of what is skipped.
    process.stderr.write(`${skipped}\n`);
    describe.skip(skipped, () => body(() => Promise.reject()));
    return;
  }
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startBrowser(executable);
    });
    afterAll(() => browser.close());
    body((visit, options) => openPage(browser, visit, options));
  });
}
