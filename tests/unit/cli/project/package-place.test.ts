import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findPackageManager, installCommand } from "../../../../cli/src/project/package-manager";
import { findPackagePath, formatPluginLine, locatePackage } from "../../../../cli/src/project/package-place";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "workspace-")));
  mkdirSync(join(root, "stacks/shop"), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, value: unknown = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof value === "string" ? value : JSON.stringify(value));
}

describe("the path to the package", () => {
  const getShop = () => join(root, "stacks/shop");

  test("that isn't installed yet is the usual one", () => {
    expect(locatePackage("pulumi-analytics", getShop())).toBeUndefined();
    expect(findPackagePath(getShop())).toBe("./node_modules/pulumi-analytics");
    expect(findPackagePath(join(root, "not/there"))).toBe("./node_modules/pulumi-analytics");
  });

  test("in the root of a workspace leads up to it", () => {
    write("node_modules/pulumi-analytics/package.json", {});
    expect(findPackagePath(getShop())).toBe("../../node_modules/pulumi-analytics");
    expect(formatPluginLine(getShop())).toBe("packages: { analytics: ../../node_modules/pulumi-analytics/plugin }");
    // The nearest one counts.
    write("stacks/shop/node_modules/pulumi-analytics/package.json", {});
    expect(findPackagePath(getShop())).toBe("./node_modules/pulumi-analytics");
  });

  test("that is a link of pnpm names the link: its store has another name after each update", () => {
    write("node_modules/.pnpm/pulumi-analytics@1.2.3/node_modules/pulumi-analytics/package.json", {});
    mkdirSync(join(getShop(), "node_modules"));
    symlinkSync(
      join(root, "node_modules/.pnpm/pulumi-analytics@1.2.3/node_modules/pulumi-analytics"),
      join(getShop(), "node_modules/pulumi-analytics"),
    );
    expect(findPackagePath(getShop())).toBe("./node_modules/pulumi-analytics");
  });

  test("from a folder that is a link itself is the one that Node takes", () => {
    write("node_modules/pulumi-analytics/package.json", {});
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(getShop(), join(root, "elsewhere/linked"));
    expect(findPackagePath(join(root, "elsewhere/linked"))).toBe("../../node_modules/pulumi-analytics");
  });
});

describe("the package manager", () => {
  const findManager = () => findPackageManager(join(root, "stacks/shop")).name;

  test.each([
    ["package-lock.json", "npm"],
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["bun.lock", "bun"],
    ["bun.lockb", "bun"],
  ])("with %s is %s, in the project as in the root of its workspace", (file, name) => {
    write(`stacks/shop/${file}`);
    expect(findManager()).toBe(name);
    rmSync(join(root, "stacks/shop", file));
    write(file);
    // Of a folder above that is no workspace, the file is nobody's but that folder's.
    expect(findManager()).toBe("npm");
    write("package.json", { workspaces: ["stacks/*"] });
    expect(findManager()).toBe(name);
  });

  test("is what `packageManager` says, whatever lock files there are", () => {
    write("package.json", { packageManager: "yarn@4.5.0+sha512.abc", workspaces: ["stacks/*"] });
    write("package-lock.json");
    expect(findManager()).toBe("yarn");
    write("stacks/shop/package.json", { packageManager: "bun@1.1.0" });
    expect(findManager()).toBe("bun");
    write("stacks/shop/package.json", { packageManager: 7 });
    expect(findManager()).toBe("yarn");
    write("stacks/shop/package.json", "{ not JSON");
    expect(findManager()).toBe("yarn");
  });

  test("of a workspace of pnpm is known by its file, and npm is the usual one", () => {
    expect(findManager()).toBe("npm");
    write("pnpm-workspace.yaml", "packages: [stacks/*]");
    expect(findManager()).toBe("pnpm");
    expect(findPackageManager(root).add({ dev: true })).toEqual(["add", "-D", "-w"]);
    expect(findPackageManager(join(root, "stacks/shop")).add({ dev: true })).toEqual(["add", "-D"]);
    expect(installCommand(join(root, "stacks/shop"), "pulumi-analytics")).toBe("pnpm add pulumi-analytics");
    expect(installCommand(join(root, "stacks/shop"), "@pulumi/pulumi@>=3.160.0 <4")).toBe(
      'pnpm add "@pulumi/pulumi@>=3.160.0 <4"',
    );
    expect(installCommand(join(root, "stacks/shop"), "@pulumi/policy")).toBe("pnpm add @pulumi/policy");
  });
});
