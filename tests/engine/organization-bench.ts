import { artifacts, readModelFile } from "../snippets/programs";
import type { Bench, BenchOptions } from "./support";

/** An organization and a stack with the files that the programs of the pages name. */
export function describeOrganization(texts: Record<string, string>) {
  return {
    files: { "dbt/target.tar.gz": artifacts },
    texts: { "models/orders.yaml": readModelFile(), ...texts },
  } satisfies BenchOptions;
}

/** Sets what some of the programs read from the stack's configuration. */
export async function configureOrganization({ emulator, stack }: Bench): Promise<void> {
  const { documentContents } = emulator.snapshot();
  const workbook = documentContents.find(({ documentId }) => documentId === emulator.seeded.workbooks.sales);
  const tables = workbook!.pages.flatMap(({ elements }) =>
    elements.flatMap((one) => ("table" in one ? one.table : [])),
  );
  const settings = { sequenceId: emulator.seeded.webhookSequence, elementId: tables[0]!.id };
  await stack.configure(settings, { billingPassword: "planted", warehouseKey: "-----BEGIN PRIVATE KEY-----planted" });
}
