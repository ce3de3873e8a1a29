/** Documents that exist while a run reads what they calculate. */

export { getScratchFolder, openScratchJournal } from "./journal";
export { planScratch, readTables, runScratch } from "./reading";
export { readCount, readField, readSole } from "./rows";
export {
  createReadRows,
  type ExportResult,
  type ReadRows,
  type ScratchPlace,
  tryRead,
  useScratch,
} from "./run";
export {
  buildContents,
  type Row,
  type Scratch,
  ScratchTable,
  ScratchTables,
  TooManyRows,
} from "./scratch";
