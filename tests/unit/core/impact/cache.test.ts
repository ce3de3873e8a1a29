import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cache } from "../../../../provider/src/core/impact";

let project: string;
let other: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "cache-"));
  other = mkdtempSync(join(tmpdir(), "other-"));
});
afterEach(() => {
  for (const folder of [project, other]) rmSync(folder, { recursive: true });
});

function save(): void {
  const cache = new Cache(project, "org");
  cache.keep("id", { stamp: "1" } as never);
  cache.save();
}

test("the cache of somebody else's project writes nothing through a link", () => {
  writeFileSync(join(other, "precious"), "mine");
  symlinkSync(other, join(project, ".analytics"));
  save();
  expect(readdirSync(other)).toEqual(["precious"]);

  rmSync(join(project, ".analytics"));
  mkdirSync(join(project, ".analytics"));
  symlinkSync(join(other, "precious"), join(project, ".analytics/.gitignore"));
  save();
  expect(readFileSync(join(other, "precious"), "utf8")).toBe("mine");
  expect(readFileSync(join(project, ".analytics/.gitignore"), "utf8")).toBe("*\n");
  expect(existsSync(join(project, ".analytics/cache/usage-org.json"))).toBe(true);
});
