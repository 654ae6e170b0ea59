import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, type Subject, useAction } from "~/components/action"
import { columns, type ListQuery, type Reading, ResourceTable, useResourceTable } from "~/components/resource-table"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { ListingPage } from "~/components/ui/page-header"
import { Panel } from "~/components/ui/panel"
import { EmptyState } from "~/components/ui/states"
import { browserHref } from "~/lib/browser-href"
import type { BucketPlace } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { dateTime, int } from "~/lib/format"
import { useReadOnly } from "~/lib/use-read-only"
import { visible } from "~/lib/visible"
import { NotReached } from "../search/not-reached"
import { PathBar } from "../listing/path-bar"
import { MAX_LISTED_UPLOADS, readUploads, type UploadRow } from "./pending-upload-pages"
import { ReadLine } from "../listing/read-line"
import { useExplorerBase } from "../listing/use-explorer-base"
import { useReloadOnFocus } from "../listing/use-reload-on-focus"
import { ViewLinks } from "../listing/view-links"

const COLUMNS = columns<UploadRow>([
  { key: "name", label: "Key", width: "name", priority: 1 },
  { key: "initiated_at", label: "Begun", width: "m", priority: 1, format: "ago" },
  { key: "storage_class", label: "Class", width: "s", priority: 3 },
  { key: "upload_id", label: "Upload ID", width: "l", priority: 4, format: "mono" }
])

interface Ended extends Subject {
  readonly place: BucketPlace
  readonly key: string
  readonly uploadId: string
}

const endedOf = (place: BucketPlace, id: string): Ended | null => {
  try {
    const [key, uploadId]: ReadonlyArray<unknown> = JSON.parse(id)
    return typeof key === "string" && typeof uploadId === "string"
      ? { id, name: visible(key), place, key, uploadId }
      : null
  } catch {
    // an invalid id in the address
    return null
  }
}

const AbortText = component$<{ readonly subject: Ended }>(({ subject }) => (
  <p>
    The parts of <b class="font-mono text-xs [overflow-wrap:anywhere]">{subject.name}</b> that were sent are thrown
    away. Whoever still sends some of it has to begin anew. An object under this key stays as it is.
  </p>
))

export const PendingUploads = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const base = useExplorerBase()
  const readOnly = useReadOnly()
  const table = useResourceTable({
    id: "pending-uploads",
    sort: "name",
    paging: "cursor",
    laterPages: 1_000,
    position: { prefix: "" }
  })
  useReloadOnFocus(table)
  const isCut = useSignal(false)
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const prefix = table.url["prefix"] ?? ""
  const abort = useAction({
    run$: $(({ key, place: at, uploadId }: Ended) => {
      return callIn(at, "DELETE /api/browser/buckets/:bucket_name/multipart", { query: { key, upload_id: uploadId } })
    }),
    after$: $((_: unknown, { id }: Ended) => {
      if (table.url.open === id) table.url.open = ""
      table.handle.value?.reload()
    }),
    done: "is aborted"
  })
  const open = contexts.current === null ? null : endedOf(place, table.url.open)
  const row =
    table.state.version >= 0 ? (table.handle.value?.rowOf(table.url.open) as UploadRow | undefined) : undefined
  return (
    <ListingPage>
      <div class="relative flex min-h-0 flex-1 flex-col" data-testid="pending-uploads">
        <header class="explorer-head">
          <PathBar place={place} prefix={prefix} view="uploads" />
          <button
            type="button"
            class="btn btn-secondary btn-icon"
            aria-label="Refresh"
            onClick$={() => table.handle.value?.reload()}
          >
            <Icon name="refresh-cw" />
          </button>
        </header>
        <ViewLinks place={place} prefix={prefix} view="uploads" />
        <NotReached table={table} />
        {isCut.value && (
          <p class="alert mx-5 mb-2" role="status" data-testid="uploads-limit">
            <Icon name="info" />
            <span>
              Only the first {int(MAX_LISTED_UPLOADS)} uploads are shown. Open a folder, or search for the beginning of
              a key, to see the others.
            </span>
          </p>
        )}
        <ResourceTable
          table={table}
          label={`Unfinished uploads in ${bucket}`}
          noun={{ one: "upload", many: "uploads" }}
          columns={COLUMNS}
          rowKey="id"
          searchLabel="Keys that begin with"
          scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
          href$={$((id: string) =>
            browserHref({ contextId: contexts.current?.id ?? "", bucket }, table.url["prefix"] ?? "", id, {
              base,
              view: "uploads"
            })
          )}
          fetch$={$(async (wanted: ListQuery, { signal }: Reading) => {
            const page = await readUploads(
              { contextId: contexts.current?.id ?? "", bucket },
              table.url["prefix"] ?? "",
              wanted,
              signal
            )
            if (isCut.value !== page.isCut) isCut.value = page.isCut
            return page
          })}
        >
          <ReadLine q:slot="filters" table={table} />
          <div q:slot="empty">
            <EmptyState
              icon="upload"
              title="No unfinished upload"
              text="Every upload into this folder was finished or aborted."
            />
          </div>
        </ResourceTable>
      </div>
      {open !== null && (
        <Panel
          key={open.id}
          q:slot="panel"
          kind="Unfinished upload"
          title={open.name}
          onClose$={$(() => {
            table.url.open = ""
          })}
        >
          <dl class="facts">
            <dt>Key</dt>
            <dd class="grid min-w-0 justify-items-start gap-1">
              <span class="font-mono text-xs [overflow-wrap:anywhere]">{open.name}</span>
              <CopyButton text={open.key} label="Copy key" />
            </dd>
            {row?.initiated_at && (
              <>
                <dt>Begun</dt>
                <dd>{dateTime(row.initiated_at)}</dd>
              </>
            )}
            {row && (
              <>
                <dt>Storage class</dt>
                <dd>{row.storage_class}</dd>
              </>
            )}
            <dt>Upload ID</dt>
            <dd class="grid min-w-0 justify-items-start gap-1">
              <span class="font-mono text-xs break-all">{open.uploadId}</span>
              <CopyButton text={open.uploadId} label="Copy upload ID" />
            </dd>
          </dl>
          {!readOnly && (
            <span q:slot="actions" class="contents">
              <ActionButton
                action={abort}
                on={open}
                asks
                label="Abort upload"
                icon="ban"
                class="btn-secondary flex-1 text-danger"
              />
            </span>
          )}
        </Panel>
      )}
      <ConfirmDialog action={abort} id="abort-upload" title="Abort upload" button="Abort upload" about={AbortText} />
    </ListingPage>
  )
})
