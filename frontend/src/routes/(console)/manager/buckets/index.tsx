import { $, component$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { ActionButton, ConfirmDialog, useEditing } from "~/components/action"
import { type Asking, Listing, type OffsetQuery, useListing } from "~/components/listing"
import { selectedKeys } from "~/components/resource-table"
import { deletionTargets } from "~/features/buckets/bucket"
import { BUCKET_COLUMNS } from "~/features/buckets/bucket-columns"
import { BUCKET_FILTERS, narrowing } from "~/features/buckets/bucket-filters"
import { BucketPanel } from "~/features/buckets/bucket-panel"
import { CreateBucketDialog } from "~/features/buckets/create-bucket-dialog"
import { ListingLine } from "~/features/buckets/listing-line"
import { RefreshButton } from "~/features/buckets/refresh-button"
import { staleness } from "~/features/buckets/staleness"
import { DeleteText, useDeleteBuckets } from "~/features/buckets/use-delete-buckets"
import { includedIn, useFeatureColumns } from "~/features/buckets/feature-columns/use-feature-columns"
import { CopyHereButton } from "~/features/buckets/feature-copies/copy-here-dialog"
import { useLiveBuckets } from "~/features/buckets/live-table/use-live-buckets"

export default component$(() => {
  const scope = useScope()
  const { contexts } = scope
  const creating = useEditing()
  const buckets = useListing(BUCKET_COLUMNS, {
    id: "buckets",
    title: "Buckets",
    noun: { one: "bucket", many: "buckets" },
    rowKey: "name",
    sort: "name",
    search: "Search all buckets",
    selectable: true,
    filters: BUCKET_FILTERS,
    page$: $(
      async (
        query: OffsetQuery<SortKey<"GET /api/manager/buckets">>,
        { exported, filters, signal }: Asking<typeof BUCKET_FILTERS>
      ) => {
        const page = await callIn(scope, "GET /api/manager/buckets", {
          query: { ...query, ...narrowing(filters), ...includedIn(exported) },
          signal
        })
        return { ...page, stale: staleness(page.listing) }
      }
    ),
    one$: $((name, signal) =>
      callIn(scope, "GET /api/manager/buckets/:bucket_name", { params: { bucket_name: name }, signal })
    ),
    begin: [{ intent: "create", label: "Create bucket", icon: "plus", opens: creating }],
    empty: {
      icon: "database",
      title: "No bucket yet",
      text: "A bucket holds objects. Create the first one of this account here."
    }
  })
  const live = useLiveBuckets(buckets.table, "GET /api/manager/buckets/stream")
  useFeatureColumns(buckets.table)
  const remove = useDeleteBuckets(buckets)
  return (
    <Listing listing={buckets} panel={BucketPanel} ownRefresh>
      <RefreshButton q:slot="header" live={live} />
      <ListingLine q:slot="filters" live={live} />
      <span q:slot="bulk" class="contents">
        <CopyHereButton listing={buckets} contextId={contexts.current?.id ?? ""} />
        <ActionButton
          action={remove}
          on={deletionTargets(contexts.current?.id ?? "", selectedKeys(buckets.table))}
          asks
          label="Delete"
          icon="trash-2"
          class="btn-ghost btn-sm text-danger"
        />
      </span>
      <ConfirmDialog
        action={remove}
        id="delete-buckets"
        title="Delete"
        named
        button="Delete"
        typed="confirm"
        about={DeleteText}
      />
      <CreateBucketDialog open={creating} listing={buckets} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Buckets" }
