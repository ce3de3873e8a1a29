export { readDocument } from "./document";
export { createProject } from "./project";
export { type ProjectModel, writeDocument } from "./write";
