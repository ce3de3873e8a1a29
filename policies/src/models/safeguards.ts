import { isUnknown, validateDataModel } from "pulumi-analytics/policy";
import { policy } from "../policy";
import { declareFlag, declareTexts } from "../settings";

/**
 * The delete of a resource deletes its model, and updates never overwrite changes from the UI. Mandatory.
 *
 * | setting | |
 * |---|---|
 * | `allowRetain` | whether to allow `deletion: "retain"`; default: false |
 * | `allowOverwrite` | whether to allow `onConflict: "overwrite"`; default: false |
 */
export const safeguards = policy({
  name: "safeguards",
  description: "Models don't outlive their resource and don't overwrite other people's changes.",
  level: "mandatory",
  settings: {
    allowRetain: declareFlag('Whether deletion: "retain" may be.', false),
    allowOverwrite: declareFlag('Whether onConflict: "overwrite" may be.', false),
  },
  judge: (settingsOf) => ({
    validateResource: validateDataModel(({ fields }, context, report) => {
      const { allowRetain, allowOverwrite } = settingsOf(context);
      if (!allowRetain && !isUnknown(fields.deletion) && fields.deletion === "retain") {
        report('deletion is "retain": the model would stay in the product with nobody in charge of it');
      }
      if (!allowOverwrite && !isUnknown(fields.onConflict) && fields.onConflict === "overwrite") {
        report('onConflict is "overwrite": changes made in the product would be silently overwritten');
      }
    }),
  }),
});

/**
 * Models are in listed folders only. Without a list, the policy checks nothing. Mandatory. A folder that the same
 * program creates has no id before its first `up`: list it afterwards, or create folders in their own stack.
 *
 * | setting | |
 * |---|---|
 * | `folders` | ids of the folders; default: any |
 */
export const folderPlacement = policy({
  name: "folder-placement",
  description: "Models lie in the listed folders.",
  level: "mandatory",
  settings: { folders: declareTexts("Ids of the folders models may lie in; none: any.") },
  judge: (settingsOf) => ({
    validateResource: validateDataModel(({ fields: { folderId } }, context, report) => {
      const { folders } = settingsOf(context);
      if (folders.length === 0 || isUnknown(folderId) || folders.includes(folderId)) return;
      report(`the folder ${folderId} is not listed`);
    }),
  }),
});

/**
 * An update removes no part on which remaining parts of the model depended, nor a name that their formulas use.
 * Mandatory; no settings. To remove such a part, first change its users, then remove it in a second update. To rename
 * it, change its users in the same update.
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

/** A model's representation isn't secret as a whole, so policies can read it. Mandatory; no settings. */
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
