import { defaultPageSize } from "#domain/paging/Paging.ts"
import type { RegistrationQuery } from "#services/accounts/Registrations.ts"
import { searchText } from "../searchText.ts"

/** What the query string asks of a listing of accounts or users. */
export const registrationQuery = (query: {
  readonly page?: number
  readonly page_size?: number
  readonly search?: string
  readonly sort_by?: string
  readonly sort_dir?: "asc" | "desc"
  readonly storage_endpoint_id?: number
}): RegistrationQuery => ({
  page: query.page ?? 1,
  pageSize: query.page_size ?? defaultPageSize,
  search: searchText(query.search),
  sortBy: query.sort_by ?? "name",
  descending: query.sort_dir === "desc",
  endpointId: query.storage_endpoint_id ?? null
})
