import { $, component$, noSerialize, type NoSerialize, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { ActionButton, ConfirmDialog, EditDialog, useAction, useEditing } from "~/components/action"
import { columns, type CursorQuery, type ListQuery, type Reading, ResourceTable, selectedKeys, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { FormValues } from "~/components/ui/form"
import { EmptyState } from "~/components/ui/states"
import { type PickedFile, uploadFiles } from "~/features/transfers/upload-files"
import { inBucket } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { toast, useToasts } from "~/lib/toasts"
import { useTransfers } from "~/lib/transfers"
import { deleteSelection, doomedEntries, type Doomed, type KeyOutcome, hasFolder, saidOfOutcomes } from "./delete-objects"
import { DeleteText } from "./delete-text"
import { entriesOf, type Entry } from "./entries"
import { EntryCell } from "./entry-cell"
import { NewFolderFields, type Place } from "./new-folder-fields"
import { PathBar } from "./path-bar"
import { useDrop } from "./use-drop"

const COLUMNS = columns<Entry>([
  { key: "name", label: "Name", width: "name", priority: 1, cell: EntryCell },
  { key: "size_bytes", label: "Size", width: "s", priority: 1, numeric: true, format: "bytes" },
  { key: "storage_class", label: "Class", width: "s", priority: 3 },
  { key: "modified_at", label: "Modified", width: "m", priority: 2, format: "ago" }
])

/** Objects of one bucket, a folder at a time. */
export const ObjectExplorer = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const toasts = useToasts()
  const transfers = useTransfers()
  const table = useResourceTable({ id: "objects", sort: "name", paging: "cursor", position: { prefix: "" } })
  const root = useSignal<HTMLElement>()
  const picker = useSignal<HTMLInputElement>()
  const making = useEditing<Place>()
  const remove = useAction({
    run$: $(({ keys, place: where }: Doomed) => deleteSelection(where, keys)),
    after$: $(() => {
      table.handle.value?.clearSelection()
      table.handle.value?.reload()
    }),
    said$: $((outcomes: ReadonlyArray<KeyOutcome>) => saidOfOutcomes(outcomes))
  })
  const take = useSignal<NoSerialize<(files: ReadonlyArray<PickedFile>) => void>>()
  const over = useDrop(root, take)
  const place = { contextId: contexts.current?.id ?? "", bucket }

  useVisibleTask$(
    () => {
      let reload: ReturnType<typeof setTimeout> | undefined
      take.value = noSerialize((files) => {
        const target = { contextId: contexts.current?.id ?? "", bucket }
        uploadFiles(transfers, target, table.url["prefix"] ?? "", files, () => {
          clearTimeout(reload)
          reload = setTimeout(() => table.handle.value?.reload(), 400)
        })
      })
    },
    { strategy: "document-ready" }
  )

  const go = $((prefix: string) => {
    table.url.q = ""
    table.url["prefix"] = prefix
    table.handle.value?.clearSelection()
  })
  const download = $(async (key: string) => {
    try {
      const { params, query } = inBucket({ contextId: contexts.current?.id ?? "", bucket })
      const link = await call("GET /api/browser/buckets/:bucket_name/objects/download-link", { params, query: { ...query, key } })
      const anchor = document.createElement("a")
      anchor.href = link.url
      anchor.download = ""
      anchor.click()
    } catch (cause) {
      toast(toasts, { tone: "danger", text: "The download did not start", detail: asProblem(cause).message })
    }
  })

  return (
    <div ref={root} class="relative flex h-full min-h-0 flex-col" data-testid="explorer">
      <header class="flex flex-none items-center gap-2 px-5 pt-4 pb-3">
        <PathBar bucket={bucket} prefix={table.url["prefix"] ?? ""} contextId={place.contextId} onGo$={go} />
        <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
        <button type="button" class="btn btn-secondary" onClick$={() => { making.value = { row: { contextId: contexts.current?.id ?? "", bucket, prefix: table.url["prefix"] ?? "" } } }}><Icon name="folder-plus" /> New folder</button>
        <button type="button" class="btn btn-primary" onClick$={() => picker.value?.click()}><Icon name="upload" /> Upload</button>
        <input
          ref={picker}
          type="file"
          multiple
          class="sr-only"
          tabIndex={-1}
          aria-label="Files to upload"
          onChange$={(_, input) => {
            take.value?.([...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name })))
            input.value = ""
          }}
        />
      </header>
      <ResourceTable
        table={table}
        label={`Objects in ${bucket}`}
        noun={{ one: "entry", many: "entries" }}
        columns={COLUMNS}
        rowKey="key"
        selectable
        scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
        searchLabel="Names in this folder that begin with"
        href$={$((key: string) => key.endsWith("/") ? `/browser?${new URLSearchParams({ context_id: contexts.current?.id ?? "", bucket, prefix: key })}` : null)}
        onOpen$={$(async (key: string) => { await (key.endsWith("/") ? go(key) : download(key)) })}
        fetch$={$(async (wanted: ListQuery, { signal }: Reading) => {
          const folder = table.url["prefix"] ?? ""
          const { cursor, limit, search } = wanted as CursorQuery
          const { params, query } = inBucket({ contextId: contexts.current?.id ?? "", bucket })
          const asked = { prefix: folder + (search ?? ""), continuation_token: cursor, max_keys: limit }
          const page = await call("GET /api/browser/buckets/:bucket_name/objects", { params, query: { ...query, ...asked }, signal })
          return { items: entriesOf(page, folder), total: null, next: page.next_continuation_token }
        })}
      >
        <button
          q:slot="bulk"
          type="button"
          class="btn btn-ghost btn-sm"
          onClick$={async () => { for (const key of selectedKeys(table)) if (!key.endsWith("/")) await download(key) }}
        >
          <Icon name="download" /> Download
        </button>
        <span q:slot="bulk" class="contents">
          <ActionButton action={remove} on={doomedEntries(place, selectedKeys(table))} asks label="Delete" icon="trash-2" class="btn-ghost btn-sm text-danger" />
        </span>
        <div q:slot="empty">
          <EmptyState icon="folder" title="Nothing here yet" text="Drop files or folders on this page, or choose them.">
            <button type="button" class="btn btn-primary" onClick$={() => picker.value?.click()}><Icon name="upload" /> Upload</button>
          </EmptyState>
        </div>
      </ResourceTable>
      {over.value && (
        <div class="pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-card border-2 border-dashed border-accent bg-selected/90">
          <p class="text-lg font-semibold text-accent-text">Drop to upload into {bucket}/{table.url["prefix"]}</p>
        </div>
      )}
      <EditDialog
        id="new-folder"
        open={making}
        title="New folder"
        submit="Create folder"
        changes={{ title: "New folder", submit: "Create folder" }}
        fields={NewFolderFields}
        save$={$((values: FormValues, where: Place | undefined) => call("POST /api/browser/buckets/:bucket_name/folders", { ...inBucket(where ?? place), body: { prefix: `${where?.prefix ?? ""}${values["prefix"] ?? ""}` } }))}
        after$={$(({ key }: { readonly key: string }) => go(key))}
      />
      <ConfirmDialog
        action={remove}
        id="delete-objects"
        title={(remove.asked.value?.keys.length ?? 1) === 1 ? "Delete" : `Delete ${remove.asked.value?.name}`}
        button="Delete"
        {...(remove.asked.value !== null && hasFolder(remove.asked.value) ? { typed: "word" as const } : {})}
        about={DeleteText}
      />
    </div>
  )
})
