import { keyFault } from "../keyFault.ts"
import { extensionStart, truncateText } from "../nameTraps.ts"
import type { ShareRecord } from "./ShareRecord.ts"

/** Empty for the object of the folder itself. */
export const sharedName = ({ prefix }: Pick<ShareRecord, "prefix">, key: string): string =>
  key.startsWith(prefix) ? key.slice(prefix.length) : key

/** Keys are opaque: `..` has no meaning. */
export const isShared = ({ keys, objects }: Pick<ShareRecord, "keys" | "objects">, key: string): boolean =>
  objects.includes(key) || keys.some((shared) => (shared.endsWith("/") ? key.startsWith(shared) : key === shared))

const longestName = 200
const encoder = new TextEncoder()

/** Removes folders, control and bidirectional characters, and characters special to file systems and shells. */
export const cleanName = (name: string): string => {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/g, "")
    .replace(/[\\/:*?"<>|]/g, "_")
    .trim()
    .replace(/^\.+/, "_")
    .replace(/[. ]+$/, "")
  const ending = plain.slice(extensionStart(plain))
  const stem = truncateText(plain.slice(0, extensionStart(plain)), longestName - encoder.encode(ending).length)
  return stem + ending === "" ? "file" : stem + ending
}

export const numberedName = (name: string, number: number): string => {
  if (number === 1) return name
  const at = extensionStart(name)
  return `${name.slice(0, at)} (${number})${name.slice(at)}`
}

export const prefixFault = (prefix: string): string | null => {
  if (prefix !== "" && !prefix.endsWith("/")) return "A folder ends in /"
  return keyFault(`${prefix}${"x".repeat(longestName + 8)}`) === null
    ? null
    : "Keys below this folder would be longer than S3 takes"
}
