import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem, isAbort } from "~/client/problem-error"

export type ImportKind = "account" | "s3_user"
type Page = Answer<"GET /api/admin/accounts/importable">

export interface ImportCandidates {
  items: ReadonlyArray<Page["items"][number]>
  page: Page | null
  busy: boolean
  problem: string
}

export const noCandidates = (): ImportCandidates => ({ items: [], page: null, busy: true, problem: "" })

const fetchPage = (
  kind: ImportKind,
  query: { storage_endpoint_id: number; search: string | null; after: string | null },
  signal: AbortSignal
): Promise<Page> => {
  const pageQuery = { ...query, search: query.search ?? undefined, after: query.after ?? undefined, limit: 50 }
  return kind === "account"
    ? call("GET /api/admin/accounts/importable", { query: pageQuery, signal })
    : call("GET /api/admin/s3-users/importable", { query: pageQuery, signal })
}

export const readCandidates = async (
  candidates: ImportCandidates,
  kind: ImportKind,
  endpointId: string,
  search: string,
  on: boolean,
  signal: AbortSignal
): Promise<void> => {
  candidates.busy = true
  candidates.problem = ""
  try {
    const page = await fetchPage(
      kind,
      {
        storage_endpoint_id: Number(endpointId),
        search: search.trim() || null,
        after: on ? (candidates.page?.next_after ?? null) : null
      },
      signal
    )
    candidates.items = on ? [...candidates.items, ...page.items] : page.items
    candidates.page = page
    candidates.busy = false
  } catch (cause) {
    if (isAbort(cause)) return
    candidates.problem = asProblem(cause).message
    candidates.busy = false
  }
}
