import { keyFault } from "../keyFault.ts"
import { endingAt, truncateText } from "../nameTraps.ts"
import type { ShareRecord } from "./ShareRecord.ts"

/** What visitors call a key; "" the object of the folder in which was chosen. */
export const sharedName = ({ prefix }: Pick<ShareRecord, "prefix">, key: string): string => key.startsWith(prefix) ? key.slice(prefix.length) : key

/** Whether a key is one of those shared, or lies in a folder among them, whose own object is one of its files. Keys are texts: `..` is a name like any other. */
export const isShared = ({ keys, objects }: Pick<ShareRecord, "keys" | "objects">, key: string): boolean =>
  objects.includes(key) || keys.some((shared) => shared.endsWith("/") ? key.startsWith(shared) : key === shared)

const longestName = 200
const encoder = new TextEncoder()

/**
 * A name that a visitor gave, made one that hurts nobody: no folder, no control characters, nothing that turns the reading direction
 * around, and nothing that a file system or a shell takes for something else. Never empty, at most 200 bytes.
 */
export const cleanName = (name: string): string => {
  const plain = name.toWellFormed().normalize("NFC")
    .replace(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/g, "")
    .replace(/[\\/:*?"<>|]/g, "_")
    .trim()
    .replace(/^\.+/, "_")
    .replace(/[. ]+$/, "")
  const ending = plain.slice(endingAt(plain))
  const stem = truncateText(plain.slice(0, endingAt(plain)), longestName - encoder.encode(ending).length)
  return stem + ending === "" ? "file" : stem + ending
}

/** The name for the `number`th file of that name: `report (2).pdf`. */
export const numberedName = (name: string, number: number): string => {
  if (number === 1) return name
  const at = endingAt(name)
  return `${name.slice(0, at)} (${number})${name.slice(at)}`
}

/** Why visitors cannot send files below a prefix, or null. */
export const prefixFault = (prefix: string): string | null => {
  if (prefix !== "" && !prefix.endsWith("/")) return "A folder ends in /"
  return keyFault(`${prefix}${"x".repeat(longestName + 8)}`) === null ? null : "Keys below this folder would be longer than S3 takes"
}
