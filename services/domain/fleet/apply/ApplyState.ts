import type { ApplyDocument, SettingsEntry } from "./ApplyDocument.ts"
import { type EntryOf, type Section, sections } from "./sections.ts"

export interface StoredEntry<S extends Section> {
  readonly id: number | string
  readonly version: number | null
  readonly entry: EntryOf<S>
  /** Fields of the secrets that are stored. */
  readonly secrets?: ReadonlyArray<string>
  /** Why a document cannot change it. */
  readonly fixed?: string | null
  /** Paths of links managed elsewhere (`members[ada@example.org]`); a document does not change them. */
  readonly others?: ReadonlySet<string>
  readonly unread?: string
  /** Omitted from exports because it recreates itself. */
  readonly hidden?: boolean
}

export type ApplyState = { readonly [S in Section]: ReadonlyArray<StoredEntry<S>> } & {
  readonly settings: {
    readonly version: number
    readonly entry: SettingsEntry
    readonly locked: ReadonlyMap<string, string>
  }
}

export const exportedEntries = <S extends Section>(all: ReadonlyArray<StoredEntry<S>>): ReadonlyArray<StoredEntry<S>> =>
  all.filter(({ fixed = null, hidden = false }) => fixed === null && !hidden)

export const exportDocument = (state: ApplyState): ApplyDocument => {
  const lists = sections.map(
    (section) => [section, exportedEntries<Section>(state[section]).map(({ entry }) => entry)] as const
  )
  return {
    version: 1,
    ...Object.fromEntries(lists.filter(([, entries]) => entries.length > 0)),
    settings: state.settings.entry
  } as ApplyDocument
}
