import { basename } from "node:path";

/** `workbooks/sales` of the folder or file of a document. */
export const dropExtension = (file: string) => file.replace(/\.(ya?ml|json)$/i, "");

/** The name of a document's file or folder, without its extension. */
export const getFileName = (path: string) => dropExtension(basename(path));
