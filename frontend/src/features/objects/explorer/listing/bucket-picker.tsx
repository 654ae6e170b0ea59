import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { useScope } from "~/lib/scope"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { byPage, columns, type Reading, ResourceTable, sortableOf, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { ListingPage, PageHeader } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import type { Bucket, ListingState } from "~/features/buckets/bucket"
import { ListingLine } from "~/features/buckets/listing-line"
import { staleness } from "~/features/buckets/staleness"
import { browserHref, type ExplorerBase } from "~/lib/browser-href"
import { entryFolder } from "~/lib/context-folders"
import { useLiveBuckets } from "~/features/buckets/live-table/use-live-buckets"
import type { ExecutionContext } from "~/lib/execution-contexts"
import { useExplorerBase } from "./use-explorer-base"
import { useReloadOnFocus } from "./use-reload-on-focus"
import { int } from "~/lib/format"
import { useGoTo } from "~/lib/use-go-to"

const hrefOf = (context: ExecutionContext | null, bucket: string, base: ExplorerBase): string =>
  browserHref({ contextId: context?.id ?? "", bucket }, entryFolder(context?.folders, bucket), "", { base })

type Key = SortKey<"GET /api/browser/buckets/search">

const NameCell = component$<{ readonly row: Bucket }>(({ row }) => (
  <span class="flex min-w-0 items-center gap-2">
    <Icon name="database" class="text-ink-3" />
    <span class="truncate font-medium" title={row.name}>
      {row.name}
    </span>
  </span>
))

const COLUMNS = columns<Bucket, Key>([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true, cell: NameCell },
  { key: "object_count", label: "Objects", width: "s", priority: 2, numeric: true, sortable: true, format: "int" },
  { key: "used_bytes", label: "Size", width: "s", priority: 1, numeric: true, sortable: true, format: "bytes" },
  { key: "created_at", label: "Created", width: "s", priority: 3, sortable: true, format: "ago" }
])

const WHOLE = { one: "bucket", many: "buckets" }
const SO_FAR = { one: "bucket so far", many: "buckets so far" }

const isRead = ({ refreshing, state }: ListingState): boolean => state !== "complete" && refreshing

/** A row opens its objects: there is no panel, so this is no `Listing`. */
export const BucketPicker = component$(() => {
  const scope = useScope()
  const { contexts } = scope
  const base = useExplorerBase()
  const go = useGoTo()
  const table = useResourceTable({
    id: "browser-buckets",
    sort: "name",
    sortable: sortableOf(COLUMNS),
    filters: { exact: "" }
  })
  useReloadOnFocus(table)
  const partial = useSignal(false)
  const live = useLiveBuckets(table, "GET /api/browser/buckets/stream")
  useVisibleTask$(
    ({ track }) => {
      const listing = track(() => live.listing)
      if (listing !== null) partial.value = isRead(listing)
    },
    { strategy: "document-ready" }
  )
  const noun = partial.value ? SO_FAR : WHOLE
  return (
    <ListingPage>
      <PageHeader
        title="Objects"
        count={
          table.state.status === "ready"
            ? `${int(table.state.count)} ${table.state.count === 1 ? noun.one : noun.many}`
            : undefined
        }
      />
      <ResourceTable
        table={table}
        label="Buckets to browse"
        noun={noun}
        columns={COLUMNS}
        rowKey="name"
        scope={contexts.current?.id ?? null}
        searchLabel="Search all buckets"
        href$={$((name: string) => hrefOf(contexts.current, name, base))}
        onOpen$={$((name: string) => go(hrefOf(contexts.current, name, base)))}
        fetch$={$(async (query, { signal }: Reading) => {
          const page = await callIn(scope, "GET /api/browser/buckets/search", {
            query: { ...byPage(COLUMNS, query), exact: table.url["exact"] === "true" ? ("true" as const) : undefined },
            signal
          })
          if (live.listing === null) partial.value = isRead(page.listing)
          return { ...page, stale: staleness(page.listing) }
        })}
      >
        <label q:slot="filters" class="flex min-h-6 items-center gap-2 whitespace-nowrap">
          <input
            type="checkbox"
            class="check"
            checked={table.url["exact"] === "true"}
            onChange$={(_, box) => {
              table.url["exact"] = box.checked ? "true" : ""
            }}
          />{" "}
          <span>Whole name</span>
        </label>
        <span q:slot="filters" class="contents">
          <ListingLine live={live} />
        </span>
        {partial.value && live.progress === null && (
          <span q:slot="filters" class="flex items-center gap-2 text-xs text-ink-2" role="status">
            <Icon name="loader-circle" class="spin size-3.5" /> Still reading the gateway
          </span>
        )}
        <div q:slot="empty">
          {!partial.value && (
            <EmptyState
              icon="database"
              title="No bucket yet"
              text="This account holds no bucket. Buckets are created in the Manager workspace."
            />
          )}
        </div>
      </ResourceTable>
    </ListingPage>
  )
})
