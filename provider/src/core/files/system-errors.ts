import { lstatSync } from "node:fs";

/** What the operating system refused, and what to do about it, by its code. */
const refusals: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  EACCES: ["permission denied", "Correct the permissions of the file and its folder."],
  EPERM: ["permission denied", "Correct the permissions of the file and its folder."],
  EROFS: ["the file system is read-only", "Use another folder."],
  ENOSPC: ["no space is left on the disk", "Free some space."],
  EDQUOT: ["the disk quota is used up", "Free some space."],
  EFBIG: ["the file is larger than the file system allows", "Use another disk."],
  EMFILE: ["too many files are open", "Raise the limit of the shell, such as `ulimit -n 4096`."],
  ENFILE: ["too many files are open on this machine", "End other programs."],
  ENOMEM: ["not enough memory", "End other programs."],
  EAGAIN: ["too many processes are running", "End other programs."],
  E2BIG: ["the arguments and variables of a program are too long", "Shorten the environment."],
  EIO: ["the disk reports an error", "Check the disk."],
  ESTALE: ["the network drive was lost", "Mount it again."],
  EBUSY: ["another program uses the file", "Close that program."],
  ETXTBSY: ["another program uses the file", "Close that program."],
  ENOENT: ["no such file or folder", "Check the path."],
  ENOTDIR: ["a part of the path is a file, not a folder", "Check the path."],
  EISDIR: ["it is a folder, not a file", "Check the path."],
  EEXIST: ["it exists already", "Move it away."],
  ENOTEMPTY: ["the folder isn't empty", "Move its files away."],
  ENAMETOOLONG: ["the path is too long", "Use a shorter one."],
  ELOOP: ["its links lead in a circle", "Correct the links."],
  EXDEV: ["the folder lies on two disks", "Use a folder of one disk."],
};

/** What a code of the operating system means, with a sentence about the fix; undefined: not one about files. */
export function describeSystemCode(code: string | undefined): { what: string; fix: string } | undefined {
  const known = code !== undefined && Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  return known && { what: known[0], fix: known[1] };
}

/** What follows the name of a file or folder that can't be read, and how to fix that. */
export interface Unread {
  /** Such as `doesn't exist`. */
  readonly what: string;
  /** With a space before it; empty where there is none. */
  readonly fix: string;
}

/** What a code means where its words don't fit behind the name of a file. */
const unread: Readonly<Record<string, string>> = {
  ENOENT: "doesn't exist",
  EACCES: "may not be read",
  EPERM: "may not be read",
  EISDIR: "is a folder, not a file",
  ENOTDIR: "doesn't exist: a part of the path is a file, not a folder",
};

/** Why a file or folder can't be read: in words, and with the system's code where there are none. */
export function explainUnread(code: string | undefined, place: string): Unread {
  const known = describeSystemCode(code);
  if (code === "ENOENT" && isLink(place)) return { what: "is a link to what doesn't exist", fix: " Correct the link." };
  const isPath = code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR";
  return {
    what: unread[code ?? ""] ?? `can't be read: ${known?.what ?? code}`,
    fix: known === undefined || isPath ? "" : ` ${known.fix}`,
  };
}

const isLink = (place: string) => lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
