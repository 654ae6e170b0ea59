import { call } from "~/client/call"
import type { Params, Row } from "~/client/contract"
import type { Option } from "./linked"

export type LinkKind = Params<"GET /api/admin/link-choices/:kind">["kind"]
type Choice = Row<"GET /api/admin/link-choices/:kind">

export const MAX_SUGGESTIONS = 30
const PAGE = 100
const PAGES = 5

const hintOf = ({ detail, is_active, storage_endpoint_name }: Choice): string =>
  [detail, storage_endpoint_name, is_active ? null : "inactive"]
    .filter((part) => part !== null && part !== "")
    .join(" · ")

export interface LinkOptions {
  readonly options: ReadonlyArray<Option>
  readonly more: boolean
}

export const loadLinkOptions = async (
  kind: LinkKind,
  search: string,
  linkedIds: ReadonlySet<number>,
  active: boolean
): Promise<LinkOptions> => {
  const options: Array<Option> = []
  for (let page = 1; page <= PAGES; page++) {
    const { has_next, items } = await call("GET /api/admin/link-choices/:kind", {
      params: { kind },
      query: { page, page_size: PAGE, search: search.trim() }
    })
    for (const choice of items) {
      if (!linkedIds.has(choice.id) && (choice.is_active || !active))
        options.push({ id: choice.id, name: choice.name, hint: hintOf(choice) })
    }
    if (options.length > MAX_SUGGESTIONS || !has_next)
      return { options: options.slice(0, MAX_SUGGESTIONS), more: options.length > MAX_SUGGESTIONS }
  }
  return { options, more: true }
}
