import { basename } from "node:path";

/** `workbooks/sales` of the folder or file of a document. */
export const dropExtension = (file: string) => file.replace(/\.(ya?ml|json)$/i, "");

/** Whether a text may be a data model, workbook or report; what else lies in a folder isn't parsed. */
export const mayBeDocument = (text: string) => /\bpages\b/.test(text) && /\b(elements|workbook|report)\b/.test(text);

/** The name of a document's file or folder, without its extension. */
export const getFileName = (path: string) => dropExtension(basename(path));
