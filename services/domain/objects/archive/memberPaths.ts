import { foldedName, numberedFileName, portableName } from "../nameTraps.ts"

/** Unique even on case-insensitive systems, never both file and folder, valid on Linux, macOS and Windows. */
export interface MemberPaths {
  readonly file: (key: string) => string
  readonly folder: (key: string) => string
}

export const memberPaths = (prefix: string): MemberPaths => {
  const usedPaths = new Set<string>()
  const folders = new Map<string, string>()
  /** Last number per name, to avoid quadratic search. */
  const numbers = new Map<string, number>()

  const take = (above: string, segment: string): string => {
    const name = portableName(segment)
    const inFolder = above === "" ? "" : `${above}/`
    const foldedPath = foldedName(inFolder + name)
    let path = inFolder + name
    let folded = foldedPath
    while (usedPaths.has(folded)) {
      const number = (numbers.get(foldedPath) ?? 0) + 1
      numbers.set(foldedPath, number)
      path = inFolder + numberedFileName(name, number)
      folded = foldedName(path)
    }
    usedPaths.add(folded)
    return path
  }

  const folder = (key: string): string => {
    if (key === "") return ""
    const cachedPath = folders.get(key)
    if (cachedPath !== undefined) return cachedPath
    const slash = key.slice(0, -1).lastIndexOf("/") + 1
    const above = folder(key.slice(0, slash))
    const path = take(above, key.slice(slash, -1))
    folders.set(key, path)
    return path
  }

  const inner = (key: string) => (key.startsWith(prefix) ? key.slice(prefix.length) : key)
  return {
    folder: (key) => `${folder(inner(key))}/`,
    file: (key) => {
      const slash = inner(key).lastIndexOf("/") + 1
      const above = folder(inner(key).slice(0, slash))
      return take(above, inner(key).slice(slash))
    }
  }
}
