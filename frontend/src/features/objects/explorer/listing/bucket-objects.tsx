import { $, component$ } from "@builder.io/qwik"
import { type ListQuery, type Reading, ResourceTable, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { LockedControl } from "~/components/ui/locked-control"
import { NavLink } from "~/components/ui/nav-link"
import { ListingPage } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { crumbsOf } from "~/features/objects/explorer/listing/entries"
import { EntryPanel } from "~/features/objects/explorer/listing/entry-panel"
import { ENTRY_TABLE, readFolder } from "~/features/objects/explorer/listing/folder-listing"
import { browserHref } from "~/lib/browser-href"
import { ReadLine } from "~/features/objects/explorer/listing/read-line"
import { useSession } from "~/lib/session-context"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { isFolderEntry } from "../../transfers/entry-id"

/** Read-only list of a bucket's objects: folders open, objects show their details. Changes are made in the Browser. */
export const BucketObjects = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const session = useSession()
  const mayBrowse = session.value?.workspaces.includes("browser") === true
  const table = useResourceTable({ id: "bucket-objects", sort: "name", paging: "cursor", position: { prefix: "" } })
  const bucket = bucketOfPath(location.url.pathname)?.name ?? ""
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const prefix = table.url["prefix"] ?? ""
  const go = $((folder: string) => {
    Object.assign(table.url, { q: "", open: "", prefix: folder })
  })
  if (contexts.current?.capabilities.can_browse_objects === false) {
    return (
      <div class="grid flex-1 place-items-center overflow-y-auto p-6">
        <EmptyState
          icon="lock"
          title="Objects cannot be shown here"
          text={`${contexts.current.name} may not look into buckets.`}
        >
          <LockedControl id="objects-locked" label="Why not" of="objects" />
        </EmptyState>
      </div>
    )
  }
  return (
    <ListingPage>
      <div class="flex min-h-0 flex-1 flex-col pt-3" data-testid="bucket-objects">
        {prefix !== "" && (
          <nav aria-label="Folder" class="flex min-w-0 flex-none flex-wrap items-center gap-0.5 px-5 pb-2">
            <button type="button" class="btn btn-ghost btn-sm" onClick$={() => go("")}>
              {bucket}
            </button>
            {crumbsOf(prefix).map((crumb) => (
              <span key={crumb.prefix} class="flex min-w-0 items-center">
                <Icon name="chevron-right" class="text-ink-3" />
                <button
                  type="button"
                  class="btn btn-ghost btn-sm min-w-0"
                  aria-current={crumb.prefix === prefix ? "location" : undefined}
                  onClick$={() => go(crumb.prefix)}
                >
                  <span class="max-w-60 truncate" title={crumb.name}>
                    {crumb.name}
                  </span>
                </button>
              </span>
            ))}
          </nav>
        )}
        <ResourceTable
          table={table}
          label={`Objects in ${bucket}`}
          {...ENTRY_TABLE}
          scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
          href$={$((key: string) => {
            const folder = isFolderEntry(key) ? key : (table.url["prefix"] ?? "")
            const query = new URLSearchParams({
              context_id: contexts.current?.id ?? "",
              ...(folder === "" ? {} : { prefix: folder }),
              ...(isFolderEntry(key) ? {} : { open: key })
            })
            return `?${query}`
          })}
          onOpen$={$(async (key: string) => {
            if (isFolderEntry(key)) await go(key)
            else table.url.open = key
          })}
          fetch$={$((wanted: ListQuery, { signal }: Reading) =>
            readFolder(
              { contextId: contexts.current?.id ?? "", bucket },
              { folder: table.url["prefix"] ?? "" },
              wanted,
              signal,
              "GET /api/manager/buckets/:bucket_name/objects"
            )
          )}
        >
          <span q:slot="filters" class="flex items-center gap-2">
            <ReadLine table={table} />
            <button
              type="button"
              class="btn btn-ghost btn-icon btn-sm"
              aria-label="Refresh"
              onClick$={() => table.handle.value?.reload()}
            >
              <Icon name="refresh-cw" />
            </button>
          </span>
          <div q:slot="empty">
            <EmptyState
              icon="folder"
              title="Nothing here"
              text="This bucket, or this folder of it, holds no object. Uploads are made in the Browser."
            />
          </div>
        </ResourceTable>
      </div>
      {contexts.current !== null && table.url.open !== "" && (
        <EntryPanel
          q:slot="panel"
          route="GET /api/manager/buckets/:bucket_name/objects/facts"
          place={place}
          entry={table.url.open}
          onClose$={$(() => {
            table.url.open = ""
          })}
          onGo$={go}
        >
          {mayBrowse && (
            <NavLink q:slot="delete" href={browserHref(place, prefix, table.url.open)} class="btn btn-secondary flex-1">
              Open in Browser
            </NavLink>
          )}
        </EntryPanel>
      )}
    </ListingPage>
  )
})
