import { call } from "~/client/call"
import type { Query } from "~/client/contract"
import type { CursorPage, CursorQuery } from "~/components/listing"
import type { AuditLogEntry } from "./entry"

type AuditQuery = Omit<NonNullable<Query<"GET /api/admin/audit/logs">>, "limit" | "cursor">

export interface EntryFilter {
  readonly action: string | null
  readonly status: ReadonlyArray<string> | null
}

const SEARCH_PAGE_SIZE = 500

const actions = new Set<string>()
export const listedActions = (): ReadonlyArray<string> => [...actions].sort()

export const passesEntryFilter = (
  { action, status }: EntryFilter,
  entry: Pick<AuditLogEntry, "action" | "status">
): boolean => (action === null || entry.action === action) && (status === null || status.includes(entry.status))

export interface SearchedWindow {
  rows: number
  more: boolean
}

const readPage = async (
  query: AuditQuery & { readonly limit: number; readonly cursor?: string },
  signal: AbortSignal
) => {
  const page = await call("GET /api/admin/audit/logs", { query, signal })
  for (const { action } of page.items) actions.add(action)
  return page
}

/** Action and outcome are filtered here, among the newest `most` matches; `looked` gets their number. */
export const readEntries = async (
  query: CursorQuery,
  auditQuery: AuditQuery,
  sieve: EntryFilter,
  limit: number,
  signal: AbortSignal,
  onSearched: (now: SearchedWindow | null) => void
): Promise<CursorPage<AuditLogEntry>> => {
  if (sieve.action === null && sieve.status === null) {
    const page = await readPage({ ...query, ...auditQuery }, signal)
    onSearched(null)
    return page
  }
  const matching: Array<AuditLogEntry> = []
  let rows = 0
  let cursor: string | null = null
  do {
    const page = await readPage(
      {
        ...auditQuery,
        ...(query.search === undefined ? {} : { search: query.search }),
        limit: Math.min(SEARCH_PAGE_SIZE, limit - rows),
        ...(cursor === null ? {} : { cursor })
      },
      signal
    )
    matching.push(...page.items.filter((entry) => passesEntryFilter(sieve, entry)))
    rows += page.items.length
    cursor = page.next_cursor
  } while (cursor !== null && rows < limit)
  onSearched({ rows, more: cursor !== null })
  return { items: matching, next_cursor: null }
}
