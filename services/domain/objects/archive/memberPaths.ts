/** Path segments that lead elsewhere, or say nothing, where an archive is unpacked. */
const misleading = new Map([["", "_"], [".", "_"], ["..", "__"]])

/** What a segment of a key is called in an archive. Backslashes and drive letters are paths on Windows; control characters deceive terminals. */
const segmentOf = (segment: string): string =>
  misleading.get(segment) ?? segment.replace(/[\\\x00-\x1f\x7f-\x9f]/g, "_").replace(/^([A-Za-z]):/, "$1_")

const numbered = (name: string, number: number): string => {
  const dot = name.lastIndexOf(".")
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

/** Where members of an archive lie: no path leads out of it, none is there twice, and none is a file and a folder. */
export interface MemberPaths {
  /** Of an object, never ending in `/`. Each key is asked about once. */
  readonly file: (key: string) => string
  /** Of a folder, whose key ends in `/` as its path does. */
  readonly folder: (key: string) => string
}

/** Paths for keys below `prefix`, which is left out of them. Remembers every path that it gave. */
export const memberPaths = (prefix: string): MemberPaths => {
  const files = new Set<string>()
  const folders = new Map<string, string>()
  const folderNames = new Set<string>()
  /** The last number that was given to a name, so that many members of one name are not tried from 1 each. */
  const numbers = new Map<string, number>()

  const free = (wanted: string): string => {
    if (!files.has(wanted) && !folderNames.has(wanted)) return wanted
    const slash = wanted.lastIndexOf("/") + 1
    for (let number = (numbers.get(wanted) ?? 0) + 1; ; number++) {
      const other = wanted.slice(0, slash) + numbered(wanted.slice(slash), number)
      if (files.has(other) || folderNames.has(other)) continue
      numbers.set(wanted, number)
      return other
    }
  }

  /** The path of the folder that a key names, without its slash; keys of one folder keep together. */
  const folder = (key: string): string => {
    if (key === "") return ""
    const known = folders.get(key)
    if (known !== undefined) return known
    const slash = key.slice(0, -1).lastIndexOf("/") + 1
    const above = folder(key.slice(0, slash))
    const name = free((above === "" ? "" : `${above}/`) + segmentOf(key.slice(slash, -1)))
    folders.set(key, name)
    folderNames.add(name)
    return name
  }

  const inner = (key: string) => key.startsWith(prefix) ? key.slice(prefix.length) : key
  return {
    folder: (key) => `${folder(inner(key))}/`,
    file: (key) => {
      const slash = inner(key).lastIndexOf("/") + 1
      const above = folder(inner(key).slice(0, slash))
      const path = free((above === "" ? "" : `${above}/`) + segmentOf(inner(key).slice(slash)))
      files.add(path)
      return path
    }
  }
}
