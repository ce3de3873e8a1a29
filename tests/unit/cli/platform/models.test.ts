import { chooseModels } from "../../../../cli/src/platform/models";

const [composed, apart] = ["Qualit\u00e9", "Qualite\u0301"];
const buildModel = (folderPath: string) => ({
  dataModelId: folderPath,
  name: "Orders",
  folderId: `f ${folderPath}`,
  folderPath,
});

test("a folder is found in whichever form its name is composed, and not by a part of its name", () => {
  const models = [buildModel(`Acme/${apart}`), buildModel(`Acme/${apart}s`)];
  for (const folders of [[], [{ id: `f Acme/${apart}`, name: apart, parentId: "w", path: "Acme" }]])
    expect(chooseModels(models, { folder: `Acme/${composed}` }, folders)).toEqual(models.slice(0, 1));
});
