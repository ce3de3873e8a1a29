/** What breaks on the platform when something of a data model or a warehouse goes away. It sends reads alone. */
export { Cache } from "./cache";
export {
  type KnownSource,
  type Person,
  type PlatformDocument,
  PlatformReader,
  type ReadDocument,
  type UnreadDocument,
} from "./reader";
export {
  type Broken,
  type BrokenDocument,
  type Concerned,
  closeModels,
  type FileDocuments,
  findReaders,
  listModels,
  type OpenedFiles,
  readConcerned,
  readConcernedFiles,
  type Scope,
  type Sought,
} from "./readers";
