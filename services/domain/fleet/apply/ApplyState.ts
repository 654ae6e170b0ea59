import type { ApplyDocument, EntryOf, Section, SettingsEntry } from "./ApplyDocument.ts"

export interface StoredEntry<S extends Section> {
  readonly id: number | string
  readonly version: number | null
  readonly entry: EntryOf<S>
  readonly secrets: ReadonlyArray<string>
  readonly fixed: string | null
  /** Paths of links managed elsewhere (`members[ada@example.org]`); a document does not change them. */
  readonly others: ReadonlySet<string>
  readonly unread?: string
  /** Omitted from exports because it recreates itself. */
  readonly hidden: boolean
}

export type ApplyState = { readonly [S in Section]: ReadonlyArray<StoredEntry<S>> } & {
  readonly settings: {
    readonly version: number
    readonly entry: SettingsEntry
    readonly locked: ReadonlyMap<string, string>
  }
}

export const exportedEntries = <S extends Section>(all: ReadonlyArray<StoredEntry<S>>): ReadonlyArray<StoredEntry<S>> =>
  all.filter(({ fixed, hidden }) => fixed === null && !hidden)

export const exportDocument = (state: ApplyState): ApplyDocument => {
  const visibleEntries = <S extends Section>(
    all: ReadonlyArray<StoredEntry<S>>
  ): ReadonlyArray<EntryOf<S>> | undefined => {
    const entries = exportedEntries(all).map(({ entry }) => entry)
    return entries.length === 0 ? undefined : entries
  }
  const lists = {
    storage_endpoints: visibleEntries(state.storage_endpoints),
    accounts: visibleEntries(state.accounts),
    s3_users: visibleEntries(state.s3_users),
    s3_connections: visibleEntries(state.s3_connections),
    groups: visibleEntries(state.groups),
    users: visibleEntries(state.users),
    oidc_providers: visibleEntries(state.oidc_providers),
    ldap_providers: visibleEntries(state.ldap_providers)
  }
  return {
    version: 1,
    ...Object.fromEntries(Object.entries(lists).filter(([, entries]) => entries !== undefined)),
    settings: state.settings.entry
  } as ApplyDocument
}
