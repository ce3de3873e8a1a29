export { type RegionKey, regions } from "./api/regions";
export { DataModel, type DataModelArgs } from "./resources/data-model/resource";
export { type SpecFile, type SpecInput, specFile } from "./resources/data-model/spec-input";
export { Tag, type TagArgs } from "./resources/tag/resource";
