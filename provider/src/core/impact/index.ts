/** What breaks on the platform when something of a data model or a warehouse goes away. It sends reads alone. */
export { Cache } from "./cache";
export {
  type Broken,
  type BrokenDocument,
  type Concerned,
  closeModels,
  collectBroken,
  type FileDocuments,
  findBroken,
  listModels,
  readConcerned,
  readConcernedFiles,
  type Sought,
} from "./find";
export {
  type KnownDocument,
  type KnownDocuments,
  type KnownSource,
  type Person,
  type PlatformDocument,
  PlatformReader,
  type ReadDocument,
  type ReaderOptions,
  type ShowProgress,
  type UnreadDocument,
} from "./reader";
