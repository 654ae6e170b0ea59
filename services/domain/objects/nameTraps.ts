/** Why a name that S3 takes makes trouble elsewhere. */
export type NameTrap = "control" | "dots" | "direction" | "reserved" | "characters" | "ending" | "long" | "case"

const encoder = new TextEncoder()

/** Bytes of one name that Linux, macOS and Windows have room for. */
const LONGEST_NAME = 255

/** Names of devices on Windows, whatever follows behind a dot. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
/** Control characters deceive terminals. */
const controlCharacters = /[\x00-\x1f\x7f-\x9f]/g
/** Characters that Windows does not allow; a backslash and a drive letter are paths there. */
const forbiddenCharacters = /[<>:"|?*\\]/g
/** Marks that turn the reading direction around, or that nobody sees: a name passes for another by them. Joiners are part of words and emoji, and none of these. */
const directionMarks = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/** Windows takes away spaces and dots at the end of a name. */
const strippedEnding = /[ .]+$/

/** How systems that do not tell cases, or spellings of one letter, apart see a name. */
export const foldedName = (name: string): string => name.normalize("NFC").toLowerCase()

/** As much of a text as has so many bytes of UTF-8, whole characters only. */
export const truncateText = (text: string, bytes: number): string => {
  let end = 0
  let length = 0
  for (const char of text) {
    length += encoder.encode(char).length
    if (length > bytes) break
    end += char.length
  }
  return text.slice(0, end)
}

/** Where an ending such as `.tar` begins; the length where there is none. */
export const endingAt = (name: string): number => {
  const dot = name.lastIndexOf(".")
  return dot > 0 && name.length - dot <= 16 ? dot : name.length
}

/** A name with a text before its ending, of at most 255 bytes: the stem is cut. */
const fitted = (name: string, insert: string): string => {
  const at = endingAt(name)
  const end = insert + name.slice(at)
  return truncateText(name.slice(0, at), LONGEST_NAME - encoder.encode(end).length) + end
}

/** The name for another of the same name: `report (1).pdf`. */
export const numberedFileName = (name: string, number: number): string => fitted(name, ` (${number})`)

/** A segment of a key as a name that Linux, macOS and Windows can store: characters that one of them refuses become `_`. Never empty. */
export const portableName = (segment: string): string => {
  if (segment === "") return "_"
  const plain = segment.replace(controlCharacters, "_").replace(directionMarks, "_").replace(forbiddenCharacters, "_")
    .replace(strippedEnding, (ending) => "_".repeat(ending.length))
  const fit = fitted(deviceName.test(plain) ? `_${plain}` : plain, "")
  // a cut may end where a space or a dot was
  return fit.replace(strippedEnding, (ending) => "_".repeat(ending.length))
}

const has = (pattern: RegExp, text: string): boolean => text.search(pattern) >= 0

const trapOf = (segment: string): NameTrap | null => {
  if (has(controlCharacters, segment)) return "control"
  if (segment === "." || segment === ".." || segment === "") return "dots"
  if (has(directionMarks, segment)) return "direction"
  if (deviceName.test(segment)) return "reserved"
  if (has(forbiddenCharacters, segment)) return "characters"
  if (strippedEnding.test(segment)) return "ending"
  return encoder.encode(segment).length > LONGEST_NAME ? "long" : null
}

/** The first trap of each kind in a key; a slash at its end makes it a folder and is none. */
export const trapsOf = (key: string): ReadonlyArray<NameTrap> =>
  [...new Set(key.replace(/\/$/, "").split("/").flatMap((segment) => trapOf(segment) ?? []))]

/** Keys by the traps that they have; those that would be one file elsewhere among them. */
export const nameTraps = (keys: ReadonlyArray<string>): ReadonlyMap<NameTrap, ReadonlyArray<string>> => {
  const found = new Map<NameTrap, Array<string>>()
  const add = (trap: NameTrap, key: string) => {
    const known = found.get(trap)
    if (known === undefined) found.set(trap, [key])
    else known.push(key)
  }
  const alike = new Map<string, Array<string>>()
  for (const key of keys) {
    for (const trap of trapsOf(key)) add(trap, key)
    const same = alike.get(foldedName(key))
    if (same === undefined) alike.set(foldedName(key), [key])
    else same.push(key)
  }
  for (const same of alike.values()) if (new Set(same).size > 1) for (const key of new Set(same)) add("case", key)
  return found
}
