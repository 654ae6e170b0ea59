import { noSerialize, type NoSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import type { PickedFile, PlannedUpload } from "~/features/objects/transfers/upload-files"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { entryOf } from "../listing/entries"
import type { Asking, Preparing } from "./prepare-upload"

interface Uploads {
  readonly take: Signal<NoSerialize<(files: ReadonlyArray<PickedFile>) => void> | undefined>
  readonly asking: Signal<Asking | null>
  readonly preparing: Signal<Preparing | null>
  readonly prepare: Signal<NoSerialize<() => void> | undefined>
}

export const useUploads = (bucket: string, table: Table): Uploads => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const toasts = useToasts()
  const take = useSignal<NoSerialize<(files: ReadonlyArray<PickedFile>) => void>>()
  const asking = useSignal<Asking | null>(null)
  const preparing = useSignal<Preparing | null>(null)
  const prepare = useSignal<NoSerialize<() => void>>()
  /** Files chosen or dropped before the context was known. */
  const early = useSignal<NoSerialize<ReadonlyArray<() => void>>>()
  useVisibleTask$(
    ({ track }) => {
      const isKnown = track(() => contexts.current?.id) !== undefined
      const begin = (taken: () => void) => {
        if (isKnown) taken()
        else early.value = noSerialize([...(early.value ?? []), taken])
      }
      const taking = () => {
        const place = { contextId: contexts.current?.id ?? "", bucket, prefix: table.url["prefix"] ?? "" }
        const isShown = () => contexts.current?.id === place.contextId
        return {
          operations,
          toasts,
          asking,
          preparing,
          place,
          onStored: ({ file, key }: PlannedUpload) => {
            const stored = {
              key,
              size_bytes: file.size,
              etag: null,
              storage_class: "",
              modified_at: new Date().toISOString()
            }
            const row = entryOf(stored, table.url["prefix"] ?? "")
            // the gateway chooses the class: the next read has it
            if (row !== null && isShown()) table.handle.value?.merge([{ ...row, storage_class: null }])
          },
          onEnd: () => {
            if (isShown()) table.handle.value?.reload()
          }
        }
      }
      take.value = noSerialize((files: ReadonlyArray<PickedFile>) => {
        begin(() => {
          const now = taking()
          void import("./prepare-upload").then(({ prepareUpload: takeFiles }) => takeFiles(files, now))
        })
      })
      prepare.value = noSerialize(() => {
        begin(() => {
          const now = taking()
          void import("./prepare-upload").then((module) => module.prepare([], now))
        })
      })
      if (isKnown) {
        const waited = early.value ?? []
        early.value = undefined
        for (const taken of waited) taken()
      }
    },
    { strategy: "document-ready" }
  )
  return { take, asking, preparing, prepare }
}
