import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { clusterOfListing } from "#domain/accounts/contexts/listingOwner.ts"
import { placeOfEndpoint } from "#domain/buckets/workbench/WorkbenchScope.ts"

const tables = ["bucket_ui_tag_buckets", "bucket_features"] as const

/** Only a complete listing proves a deletion: a bucket that left an owner's listing may have another owner. */
export const removeDeletedBuckets = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (key: string) {
    const endpointId = clusterOfListing(key)
    if (endpointId === null) return
    yield* Effect.forEach(
      tables,
      (table) => sql`
        delete from ${sql(table)} b where b.place = ${placeOfEndpoint(endpointId)} and not exists (
          select from bucket_listing_rows r
          where r.key = ${key} and r.name = b.name and r.tenant = b.tenant
            and coalesce(r.bucket_id = b.bucket_id, true)
        )`,
      { discard: true }
    )
  })
