import * as z from "zod";
import { field, type InputFields, type OutputFields, output, text } from "../../../../provider/src/kinds/declare";

/** Where a resource of the plugin has other properties than the class of the kind. */
interface Difference {
  /** Inputs of the kind that the plugin declares otherwise, or that the class alone hides. */
  readonly inputs?: InputFields;
  /** Inputs that are no outputs. */
  readonly notOutputs?: readonly string[];
  /** Outputs that the plugin makes of others. */
  readonly outputs?: OutputFields;
  /** Outputs of the kind that the plugin doesn't show. */
  readonly hidden?: readonly string[];
  /** Names of properties in C#, by property. */
  readonly csharp?: Readonly<Record<string, string>>;
}

/** The class takes a resource for a tag, and sends its name and id. */
const tag: Difference = {
  inputs: {
    tag: field(text, "The tag's name.", { replaces: true }),
    tagId: field(
      text.optional(),
      "The tag's id. Set it beside `tag` for a tag of the same program: the provider then tags the document " +
        "again when the tag is recreated.",
      { replaces: true },
    ),
  },
};

/** The class encodes the document and keeps its text in the state; here the plugin does. */
const defineDocumentFields = (name: "spec" | "contents", noun: string, file = "a file asset"): InputFields => ({
  [name]: field(
    z.custom<unknown>((value) => value !== undefined),
    `The representation: an object, JSON or YAML text, or ${file} with such text. Any value in an object may be an ` +
      "output.",
  ),
  refs: field(
    z.record(z.string(), z.unknown()).optional(),
    'The values of the `!ref` names in the representation (`{"$ref": "name"}` in JSON): ' +
      `values, or ids of ${noun}.`,
  ),
});

/** Workbooks and reports. */
const coded: Difference = {
  inputs: defineDocumentFields("contents", "models", "a file asset, or an archive of a folder of files,"),
  notOutputs: ["contents", "refs"],
};

/** By kind. */
export const differences: Readonly<Record<string, Difference>> = {
  DataModel: {
    inputs: defineDocumentFields("spec", "other models"),
    notOutputs: ["spec", "refs"],
    outputs: {
      elementIds: output(
        z.record(z.string(), z.string()),
        "The platform's id of each element, by its id in the representation. For the id of a " +
          "column, see `getDataModelColumn`.",
      ),
    },
    // Elements and columns as a state has them; `elementIds` is what programs use of it.
    hidden: ["ids"],
  },
  DataModelTag: tag,
  // No member of a class in C# may have the name of the class.
  Grants: { csharp: { grants: "Entries" } },
  Report: coded,
  ReportTag: tag,
  Workbook: coded,
  WorkbookTag: tag,
};
