import { isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { flag, texts } from "../settings";

/**
 * Models are deleted with their resource, and never overwrite what somebody changed in the product. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `allowRetain` | whether `deletion: "retain"` may be; default: false |
 * | `allowOverwrite` | whether `onConflict: "overwrite"` may be; default: false |
 */
export const safeguards = policy({
  name: "safeguards",
  description: "Models don't outlive their resource and don't overwrite other people's changes.",
  level: "mandatory",
  settings: {
    allowRetain: flag('Whether deletion: "retain" may be.', false),
    allowOverwrite: flag('Whether onConflict: "overwrite" may be.', false),
  },
  judge: (settingsOf) => ({
    validateResource: validateDataModel(({ fields }, context, report) => {
      const { allowRetain, allowOverwrite } = settingsOf(context);
      if (!allowRetain && fields.deletion === "retain") {
        report('deletion is "retain": the model would stay in the product with nobody in charge of it');
      }
      if (!allowOverwrite && fields.onConflict === "overwrite") {
        report('onConflict is "overwrite": changes made in the product would be lost unseen');
      }
    }),
  }),
});

/**
 * Models lie in listed folders only. Without a list it says nothing. Mandatory. A folder that the same program makes has no id to list
 * before it is there; list it afterwards, or give the folder's own stack.
 *
 * | setting | |
 * |---|---|
 * | `folders` | ids of the folders; default: any |
 */
export const folderPlacement = policy({
  name: "folder-placement",
  description: "Models lie in the listed folders.",
  level: "mandatory",
  settings: { folders: texts("Ids of the folders models may lie in; none: any.") },
  judge: (settingsOf) => ({
    validateResource: validateDataModel(({ fields: { folderId } }, context, report) => {
      const { folders } = settingsOf(context);
      if (folders.length === 0 || isUnknown(folderId) || folders.includes(folderId)) return;
      report(`the folder ${folderId} is not listed`);
    }),
  }),
});

/**
 * An update takes nothing away that other parts of the model, which stay, depended on before it. Mandatory; no settings. To go through with
 * it, change the users first and remove the part in a second update.
 */
export const noDestructiveChange = policy({
  name: "no-destructive-change",
  description: "An update doesn't remove what others in the model depended on.",
  level: "mandatory",
  settings: {},
  judge: () => ({
    validateResource: validateDataModel(({ removes }, _context, report) => {
      for (const { where, usedBy } of removes) report(`${where} goes, and ${usedBy.join(", ")} depended on it`);
    }),
  }),
});

/** A model isn't hidden from policies by being a secret as a whole. Mandatory; no settings. */
export const readableModels = policy({
  name: "readable-models",
  description: "Policies can read every model.",
  level: "mandatory",
  settings: {},
  judge: () => ({
    validateResource: validateDataModel(({ hidden }, _context, report) => {
      if (hidden === "secret")
        report("the representation is secret as a whole; mark single values in it as secret instead");
    }),
  }),
});
