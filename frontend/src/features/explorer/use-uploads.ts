import { noSerialize, type NoSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import type { PickedFile } from "~/features/transfers/upload-files"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { entryOf } from "./entries"
import type { Asking } from "./take-files"

interface Uploads {
  /** Takes files into the folder that is shown. */
  readonly take: Signal<NoSerialize<(files: ReadonlyArray<PickedFile>) => void> | undefined>
  /** What somebody is asked about keys that are taken. */
  readonly asking: Signal<Asking | null>
}

/** Uploads into the folder that is shown; what arrived is in its list within a second. */
export const useUploads = (bucket: string, table: Table): Uploads => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const toasts = useToasts()
  const take = useSignal<NoSerialize<(files: ReadonlyArray<PickedFile>) => void>>()
  const asking = useSignal<Asking | null>(null)
  useVisibleTask$(
    () => {
      take.value = noSerialize((files: ReadonlyArray<PickedFile>) => {
        const place = { contextId: contexts.current?.id ?? "", bucket, prefix: table.url["prefix"] ?? "" }
        const isShown = () => contexts.current?.id === place.contextId
        void import("./take-files").then(({ takeFiles }) => takeFiles(files, {
          operations, toasts, asking, place,
          onStored: ({ file, key }) => {
            const stored = { key, size_bytes: file.size, etag: null, storage_class: "", modified_at: new Date().toISOString() }
            const row = entryOf(stored, table.url["prefix"] ?? "")
            // its class is the gateway's choice, and read with the rest
            if (row !== null && isShown()) table.handle.value?.merge([{ ...row, storage_class: null }])
          },
          onEnd: () => { if (isShown()) table.handle.value?.reload() }
        }))
      })
    },
    { strategy: "document-ready" }
  )
  return { take, asking }
}
