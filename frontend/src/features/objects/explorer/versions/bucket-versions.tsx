import { $, component$ } from "@builder.io/qwik"
import { type ListQuery, type Reading, ResourceTable, useResourceTable } from "~/components/resource-table"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ListingPage } from "~/components/ui/page-header"
import { Panel } from "~/components/ui/panel"
import { EmptyState } from "~/components/ui/states"
import { browserHref } from "~/lib/browser-href"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, dateTime } from "~/lib/format"
import { useReadOnly } from "~/lib/use-read-only"
import { visible } from "~/lib/visible"
import { VersionsTab } from "../../object-details/versions-tab"
import { FolderActions } from "../listing/folder-actions"
import { NotReached } from "../search/not-reached"
import { PathBar } from "../listing/path-bar"
import { ReadLine } from "../listing/read-line"
import { useExplorerBase } from "../listing/use-explorer-base"
import { useReloadOnFocus } from "../listing/use-reload-on-focus"
import { useReloads } from "../listing/use-reloads"
import { entryId } from "../../transfers/entry-id"
import { readVersions, VERSION_TABLE, type VersionRow } from "./versions"
import { ViewLinks } from "../listing/view-links"

const versionOf = (id: string): { readonly key: string; readonly version: string } | null => {
  try {
    const [key, version]: ReadonlyArray<unknown> = JSON.parse(id)
    return typeof key === "string" && typeof version === "string" ? { key, version } : null
  } catch {
    // an invalid id in the address
    return null
  }
}

export const BucketVersions = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const base = useExplorerBase()
  const readOnly = useReadOnly()
  const table = useResourceTable({
    id: "object-versions",
    sort: "name",
    paging: "cursor",
    laterPages: 1_000,
    position: { prefix: "" },
    filters: { deleted: "" }
  })
  useReloadOnFocus(table)
  const changed = useReloads(table)
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const prefix = table.url["prefix"] ?? ""
  const open = versionOf(table.url.open)
  const row =
    table.state.version >= 0 ? (table.handle.value?.rowOf(table.url.open) as VersionRow | undefined) : undefined
  return (
    <ListingPage>
      <div class="relative flex min-h-0 flex-1 flex-col" data-testid="bucket-versions">
        <header class="explorer-head">
          <PathBar place={place} prefix={prefix} view="versions" />
          <button
            type="button"
            class="btn btn-secondary btn-icon"
            aria-label="Refresh"
            onClick$={() => table.handle.value?.reload()}
          >
            <Icon name="refresh-cw" />
          </button>
          {!readOnly && <FolderActions place={place} prefix={prefix} changed={changed} />}
        </header>
        <ViewLinks place={place} prefix={prefix} view="versions" />
        <NotReached table={table} />
        <ResourceTable
          table={table}
          label={`Versions in ${bucket}`}
          {...VERSION_TABLE}
          scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
          href$={$((id: string, one: object) => {
            const { key, kind } = one as VersionRow
            return browserHref(
              { contextId: contexts.current?.id ?? "", bucket },
              kind === "folder" ? key : (table.url["prefix"] ?? ""),
              kind === "folder" ? "" : id,
              { base, view: "versions" }
            )
          })}
          onOpen$={$((id: string, one: object) => {
            if ((one as VersionRow).kind === "folder")
              Object.assign(table.url, { q: "", open: "", prefix: (one as VersionRow).key })
            else table.url.open = id
          })}
          fetch$={$((wanted: ListQuery, { signal }: Reading) =>
            readVersions(
              { contextId: contexts.current?.id ?? "", bucket },
              { folder: table.url["prefix"] ?? "", deleted: table.url["deleted"] === "true" },
              wanted,
              signal
            )
          )}
        >
          <label q:slot="filters" class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              class="check"
              checked={table.url["deleted"] === "true"}
              onChange$={(_, box) => {
                table.url["deleted"] = box.checked ? "true" : ""
              }}
            />{" "}
            <span>Deleted only</span>
          </label>
          <ReadLine q:slot="filters" table={table} />
          <div q:slot="empty">
            <EmptyState
              icon="history"
              title="No version here"
              text={
                "This folder holds no version and no delete marker. A bucket keeps earlier versions once " +
                "versioning is on."
              }
            />
          </div>
        </ResourceTable>
      </div>
      {open !== null && (
        <Panel
          q:slot="panel"
          kind={row?.kind === "marker" ? "Delete marker" : "Version"}
          title={visible(open.key.slice(open.key.lastIndexOf("/", open.key.length - 2) + 1))}
          onClose$={$(() => {
            table.url.open = ""
          })}
        >
          <dl class="facts">
            <dt>Key</dt>
            <dd class="grid min-w-0 justify-items-start gap-1">
              <span class="font-mono text-xs [overflow-wrap:anywhere]">{visible(open.key)}</span>
              <CopyButton text={open.key} label="Copy key" />
            </dd>
            <dt>Version ID</dt>
            <dd class="grid min-w-0 justify-items-start gap-1">
              <span class="font-mono text-xs [overflow-wrap:anywhere]">{open.version}</span>
              <CopyButton text={open.version} label="Copy version ID" />
            </dd>
            {row && (
              <>
                <dt>State</dt>
                <dd>
                  {row.kind === "marker"
                    ? row.latest
                      ? "Deleted: this marker hides the versions before it"
                      : "An earlier delete marker"
                    : row.latest
                      ? "Current version"
                      : "Earlier version"}
                </dd>
              </>
            )}
            {row?.modified_at && (
              <>
                <dt>Written</dt>
                <dd>{dateTime(row.modified_at)}</dd>
              </>
            )}
            {row && row.size_bytes !== null && (
              <>
                <dt>Size</dt>
                <dd class="num">{bytes(row.size_bytes)}</dd>
              </>
            )}
            {row?.etag && (
              <>
                <dt>ETag</dt>
                <dd class="font-mono text-xs break-all">{row.etag}</dd>
              </>
            )}
          </dl>
          <section class="mt-5 border-t border-line pt-3" aria-label="All versions of this key">
            <h3 class="mb-1 font-medium">All versions</h3>
            {contexts.current !== null && (
              <VersionsTab key={`${place.contextId} ${open.key}`} place={place} entry={open.key} changed={changed} />
            )}
          </section>
          <div q:slot="actions" class="contents">
            <NavLink
              href={browserHref(place, prefix, entryId("object", open.key), { base })}
              class="btn btn-secondary flex-1"
            >
              <Icon name="file" /> Open object
            </NavLink>
          </div>
        </Panel>
      )}
    </ListingPage>
  )
})
