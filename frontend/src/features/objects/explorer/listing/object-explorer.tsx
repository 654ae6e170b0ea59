import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, EditDialog, useAction, useEditing } from "~/components/action"
import {
  deselect,
  type ListQuery,
  type Reading,
  ResourceTable,
  selectedKeys,
  sortableOf,
  useResourceTable
} from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import type { FormValues } from "~/components/ui/form"
import { ListingPage } from "~/components/ui/page-header"
import { EmptyState } from "~/components/ui/states"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { useReadOnly } from "~/lib/use-read-only"
import { successToast, useToasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import { browserHref, isExplorerTab } from "~/lib/browser-href"
import { CorsNote } from "../uploads/cors-note"
import { DeleteDialog } from "../actions/delete-dialog"
import { deletionTargets, type DeletionTarget } from "../actions/deletion-target"
import type { Sharing } from "../../shares/share"
import { ShareDialog } from "../../shares/share-dialog"
import { ShareSelected } from "../../shares/share-selected"
import { DownloadSelected } from "../actions/download-selected"
import { isFolderEntry, keyOfEntry } from "../../transfers/entry-id"
import { entryName } from "./entries"
import { EntryMenu } from "./entry-menu"
import { EntryPanel } from "./entry-panel"
import { FolderActions, SelectedAttributes } from "./folder-actions"
import { StartKeyNote } from "./start-key-note"
import { readFolder, readSorted, SORTED_TABLE, type SortedOf } from "./folder-listing"
import { FolderTree } from "./folder-tree-panel"
import { UnfinishedUploads } from "../uploads/unfinished-uploads"
import { NewFolderFields, type Place } from "./new-folder-fields"
import { NotReached } from "../search/not-reached"
import { PathBar } from "./path-bar"
import { type PreviewedEntry, QuickLookDialog } from "./quick-look-dialog"
import { ReadLine } from "./read-line"
import { type Renaming, RenameDialog } from "../actions/rename-dialog"
import { SortNote } from "./sort-note"
import { KeyConflictDialog } from "../uploads/key-conflict-dialog"
import { TargetDialog } from "../actions/target-dialog"
import type { Transfer } from "../uploads/transfer"
import { TransferButtons } from "../uploads/transfer-buttons"
import { ViewLinks } from "./view-links"
import { UploadButtons } from "../uploads/upload-buttons"
import { UploadDialog } from "../uploads/upload-dialog"
import { useExplorerBase } from "./use-explorer-base"
import { useReloadOnFocus } from "./use-reload-on-focus"
import { QuarantineNote } from "./quarantine-note"
import { useQuarantine } from "./use-quarantine"
import { useReloads } from "./use-reloads"
import { useRowKeys } from "./use-row-keys"
import { useClipping } from "../actions/use-clipping"
import { useDragEntries } from "../actions/use-drag-entries"
import { useDrop } from "../uploads/use-drop"
import { useUploads } from "../uploads/use-uploads"

const TREE = "stowage:folder-tree"

export const ObjectExplorer = component$<{ readonly bucket: string }>(({ bucket }) => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const toasts = useToasts()
  const table = useResourceTable({
    id: "objects",
    sort: "name",
    sortable: sortableOf(SORTED_TABLE.columns),
    paging: "cursor",
    laterPages: 1_000,
    position: { prefix: "", from: "" }
  })
  const base = useExplorerBase()
  useReloadOnFocus(table)
  const readOnly = useReadOnly()
  const root = useSignal<HTMLElement>()
  const noElement = useSignal<HTMLElement>()
  const editable = readOnly ? noElement : root
  const changed = useReloads(table)
  const making = useEditing<Place>()
  const sharing = useSignal<Sharing | null>(null)
  const remove = useAction({
    run$: $(async (target: DeletionTarget) => {
      const { deleteSelection } = await import("../actions/delete-objects")
      await deleteSelection(operations, target, ({ done, remaining: left, text, isSuccess: well }, isReported) => {
        const deleted = target.keys.filter((id) => (isFolderEntry(id) ? well : !left.has(keyOfEntry(id))))
        deselect(table, deleted)
        if (deleted.includes(table.url.open)) table.url.open = ""
        if (done.size > 0) table.handle.value?.reload()
        if (well && !isReported)
          successToast(toasts, {
            text: target.keys.length === 1 && done.size === 1 ? `${target.name} is deleted` : text
          })
      })
    })
  })
  const transferring = useSignal<Transfer | null>(null)
  const renaming = useSignal<Renaming | null>(null)
  // no dialog opens before the context is known
  const askTransfer$ = $((keys: ReadonlyArray<string>, move: boolean) => {
    if (contexts.current === null) return
    transferring.value = {
      place: { contextId: contexts.current.id, bucket },
      base: table.url["prefix"] ?? "",
      keys,
      move
    }
  })
  const askRename$ = $((id: string) => {
    if (contexts.current !== null && !readOnly)
      renaming.value = { place: { contextId: contexts.current.id, bucket }, id }
  })
  const { asking, choices, preparing } = useUploads(bucket, table)
  const quarantine = useQuarantine(bucket, table)
  const over = useDrop(editable, table, choices, quarantine)
  const place = { contextId: contexts.current?.id ?? "", bucket }
  const prefix = table.url["prefix"] ?? ""

  const askDelete = $((keys: ReadonlyArray<string>) => {
    if (contexts.current !== null && !readOnly)
      remove.pending.value = deletionTargets({ contextId: contexts.current.id, bucket }, keys)
  })
  const askThere$ = $((entries: Transfer, folder: string) => {
    if (contexts.current !== null)
      transferring.value = { ...entries, to: { contextId: contexts.current.id, bucket, prefix: folder } }
  })
  useClipping(editable, table, {
    contexts,
    bucket,
    onPaste$: $((entries: Transfer) => askThere$(entries, table.url["prefix"] ?? ""))
  })
  useDragEntries(
    editable,
    table,
    $((keys: ReadonlyArray<string>, folder: string, move: boolean) =>
      askThere$(
        { place: { contextId: contexts.current?.id ?? "", bucket }, base: table.url["prefix"] ?? "", keys, move },
        folder
      )
    )
  )
  useRowKeys(root, table, { onDelete$: askDelete, onRename$: askRename$ })
  const looking = useSignal<PreviewedEntry | null>(null)
  const sorted = useSignal<SortedOf | null>(null)
  const tree = useSignal(false)
  useVisibleTask$(
    () => {
      tree.value = localStorage.getItem(TREE) === "on"
    },
    { strategy: "document-ready" }
  )
  const look$ = $((index: number) => {
    const row = table.window.value?.at(index)
    if (row && table.window.value) looking.value = { key: table.window.value.key(row), index }
  })

  useVisibleTask$(
    ({ track }) => {
      track(() => table.url["prefix"])
      table.handle.value?.clearSelection()
    },
    { strategy: "document-ready" }
  )

  // a closed dialog returns the focus to the table
  useVisibleTask$(
    ({ track }) => {
      const was = root.value?.dataset["looking"]
      const now = track(() => looking.value) === null ? "" : "yes"
      if (root.value) root.value.dataset["looking"] = now
      if (was === "yes" && now === "") table.handle.value?.focus()
    },
    { strategy: "document-ready" }
  )
  const go = $((folder: string) => {
    Object.assign(table.url, { q: "", open: "", from: "", prefix: folder })
  })

  return (
    <ListingPage>
      <div ref={root} class="relative flex min-h-0 flex-1 flex-col" data-testid="explorer">
        <header class="explorer-head">
          <PathBar place={place} prefix={prefix} />
          <button
            type="button"
            class="btn btn-secondary btn-icon tree-toggle"
            aria-label="Folder tree"
            aria-pressed={tree.value ? "true" : "false"}
            onClick$={() => {
              tree.value = !tree.value
              localStorage.setItem(TREE, tree.value ? "on" : "off")
            }}
          >
            <Icon name="panel-left" />
          </button>
          <button
            type="button"
            class="btn btn-secondary btn-icon"
            aria-label="Refresh"
            onClick$={() => table.handle.value?.reload()}
          >
            <Icon name="refresh-cw" />
          </button>
          {!readOnly && (
            <fieldset class="contents" disabled={contexts.current === null}>
              <button
                type="button"
                class="btn btn-secondary"
                disabled={quarantine.value !== null}
                onClick$={() => {
                  making.value = {
                    row: { contextId: contexts.current?.id ?? "", bucket, prefix: table.url["prefix"] ?? "" }
                  }
                }}
              >
                <Icon name="folder-plus" /> <span class="explorer-words">New folder</span>
              </button>
              {quarantine.value === null && <UploadButtons choices={choices} prefix={prefix} />}
              <FolderActions place={place} prefix={prefix} changed={changed} sharing={sharing} />
            </fieldset>
          )}
        </header>
        <ViewLinks place={place} prefix={prefix} view="" />
        <NotReached table={table} />
        {quarantine.value !== null && !isExplorerTab(base) && <QuarantineNote quarantine={quarantine.value} />}
        <StartKeyNote table={table} />
        <SortNote table={table} of={sorted.value} />
        {contexts.current !== null && !readOnly && (
          <UnfinishedUploads key={`left ${contexts.current.id}`} contextId={contexts.current.id} bucket={bucket} />
        )}
        <div class="explorer-body">
          {tree.value && contexts.current !== null && (
            <div class="explorer-tree">
              <FolderTree
                key={`${place.contextId} ${bucket}`}
                place={place}
                prefix={prefix}
                readings={table.state.readings}
                onGo$={go}
              />
            </div>
          )}
          <ResourceTable
            table={table}
            label={`Objects in ${bucket}`}
            {...SORTED_TABLE}
            selectable={!readOnly}
            scope={contexts.current === null ? null : `${contexts.current.id}/${bucket}`}
            href$={$((id: string) =>
              browserHref(
                { contextId: contexts.current?.id ?? "", bucket },
                isFolderEntry(id) ? id : (table.url["prefix"] ?? ""),
                isFolderEntry(id) ? "" : id,
                { base }
              )
            )}
            onOpen$={$(async (id: string) => {
              if (isFolderEntry(id)) await go(id)
              else table.url.open = id
            })}
            onLook$={look$}
            fetch$={$(async (wanted: ListQuery, { signal }: Reading) => {
              const here = { contextId: contexts.current?.id ?? "", bucket }
              const shown = { folder: table.url["prefix"] ?? "", from: table.url["from"] ?? "" }
              const { sort } = table.url
              if (sort === "" || sort === "name" || !sortableOf(SORTED_TABLE.columns).includes(sort.replace(/^-/, "")))
                return readFolder(here, shown, wanted, signal)
              const { of, page } = await readSorted(here, shown, wanted, sort, signal)
              sorted.value = of
              return page
            })}
          >
            <span q:slot="filters" class="contents">
              <ReadLine table={table} />
              {!readOnly && <CorsNote key={`${place.contextId} ${bucket}`} place={place} />}
            </span>
            <DownloadSelected q:slot="bulk" table={table} place={place} />
            <ShareSelected q:slot="bulk" table={table} place={place} sharing={sharing} />
            <span q:slot="bulk" class="contents">
              <SelectedAttributes place={place} keys={selectedKeys(table)} changed={changed} />
              <TransferButtons keys={selectedKeys(table)} onTransfer$={askTransfer$} onRename$={askRename$} />
              <ActionButton
                action={remove}
                on={deletionTargets(place, selectedKeys(table))}
                asks
                label="Delete"
                icon="trash-2"
                class="btn-ghost btn-sm text-danger"
              />
            </span>
            <div q:slot="empty">
              <EmptyState
                icon="folder"
                title="Nothing here yet"
                text={
                  readOnly
                    ? "This folder holds no object."
                    : "Drop files or folders on this page, or choose them above."
                }
              />
            </div>
          </ResourceTable>
        </div>
        <EntryMenu
          root={root}
          table={table}
          place={place}
          sharing={sharing}
          onTransfer$={askTransfer$}
          onRename$={askRename$}
          onDelete$={askDelete}
          onLook$={look$}
          onOpen$={$(async (id: string) => {
            if (isFolderEntry(id)) await go(id)
            else table.url.open = id
          })}
        />
        {over.value && (
          <div
            class={
              "pointer-events-none absolute inset-3 z-20 grid place-items-center rounded-card border-2 " +
              "border-dashed border-accent bg-selected/90"
            }
          >
            <p class="max-w-full px-4 text-lg font-semibold text-accent-text [overflow-wrap:anywhere]">
              Drop to upload into {bucket}/{visible(prefix)}
            </p>
          </div>
        )}
      </div>
      {contexts.current !== null && table.url.open !== "" && (
        <EntryPanel
          q:slot="panel"
          place={place}
          {...(readOnly ? {} : { sharing })}
          changed={changed}
          readings={table.state.readings}
          entry={table.url.open}
          onClose$={$(() => {
            table.url.open = ""
          })}
          onGo$={go}
        >
          {!readOnly && (
            <span q:slot="delete" class="contents">
              <ActionButton
                action={remove}
                on={deletionTargets(place, [table.url.open])}
                asks
                label="Delete"
                named={`Delete ${entryName(table.url.open)}`}
                icon="trash-2"
                class="btn-secondary text-danger"
              />
            </span>
          )}
        </EntryPanel>
      )}
      <EditDialog
        id="new-folder"
        open={making}
        title="New folder"
        submit="Create folder"
        changes={{ title: "New folder", submit: "Create folder" }}
        fields={NewFolderFields}
        save$={$((values: FormValues, where: Place | undefined) =>
          callIn(where ?? place, "POST /api/browser/buckets/:bucket_name/folders", {
            body: { prefix: `${where?.prefix ?? ""}${values["prefix"] ?? ""}` }
          })
        )}
        after$={$(({ key }: { readonly key: string }) => go(key))}
      />
      <DeleteDialog action={remove} />
      <QuickLookDialog
        open={looking}
        table={table}
        place={place}
        onOpen$={$(async (id: string) => {
          if (isFolderEntry(id)) await go(id)
          else table.url.open = id
        })}
      />
      <KeyConflictDialog asking={asking} />
      <UploadDialog preparing={preparing} />
      <ShareDialog open={sharing} />
      <TargetDialog
        open={transferring}
        onChanged$={$(() => {
          table.handle.value?.reload()
        })}
      />
      <RenameDialog
        open={renaming}
        onRenamed$={$((from: string) => {
          deselect(table, [from])
          if (table.url.open === from) table.url.open = ""
          table.handle.value?.reload()
        })}
      />
    </ListingPage>
  )
})
