export type NameTrap = "control" | "dots" | "direction" | "reserved" | "characters" | "ending" | "long" | "case"

const encoder = new TextEncoder()

/** Maximum bytes of a name on Linux, macOS and Windows. */
const LONGEST_NAME = 255

/** Windows device names, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i
const controlCharacters = /[\x00-\x1f\x7f-\x9f]/g
const forbiddenCharacters = /[<>:"|?*\\]/g
/** Bidirectional and invisible characters, which disguise names. Joiners are excluded: words and emoji need them. */
const directionMarks = /[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
/** Windows removes trailing spaces and dots. */
const strippedEnding = /[ .]+$/

export const foldedName = (name: string): string => name.normalize("NFC").toLowerCase()

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

export const extensionStart = (name: string): number => {
  const dot = name.lastIndexOf(".")
  return dot > 0 && name.length - dot <= 16 ? dot : name.length
}

const fitted = (name: string, insert: string): string => {
  const at = extensionStart(name)
  const end = insert + name.slice(at)
  return truncateText(name.slice(0, at), LONGEST_NAME - encoder.encode(end).length) + end
}

export const numberedFileName = (name: string, number: number): string => fitted(name, ` (${number})`)

export const portableName = (segment: string): string => {
  if (segment === "") return "_"
  const plain = segment
    .replace(controlCharacters, "_")
    .replace(directionMarks, "_")
    .replace(forbiddenCharacters, "_")
    .replace(strippedEnding, (ending) => "_".repeat(ending.length))
  const fit = fitted(deviceName.test(plain) ? `_${plain}` : plain, "")
  // truncation may expose a trailing space or dot
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

export const nameTrapsOf = (key: string): ReadonlyArray<NameTrap> => [
  ...new Set(
    key
      .replace(/\/$/, "")
      .split("/")
      .flatMap((segment) => trapOf(segment) ?? [])
  )
]

export const nameTraps = (keys: ReadonlyArray<string>): ReadonlyMap<NameTrap, ReadonlyArray<string>> => {
  const keysByTrap = new Map<NameTrap, Array<string>>()
  const add = (trap: NameTrap, key: string) => {
    const trapKeys = keysByTrap.get(trap)
    if (trapKeys === undefined) keysByTrap.set(trap, [key])
    else trapKeys.push(key)
  }
  const alike = new Map<string, Array<string>>()
  for (const key of keys) {
    for (const trap of nameTrapsOf(key)) add(trap, key)
    const same = alike.get(foldedName(key))
    if (same === undefined) alike.set(foldedName(key), [key])
    else same.push(key)
  }
  for (const same of alike.values()) if (new Set(same).size > 1) for (const key of new Set(same)) add("case", key)
  return keysByTrap
}
