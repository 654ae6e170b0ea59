import { foldedName, numberedFileName, portableName } from "../nameTraps.ts"

/**
 * Where members of an archive lie: no path leads out of it, none is there twice, and none is a file and a folder, also where names that differ
 * by case or spelling alone are one. Every name can be stored on Linux, macOS and Windows.
 */
export interface MemberPaths {
  /** Of an object, never ending in `/`. Each key is asked about once. */
  readonly file: (key: string) => string
  /** Of a folder, whose key ends in `/` as its path does. */
  readonly folder: (key: string) => string
}

/** Paths for keys below `prefix`, which is left out of them. Remembers every path that it gave. */
export const memberPaths = (prefix: string): MemberPaths => {
  /** Case-folded names of files and folders. */
  const taken = new Set<string>()
  const folders = new Map<string, string>()
  /** The number that was given last to a name, so that many of one name do not try each number for each. */
  const numbers = new Map<string, number>()

  /** Takes a path for a name in a folder. */
  const take = (above: string, segment: string): string => {
    const name = portableName(segment)
    const inFolder = above === "" ? "" : `${above}/`
    const wanted = foldedName(inFolder + name)
    let path = inFolder + name
    let folded = wanted
    while (taken.has(folded)) {
      const number = (numbers.get(wanted) ?? 0) + 1
      numbers.set(wanted, number)
      path = inFolder + numberedFileName(name, number)
      folded = foldedName(path)
    }
    taken.add(folded)
    return path
  }

  /** The path of the folder that a key names, without its slash; keys of one folder keep together. */
  const folder = (key: string): string => {
    if (key === "") return ""
    const known = folders.get(key)
    if (known !== undefined) return known
    const slash = key.slice(0, -1).lastIndexOf("/") + 1
    const above = folder(key.slice(0, slash))
    const path = take(above, key.slice(slash, -1))
    folders.set(key, path)
    return path
  }

  const inner = (key: string) => key.startsWith(prefix) ? key.slice(prefix.length) : key
  return {
    folder: (key) => `${folder(inner(key))}/`,
    file: (key) => {
      const slash = inner(key).lastIndexOf("/") + 1
      const above = folder(inner(key).slice(0, slash))
      return take(above, inner(key).slice(slash))
    }
  }
}
