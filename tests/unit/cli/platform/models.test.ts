import { filterByFolder } from "../../../../cli/src/platform/models";
import { FolderTree } from "../../../../provider/src/core/api";

const [composed, apart] = ["Qualit\u00e9", "Qualite\u0301"];
const buildModel = (path: string) => ({ id: path, name: "Orders", parentId: `f ${path}`, path });

test("a folder is found in whichever form its name is composed, and not by a part of its name", () => {
  const models = [buildModel(`Acme/${apart}`), buildModel(`Acme/${apart}s`)];
  for (const folders of [[], [{ id: `f Acme/${apart}`, name: apart, parentId: "w", path: "Acme" }]])
    expect(filterByFolder(models, `Acme/${composed}`, new FolderTree(folders), "")).toEqual(models.slice(0, 1));
});
