import type { Body } from "~/client/contract"
import { type AnyFilters, filterValues } from "~/components/filters/filter"
import type { ListingState } from "~/components/listing"

type Query = NonNullable<Body<"POST /api/storage-ops/buckets/query">>

export const matchingQuery = <F extends AnyFilters>(
  { options, table }: ListingState,
  filterOf: (filters: F) => string | null
): Pick<Query, "search" | "advanced_filter"> => {
  const search = table.url.q.trim()
  const filter = filterOf(filterValues(options.filters ?? [], table.url, Date.now()) as F)
  return {
    ...(search === "" ? {} : { search }),
    ...(filter === null ? {} : { advanced_filter: JSON.parse(filter) as NonNullable<Query["advanced_filter"]> })
  }
}
