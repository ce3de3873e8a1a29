import * as pulumi from "@pulumi/pulumi";
import { type PlannedModel, planModelDirectory } from "../core/files";
import { unknownValue } from "../core/model/json";
import { escapeText, getOwnValue, prefixErrors, suggestWord } from "../core/text";
import { DataModel, findElementId } from "./data-model";
import { isReferable } from "./model-reference";
import { findForm, readRules } from "./names-across";
import { createProgramError, formTopAlias } from "./resource";
import { isLater, type RefInput, resolveMatch, type SpecFile } from "./spec-input";

/** Arguments of {@link DataModelDirectory}. */
export interface DataModelDirectoryArgs {
  /** The folder of files, relative to the program's working directory. */
  path: string;
  /** Id of the platform's folder for all models. */
  folderId: pulumi.Input<string>;
  /**
   * Id of the member who owns all models. Default: the owner of the API credentials on create, and the current owners
   * afterwards.
   */
  ownerId?: pulumi.Input<string>;
  /** Values for the `!ref` names that are not file names. A file must use each of them. */
  refs?: Record<string, RefInput>;
  /** Whether models may be deleted. Default: false, and every model is protected. */
  allowDelete?: boolean;
  /** The named profile (`analytics:profiles.<name>`) that the models belong to. */
  profile?: pulumi.Input<string>;
  /** Whether to adopt existing models with the same names in the folder, instead of creating them. Default: false. */
  adopt?: pulumi.Input<boolean>;
}

/**
 * A folder of files, with a {@link DataModel} for each `*.yaml`, `*.yml` and `*.json` in it and below. Files and
 * folders whose name begins with `_` or `.` are ignored, and so are `node_modules` and virtual environments of Python:
 * keep files for `!include` there. Links are followed inside the project; a link that leads out of it, is broken, or
 * leads to a folder that is there already is an error.
 *
 * A model's name is the `name:` at the top of its file, or the file name. `description:` at the top works too. Files
 * refer to each other by file name without extension: `!ref orders` is the id of the model of `orders.yaml`,
 * `!ref orders#fact_orders` the id of its element. The engine creates models in dependency order. A cycle is an error
 * that names the files.
 *
 * Removing or renaming a file deletes its model, unless the names differ in upper and lower case alone. Unless
 * `allowDelete` is true, the models are protected: `up` and its preview stop with the engine's message that it can't
 * delete the resource. To delete a model, set `allowDelete: true`, run `up` once to remove the protection, then remove
 * the file. Or remove the protection of one model with `pulumi state unprotect <urn>`. The same applies to
 * `pulumi destroy`. To keep a model on the platform and remove it from the state, use `pulumi state delete`.
 *
 * If the program declared a `DataModel` with the name of a file, remove its declaration to move it into the directory:
 * the engine updates the same model and deletes nothing. If the program keeps the declaration, the file is a second
 * model. In other languages than TypeScript, the directory then needs the option `dependsOn` with the declared model;
 * without it, the engine may refuse the two (`Duplicate resource alias`) before it writes.
 *
 * The component replaces nothing: it renames, moves and updates models in place. Values are secret only if a value in
 * `refs` is. Permissions: as for {@link DataModel}.
 *
 * @example
 * ```ts
 * const folder = analytics.getFolderOutput({ path: "Acme/Models" });
 * const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
 * const models = new analytics.DataModelDirectory("models", {
 *   path: "models",
 *   folderId: folder.id,
 *   refs: { warehouse: warehouse.id },
 * });
 * export const factOrders = models.model("orders").elementId("fact_orders");
 * ```
 */
export class DataModelDirectory extends pulumi.ComponentResource {
  /** @internal The class of the models. */
  protected static readonly Model: typeof DataModel = DataModel;

  /** The models, by file name without extension. */
  readonly models: Readonly<Record<string, DataModel>>;

  /**
   * @throws when two files have the same name, files refer to each other in a cycle, or no file uses a value in `refs`.
   */
  constructor(name: string, args: DataModelDirectoryArgs, options?: pulumi.ComponentResourceOptions) {
    super("analytics:index:DataModelDirectory", name, {}, options);
    const { path, folderId, ownerId, refs = {}, allowDelete = false, profile, adopt } = args;
    const plan = prefixErrors(
      `DataModelDirectory "${name}"`,
      () =>
        planModelDirectory(
          name,
          { path, folderId, refs: isLater(refs) ? unknownValue : refs },
          { project: pulumi.runtime.getRootDirectory(), rules: readRules(), isModel: isReferable, findForm },
        ),
      createProgramError,
    );
    for (const warning of plan.warnings) void pulumi.log.warn(escapeText(warning), this);
    const { Model } = new.target;
    const type = Model.__pulumiType;
    const models: Record<string, DataModel> = Object.create(null);
    for (const model of plan.models) {
      const { resource } = model;
      models[model.file] = new Model(
        resource,
        {
          name: model.name,
          description: model.description,
          folderId,
          ownerId,
          profile,
          adopt,
          // What the program created, it deletes without.
          ...(adopt !== undefined && allowDelete ? { allowDelete } : {}),
          spec: formSpec(model, models, refs),
        },
        {
          parent: this,
          aliases: model.formerNames.map(({ name, isTop }) =>
            isTop ? formTopAlias({ kind: "DataModel", type }, name, { name: resource, parent: this }) : { name },
          ),
          ...(allowDelete ? {} : { protect: true }),
        },
      );
    }
    this.models = models;
    this.registerOutputs({});
  }

  /**
   * The model of a file.
   *
   * @param file its name without folder and extension.
   * @throws when there is no such file; the message lists the files.
   * @example `models.model("orders").columnId("fact_orders", "revenue")`
   */
  model(file: string): DataModel {
    const model = getOwnValue(this.models, file);
    if (model === undefined) {
      const names = Object.keys(this.models);
      throw createProgramError(
        `There is no model file "${file}".${suggestWord(file, names)} Model files: ${names.join(", ")}.`,
      );
    }
    return model;
  }
}

/** A model's file, with the values of its placeholders. */
function formSpec(
  planned: PlannedModel,
  models: Readonly<Record<string, DataModel>>,
  given: Readonly<Record<string, RefInput>>,
): SpecFile {
  const { path, matches } = planned;
  const refs = matches.map((match) => {
    const { placeholder, element } = match;
    const model = models[match.name];
    if (model === undefined) return [placeholder, resolveMatch(match, given)];
    return [
      placeholder,
      element === undefined ? model.id : findElementId(model, element, `${path}: !ref ${placeholder}`),
    ];
  });
  return { kind: "spec-file", path, refs: Object.fromEntries(refs), planned };
}
