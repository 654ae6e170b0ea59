/** Why a name that S3 takes makes trouble elsewhere. */
export type NameTrap = "control" | "dots" | "reserved" | "characters" | "ending" | "long" | "case"

const encoder = new TextEncoder()

/** Bytes of one segment that Linux, macOS and Windows have room for. */
const longestSegment = 255

/** Names of devices on Windows, whatever follows behind a dot. */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

const trapOf = (segment: string): NameTrap | null => {
  if (/[\x00-\x1f\x7f-\x9f]/.test(segment)) return "control"
  if (segment === "." || segment === ".." || segment === "") return "dots"
  if (device.test(segment)) return "reserved"
  if (/[<>:"|?*\\]/.test(segment)) return "characters"
  if (/[ .]$/.test(segment)) return "ending"
  return encoder.encode(segment).length > longestSegment ? "long" : null
}

/** The first trap of each kind in a key; a slash at its end makes it a folder and is none. */
export const trapsOf = (key: string): ReadonlyArray<NameTrap> =>
  [...new Set(key.replace(/\/$/, "").split("/").flatMap((segment) => trapOf(segment) ?? []))]

/** How systems that do not tell cases, or spellings of one letter, apart see a key. */
const folded = (key: string): string => key.normalize("NFC").toLowerCase()

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
    const same = alike.get(folded(key))
    if (same === undefined) alike.set(folded(key), [key])
    else same.push(key)
  }
  for (const same of alike.values()) if (new Set(same).size > 1) for (const key of new Set(same)) add("case", key)
  return found
}
