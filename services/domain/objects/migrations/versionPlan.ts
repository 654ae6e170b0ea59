import { compareEntries, type ListedEntry } from "../comparison/compareEntries.ts"
import type { EntryPair } from "../comparison/mergeListings.ts"

export interface KeyVersions {
  readonly key: string
  /** Oldest first. */
  readonly source: ReadonlyArray<ListedEntry>
  readonly target: ReadonlyArray<ListedEntry>
}

const oldestFirst = (entries: ReadonlyArray<ListedEntry | null>): ReadonlyArray<ListedEntry> =>
  entries.filter((entry) => entry !== null).toReversed()

export const keyVersions = (group: ReadonlyArray<EntryPair<ListedEntry>>): KeyVersions => ({
  key: group[0]?.key ?? "",
  source: oldestFirst(group.map(({ source }) => source)),
  target: oldestFirst(group.map(({ target }) => target))
})

/** Oldest first. Newest versions of the target that equal the oldest of the source count as written. */
export const versionsToWrite = ({ source, target }: KeyVersions): ReadonlyArray<ListedEntry> => {
  for (let present = Math.min(source.length, target.length); present > 0; present--) {
    const newest = target.slice(target.length - present)
    const isEqual = newest.every((entry, at) => {
      const one = source[at]
      return one !== undefined && compareEntries({ key: entry.key, source: one, target: entry }) !== "different"
    })
    if (isEqual) return source.slice(present)
  }
  return source
}
