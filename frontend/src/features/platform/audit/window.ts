import { call } from "~/client/call"
import type { Query } from "~/client/contract"
import type { CursorPage, CursorQuery } from "~/components/listing"
import type { AuditLogEntry } from "./entry"

type Asked = Omit<NonNullable<Query<"GET /api/admin/audit/logs">>, "limit" | "cursor">

/** What is looked at here, among the entries that were read. */
export interface Sieve {
  readonly action: string | null
  readonly status: ReadonlyArray<string> | null
}

/** Entries of one request while a sieve is at work: the most that one may ask for. */
const PAGE = 500

/** Actions of every entry that was read in this tab: what the filter of actions offers. */
const actions = new Set<string>()
export const actionsSeen = (): ReadonlyArray<string> => [...actions].sort()

export const passes = ({ action, status }: Sieve, entry: Pick<AuditLogEntry, "action" | "status">): boolean =>
  (action === null || entry.action === action) && (status === null || status.includes(entry.status))

/** How many entries were looked at, and whether there are more. */
export interface Looked {
  rows: number
  more: boolean
}

const read = async (query: Asked & { readonly limit: number; readonly cursor?: string }, signal: AbortSignal) => {
  const page = await call("GET /api/admin/audit/logs", { query, signal })
  for (const { action } of page.items) actions.add(action)
  return page
}

/**
 * A page of the trail. The service searches and narrows by role, scope and time; what happened and how it ended are looked for in the
 * newest `most` of those that it lets through, and `looked` is told how many these were.
 */
export const readEntries = async (
  query: CursorQuery, asked: Asked, sieve: Sieve, most: number, signal: AbortSignal, looked: (now: Looked | null) => void
): Promise<CursorPage<AuditLogEntry>> => {
  if (sieve.action === null && sieve.status === null) {
    const page = await read({ ...query, ...asked }, signal)
    looked(null)
    return page
  }
  const found: Array<AuditLogEntry> = []
  let rows = 0
  let cursor: string | null = null
  do {
    const page = await read({ ...asked, ...(query.search === undefined ? {} : { search: query.search }), limit: Math.min(PAGE, most - rows), ...(cursor === null ? {} : { cursor }) }, signal)
    found.push(...page.items.filter((entry) => passes(sieve, entry)))
    rows += page.items.length
    cursor = page.next_cursor
  } while (cursor !== null && rows < most)
  looked({ rows, more: cursor !== null })
  return { items: found, next_cursor: null }
}
