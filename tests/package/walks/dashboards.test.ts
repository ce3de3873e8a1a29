import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTemporaryFolder } from "../../cli/support";
import { buildSales } from "../../unit/emulator/workbook/sales";
import { findCommand, Walk } from "./walk";

const root = createTemporaryFolder();
const up = "pulumi up --yes --skip-preview";
const folder = "workbooks/sales";
const git = (words: string) => `git -c user.name=lead -c user.email=lead@acme.example ${words}`;

interface Contents {
  readonly elements: { readonly id: string; name?: string }[];
}

test("a BI lead: a workbook pulled, edited on both sides, reviewed in a sandbox, and merged", async () => {
  const walk = await Walk.begin(root);
  const { emulator } = walk;
  const { ui, seeded } = emulator;
  try {
    const place = { type: "folder", name: "Dashboards", parentId: seeded.folders.workspace };
    const { id: folderId } = (await ui.request("POST", "/v2/files", place)) as { id: string };
    const contents = buildSales(seeded.connections.warehouse);
    const created = await ui.request("POST", "/v2/workbooks", { name: "Sales", folderId, contents });
    const address = `/v2/workbooks/${(created as { workbookId: string }).workbookId}`;
    const readContents = async () =>
      ((await ui.request("GET", `${address}?includeContents=true`)) as { contents: Contents }).contents;
    const editInProduct = async (element: string, name: string) => {
      const read = await readContents();
      read.elements.find(({ id }) => id === element)!.name = name;
      await ui.request("PUT", `${address}/contents`, { contents: read });
    };
    const editHere = (element: string, name: string) =>
      walk.edit(`${folder}/elements/${element}.yaml`, /^name: .*$/m, `name: ${name}`);
    const readNames = async () => (await readContents()).elements.map(({ name }) => name);

    // docs/guides/dashboards.md, in its order.
    await walk.type("npx pulumi-analytics pull live:Acme/Dashboards/Sales");
    await walk.type("npm install && pulumi stack init dev");
    expect(await walk.type(up)).not.toContain("updated");
    await walk.type("pulumi preview --expect-no-changes");
    await walk.type(`git init --quiet --initial-branch main && git add . && ${git("commit --quiet -m pulled")}`);
    await walk.type("git checkout --quiet -b turnover");
    editHere("revenue", "Turnover");
    await walk.type("npx pulumi-analytics validate workbooks && npx pulumi-analytics fmt workbooks");
    expect(await walk.type(`npx pulumi-analytics diff git:main ${folder}`, 1)).toContain("Turnover");
    await walk.type(`npx pulumi-analytics draw ${folder} --out sales.svg`);
    const help = await walk.type("npx pulumi-analytics sandbox up --help");
    const [, page = ""] = /^Page:\s+(file:\S+)$/m.exec(help) ?? [];
    expect(existsSync(fileURLToPath(page))).toBe(true);

    // Reviewers see the branch in a sandbox, which leaves production as it is.
    await walk.type(git("commit --quiet --all -m Turnover"));
    const sandbox = "--pr 12 --in Acme/Dashboards";
    const shown = await walk.type(`npx pulumi-analytics sandbox up ${sandbox}`);
    expect(shown).toMatch(/Sandbox of pull request 12[\s\S]*Sales \(workbook, changed\)/);
    expect(await readNames()).not.toContain("Turnover");
    await walk.type(`npx pulumi-analytics preview down ${sandbox}`, 2);
    await walk.type(`npx pulumi-analytics sandbox down ${sandbox}`);
    expect(
      emulator.snapshot().files.filter(({ name, deletedWith }) => /^PR 12/.test(name) && deletedWith === null),
    ).toEqual([]);

    // A colleague edits another chart meanwhile: `up` stops, and its message leads on.
    await editInProduct("trend", "Course");
    const stopped = await walk.fail(up);
    await walk.type(findCommand(stopped, "npx pulumi-analytics pull"));
    await walk.type(`${up} --refresh`);
    expect(await readNames()).toEqual(expect.arrayContaining(["Turnover", "Course"]));
    // All is the whole organization: the program adopts what it didn't have.
    await walk.type("npx pulumi-analytics pull --all");
    await walk.type(up);
    await walk.type("pulumi preview --expect-no-changes --refresh");

    // Both edit the same chart: `pull --all` names both ways, of which one takes the platform's.
    await walk.type(`git add . && ${git("commit --quiet -m pulled")}`);
    editHere("revenue", "Ours");
    await editInProduct("revenue", "Theirs");
    const conflict = await walk.type("npx pulumi-analytics pull --all", 1);
    const [, way = ""] = /`pulumi-analytics (pull \S+ --prefer platform)`/.exec(conflict) ?? [];
    await walk.type(`npx pulumi-analytics ${way}`);
    await walk.type("npx pulumi-analytics pull --all");
    await walk.type(`${up} --refresh`);
    await walk.type("pulumi preview --expect-no-changes --refresh");
    expect(await readNames()).toContain("Theirs");
  } finally {
    await walk.end();
  }
});
