import * as pulumi from "@pulumi/pulumi";
import { readModelDirectory } from "../core/files";
import { prefixErrors } from "../core/prefix-errors";
import { getOwnValue, suggestWord } from "../core/text";
import { DataModel } from "./data-model";
import { createProgramError, formTopAlias } from "./resource";
import { type RefInput, specFile } from "./spec-input";

/** Arguments of {@link DataModelDirectory}. */
export interface DataModelDirectoryArgs {
  /** The folder of files, relative to the program's working directory. */
  path: string;
  /** Id of the platform's folder for all models. */
  folderId: pulumi.Input<string>;
  /** Id of the member who owns all models. Default: the owner of the API credentials on create, and the current owners afterwards. */
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
 * A folder of files, with a {@link DataModel} for each `*.yaml`, `*.yml` and `*.json` in it and below. Files and folders whose name begins with
 * `_` or `.` are ignored, and so are `node_modules`: keep files for `!include` there. Links are followed inside the project; a link that leads out of
 * it, is broken, or leads to a folder that is there already is an error.
 *
 * A model's name is the `name:` at the top of its file, or the file name. `description:` at the top works too. Files refer to each other by
 * file name without extension: `!ref orders` is the id of the model of `orders.yaml`, `!ref orders#fact_orders` the id of its element. The
 * engine creates models in dependency order. A cycle is an error that names the files.
 *
 * Removing or renaming a file deletes its model, unless the names differ in upper and lower case alone. Unless `allowDelete` is true, the models are protected: `up` and its preview stop with the
 * engine's message that it can't delete the resource. To delete a model, set `allowDelete: true`, run `up` once to remove the protection,
 * then remove the file. Or remove the protection of one model with `pulumi state unprotect <urn>`. The same applies to `pulumi destroy`. To
 * keep a model on the platform and remove it from the state, use `pulumi state delete`.
 *
 * If the program declared a `DataModel` with the name of a file, remove its declaration to move it into the directory: the engine updates the same
 * model and deletes nothing. If the program keeps the declaration, the file is a second model. In other languages than TypeScript, the directory
 * then needs the option `dependsOn` with the declared model; without it, the engine may refuse the two (`Duplicate resource alias`) before it writes.
 *
 * The component replaces nothing: it renames, moves and updates models in place. Values are secret only if a value in `refs` is. Permissions:
 * as for {@link DataModel}.
 *
 * @example
 * ```ts
 * const models = new analytics.DataModelDirectory("models", {
 *   path: "models",
 *   folderId,
 *   refs: { warehouse: connectionId },
 * });
 * export const factOrders = models.model("orders").elementId("fact_orders");
 * ```
 */
export class DataModelDirectory extends pulumi.ComponentResource {
  /** @internal The class of the models. */
  protected static readonly Model: typeof DataModel = DataModel;

  /** The models, by file name without extension. */
  readonly models: Readonly<Record<string, DataModel>>;

  /** @throws when two files have the same name, files refer to each other in a cycle, or no file uses a value in `refs`. */
  constructor(name: string, args: DataModelDirectoryArgs, options?: pulumi.ComponentResourceOptions) {
    super("analytics:index:DataModelDirectory", name, {}, options);
    const { path, folderId, ownerId, refs = {}, allowDelete = false, profile, adopt } = args;
    const files = prefixErrors(
      `DataModelDirectory "${name}"`,
      () => {
        if (pulumi.Output.isInstance(refs) || refs instanceof Promise)
          throw new Error(
            "refs: must be an object, not an output, because its names must be known in a preview. Its values may be outputs.",
          );
        return readModelDirectory(path, { project: pulumi.runtime.getRootDirectory(), refs: Object.keys(refs) });
      },
      createProgramError,
    );
    const { Model } = new.target;
    const type = Model.__pulumiType;
    const models: Record<string, DataModel> = Object.create(null);
    for (const file of files) {
      const known = { ...refs, ...models };
      const [resource, former] = [`${name}-${file.key}`, `${name}-${file.name}`];
      models[file.name] = new Model(
        resource,
        {
          name: file.title,
          description: file.description,
          folderId,
          ownerId,
          profile,
          adopt,
          spec: specFile(file.path, {
            root: path,
            refs: Object.fromEntries(
              file.refs.flatMap((ref) => {
                const value = getOwnValue(known, ref);
                return value === undefined ? [] : [[ref, value]];
              }),
            ),
          }),
        },
        {
          parent: this,
          aliases: [
            formTopAlias({ kind: "DataModel", type }, file.name, { name: resource, parent: this }),
            ...(former === resource ? [] : [{ name: former }]),
          ],
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
