import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, EditDialog, useAction, useEditing } from "~/components/action"
import { deselect, type ListQuery, type Reading, ResourceTable, selectedKeys, useResourceTable } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { FormValues } from "~/components/ui/form"
import { ListingPage } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { inBucket } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { say, useToasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import { browserHref } from "~/lib/browser-href"
import { CorsNote } from "./cors-note"
import { DeleteText } from "./delete-text"
import { doomedEntries, type Doomed, hasFolder } from "./doomed"
import { DownloadSelected } from "./download-selected"
import { nameOf } from "./entries"
import { EntryMenu } from "./entry-menu"
import { EntryPanel } from "./entry-panel"
import { FromHere } from "./from-here"
import { ENTRY_TABLE, readFolder } from "./folder-listing"
import { LeftUploads } from "./left-uploads"
import { NewFolderFields, type Place } from "./new-folder-fields"
import { NotReached } from "./not-reached"
import { PathBar } from "./path-bar"
import { ReadLine } from "./read-line"
import { TakenDialog } from "./taken-dialog"
import { ViewLinks } from "./view-links"
import { UploadButtons } from "./upload-buttons"
import { useExplorerBase } from "./use-explorer-base"
import { useFreshOnFocus } from "./use-fresh-on-focus"
import { useRowKeys } from "./use-row-keys"
import { useDrop } from "./use-drop"
import { useUploads } from "./use-uploads"

/** Objects of one bucket, a folder at a time; the one that is open in a panel beside them. */
export const ObjectExplorer = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const toasts = useToasts()
  const table = useResourceTable({ id: "objects", sort: "name", paging: "cursor", laterPages: 1_000, position: { prefix: "", from: "" } })
  const base = useExplorerBase()
  useFreshOnFocus(table)
  const root = useSignal<HTMLElement>()
  const making = useEditing<Place>()
  const remove = useAction({
    run$: $(async (doomed: Doomed) => {
      const { deleteSelection } = await import("./delete-objects")
      deleteSelection(operations, doomed, ({ done, left, text, well }) => {
        // a folder stays selected with what is left of it
        const gone = doomed.keys.filter((key) => key.endsWith("/") ? well : !left.has(key))
        deselect(table, gone)
        if (gone.includes(table.url.open)) table.url.open = ""
        if (done.size > 0) table.handle.value?.reload()
        if (well) say(toasts, { text: doomed.keys.length === 1 && done.size === 1 ? `${doomed.name} is deleted` : text })
      })
    })
  })
  const { asking, take } = useUploads(bucket, table)
  const over = useDrop(root, take)
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const prefix = table.url["prefix"] ?? ""

  const askDelete = $((keys: ReadonlyArray<string>) => { remove.asked.value = doomedEntries({ contextId: contexts.current?.id ?? "", bucket }, keys) })
  useRowKeys(root, table, { onDelete$: askDelete })

  // what was selected belongs to the folder in which it was
  useVisibleTask$(
    ({ track }) => {
      track(() => table.url["prefix"])
      table.handle.value?.clearSelection()
    },
    { strategy: "document-ready" }
  )

  const go = $((folder: string) => { Object.assign(table.url, { q: "", open: "", from: "", prefix: folder }) })

  return (
    <ListingPage>
      <div ref={root} class="relative flex min-h-0 flex-1 flex-col" data-testid="explorer">
        <header class="explorer-head">
          <PathBar place={place} prefix={prefix} />
          <button type="button" class="btn btn-secondary btn-icon" aria-label="Refresh" onClick$={() => table.handle.value?.reload()}><Icon name="refresh-cw" /></button>
          <button type="button" class="btn btn-secondary" onClick$={() => { making.value = { row: { contextId: contexts.current?.id ?? "", bucket, prefix: table.url["prefix"] ?? "" } } }}><Icon name="folder-plus" /> <span class="explorer-words">New folder</span></button>
          <UploadButtons take={take} />
        </header>
        <ViewLinks place={place} prefix={prefix} view="" />
        <NotReached table={table} />
        <FromHere table={table} />
        {contexts.current !== null && <LeftUploads key={`left ${contexts.current.id}`} contextId={contexts.current.id} bucket={bucket} />}
        <ResourceTable
          table={table}
          label={`Objects in ${bucket}`}
          {...ENTRY_TABLE}
          selectable
          scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
          href$={$((key: string) => browserHref({ contextId: contexts.current?.id ?? "", bucket }, key.endsWith("/") ? key : table.url["prefix"] ?? "", key.endsWith("/") ? "" : key, { base }))}
          onOpen$={$(async (key: string) => {
            if (key.endsWith("/")) await go(key)
            else table.url.open = key
          })}
          fetch$={$((wanted: ListQuery, { signal }: Reading) => readFolder({ contextId: contexts.current?.id ?? "", bucket }, { folder: table.url["prefix"] ?? "", from: table.url["from"] ?? "" }, wanted, signal))}
        >
          <span q:slot="filters" class="contents"><ReadLine table={table} /><CorsNote key={`${place.contextId} ${bucket}`} place={place} /></span>
          <DownloadSelected q:slot="bulk" table={table} place={place} />
          <span q:slot="bulk" class="contents">
            <ActionButton action={remove} on={doomedEntries(place, selectedKeys(table))} asks label="Delete" icon="trash-2" class="btn-ghost btn-sm text-danger" />
          </span>
          <div q:slot="empty">
            <EmptyState icon="folder" title="Nothing here yet" text="Drop files or folders on this page, or choose them above." />
          </div>
        </ResourceTable>
        <EntryMenu root={root} table={table} place={place} onDelete$={askDelete} onOpen$={$(async (key: string) => { if (key.endsWith("/")) await go(key); else table.url.open = key })} />
        {over.value && (
          <div class="pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-card border-2 border-dashed border-accent bg-selected/90">
            <p class="max-w-full px-4 text-lg font-semibold text-accent-text [overflow-wrap:anywhere]">Drop to upload into {bucket}/{visible(prefix)}</p>
          </div>
        )}
      </div>
      {contexts.current !== null && table.url.open !== "" && (
        <EntryPanel q:slot="panel" place={place} entry={table.url.open} onClose$={$(() => { table.url.open = "" })} onGo$={go}>
          <span q:slot="delete" class="contents">
            <ActionButton action={remove} on={doomedEntries(place, [table.url.open])} asks label="Delete" named={`Delete ${nameOf(table.url.open)}`} icon="trash-2" class="btn-secondary text-danger" />
          </span>
        </EntryPanel>
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
      <TakenDialog asking={asking} />
    </ListingPage>
  )
})
