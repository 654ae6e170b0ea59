import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import type { ImportKind } from "~/features/accounts/storage-access/importable"

type Page = Answer<"GET /api/admin/accounts/importable">
export type Offered = Page["items"][number]

export const MOST = 2_000

export interface Chosen {
  readonly [id: string]: string
}

const fetchPage = (kind: ImportKind, query: { readonly storage_endpoint_id: number; readonly search?: string; readonly after?: string; readonly limit: number }, signal: AbortSignal): Promise<Page> =>
  kind === "account" ? call("GET /api/admin/accounts/importable", { query, signal }) : call("GET /api/admin/s3-users/importable", { query, signal })

/** Reads all matches up to the limit of one run; returns whether there are more. `told` receives the count. */
export const everythingOffered = async (
  kind: ImportKind, endpointId: string, search: string, told: (items: ReadonlyArray<Offered>) => void, signal: AbortSignal
): Promise<{ readonly items: ReadonlyArray<Offered>; readonly more: boolean }> => {
  const items: Array<Offered> = []
  const text = search.trim()
  for (let after: string | null = ""; after !== null && items.length < MOST;) {
    const page: Page = await fetchPage(kind, { storage_endpoint_id: Number(endpointId), limit: 100, ...(text === "" ? {} : { search: text }), ...(after === "" ? {} : { after }) }, signal)
    items.push(...page.items)
    after = page.next_after
    told(items)
    if (after === null) return { items: items.slice(0, MOST), more: page.incomplete || items.length > MOST }
  }
  return { items: items.slice(0, MOST), more: true }
}
