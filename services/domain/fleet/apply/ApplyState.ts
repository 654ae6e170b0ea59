import type { ApplyDocument, EntryOf, Section, SettingsEntry } from "./ApplyDocument.ts"

/** Something that exists, as a document would say it. */
export interface Known<S extends Section> {
  readonly id: number | string
  /** As its row has it; null where it has none. */
  readonly version: number | null
  /** Whole, without its secrets. */
  readonly entry: EntryOf<S>
  /** Fields of secrets that are stored. */
  readonly secrets: ReadonlyArray<string>
  /** Why nobody changes it here: it comes from the environment, or the service manages it itself. */
  readonly fixed: string | null
  /** Links that others give and take, as they are compared (`members[ada@example.org]`): a document neither says nor ends them. */
  readonly others: ReadonlySet<string>
  /** Why it is not known what its gateway keeps of it; absent where that is known, or nobody asked. */
  readonly unread?: string
  /** Whether an export leaves it out: it makes itself anew. */
  readonly hidden: boolean
}

/** Everything that a document can be about, as it is. */
export type ApplyState = { readonly [S in Section]: ReadonlyArray<Known<S>> } & {
  readonly settings: {
    readonly version: number
    readonly entry: SettingsEntry
    /** Paths that the environment fixes, with the variable. */
    readonly locked: ReadonlyMap<string, string>
  }
}

/** Those that an export tells, in its order. */
export const shownOf = <S extends Section>(all: ReadonlyArray<Known<S>>): ReadonlyArray<Known<S>> => all.filter(({ fixed, hidden }) => fixed === null && !hidden)

/** What exists as a document that, applied, changes nothing. Secrets are not in it. */
export const exportOf = (state: ApplyState): ApplyDocument => {
  const shown = <S extends Section>(all: ReadonlyArray<Known<S>>): ReadonlyArray<EntryOf<S>> | undefined => {
    const entries = shownOf(all).map(({ entry }) => entry)
    return entries.length === 0 ? undefined : entries
  }
  const lists = {
    storage_endpoints: shown(state.storage_endpoints), accounts: shown(state.accounts), s3_users: shown(state.s3_users), s3_connections: shown(state.s3_connections), groups: shown(state.groups), users: shown(state.users),
    oidc_providers: shown(state.oidc_providers), ldap_providers: shown(state.ldap_providers)
  }
  return { version: 1, ...Object.fromEntries(Object.entries(lists).filter(([, entries]) => entries !== undefined)), settings: state.settings.entry } as ApplyDocument
}
