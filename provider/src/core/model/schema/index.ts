export { type About, checkShape, type ShapeRule } from "./check-shape";
export { buildJsonSchema } from "./json-schema";
export {
  columnSecuritySchema,
  controlElementSchema,
  filterSchema,
  folderSchema,
  formatSchema,
  groupingSchema,
  sortSchema,
  sourceSchema,
  targetSourceSchema,
  trimName,
  valueSourceSchema,
} from "./schema";
export {
  buildShape,
  getFieldShape,
  modelShape,
  type ObjectShape,
  pickObject,
  pickOption,
  type Shape,
  type VariantShape,
} from "./shape";
export { type Reference, schemaTraits, type Traits } from "./traits";
