import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import type { ImportKind } from "~/features/accounts/storage-access/importable"

type Page = Answer<"GET /api/admin/accounts/importable">
export type Candidate = Page["items"][number]

export const MAX_IMPORTED = 2_000

export interface SelectedCandidates {
  readonly [id: string]: string
}

const fetchPage = (
  kind: ImportKind,
  query: {
    readonly storage_endpoint_id: number
    readonly search?: string
    readonly after?: string
    readonly limit: number
  },
  signal: AbortSignal
): Promise<Page> =>
  kind === "account"
    ? call("GET /api/admin/accounts/importable", { query, signal })
    : call("GET /api/admin/s3-users/importable", { query, signal })

export const allCandidates = async (
  kind: ImportKind,
  endpointId: string,
  search: string,
  onItems: (items: ReadonlyArray<Candidate>) => void,
  signal: AbortSignal
): Promise<{ readonly items: ReadonlyArray<Candidate>; readonly more: boolean }> => {
  const items: Array<Candidate> = []
  const text = search.trim()
  for (let after: string | null = ""; after !== null && items.length < MAX_IMPORTED; ) {
    const page: Page = await fetchPage(
      kind,
      {
        storage_endpoint_id: Number(endpointId),
        limit: 100,
        ...(text === "" ? {} : { search: text }),
        ...(after === "" ? {} : { after })
      },
      signal
    )
    items.push(...page.items)
    after = page.next_after
    onItems(items)
    if (after === null)
      return { items: items.slice(0, MAX_IMPORTED), more: page.incomplete || items.length > MAX_IMPORTED }
  }
  return { items: items.slice(0, MAX_IMPORTED), more: true }
}
