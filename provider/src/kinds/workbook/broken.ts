import { type Finding, formatPath, getValue, isIgnored, type Path } from "../../core/model";
import { filterObjects } from "../../core/model/json";
import { isBroken, mostNamed, tellBroken } from "../document/broken";
import { getTitle } from "../document/fields";
import { locate } from "../document/locate";
import { type CodedContext, getWorkbook } from "./declaration";
import type { WorkbookInputs } from "./fields";

/** Warns of columns whose type the platform reports as an error; not of what an update doesn't write. */
export async function warnOfBroken(context: CodedContext, id: string, inputs: WorkbookInputs): Promise<void> {
  const columns = await context.client.documents.readColumns({ [`${context.noun}Id`]: id });
  const broken = new Set(
    columns.filter(isBroken).map(({ elementId, columnId }) => JSON.stringify([elementId, columnId])),
  );
  if (broken.size === 0) return;
  const { declared } = getWorkbook(inputs);
  const places = filterObjects(declared.elements).flatMap((element, index) =>
    filterObjects(element.columns).flatMap((column, at): Path[] => {
      const path = ["elements", index, "columns", at, "formula"];
      const isMeant = broken.has(JSON.stringify([element.id, column.id]));
      return isMeant && !isIgnored(declared, path, inputs.ignorePaths ?? []) ? [path] : [];
    }),
  );
  const shown = places.length > mostNamed ? places.slice(0, mostNamed - 1) : places;
  const findings = shown.map((path): Finding => {
    const formula = getValue(declared, path);
    const quoted = inputs.confidential || typeof formula !== "string" ? "" : `: \`${formula}\``;
    return {
      ...{ rule: "broken-formula", severity: "warning", path, pathText: formatPath(declared, path) },
      message: `the platform can't compute this formula${quoted}`,
    };
  });
  if (inputs.file !== undefined) locate(inputs.file, findings);
  tellBroken(context, getTitle(context.noun, inputs), inputs, findings, places.length - shown.length);
}
