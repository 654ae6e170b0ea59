import { noSerialize, type NoSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import type { PickedFile, PlannedUpload } from "~/features/objects/transfers/upload-files"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useOperations } from "~/lib/operations"
import { useToasts } from "~/lib/toasts"
import { entryOf } from "../listing/entries"
import type { Asking, Preparing } from "./prepare-upload"

/** Files to store below `prefix`; with `isPrepared`, options are asked for first. */
interface UploadChoice {
  readonly files: ReadonlyArray<PickedFile>
  readonly prefix: string
  readonly isPrepared: boolean
}

/** Choices wait here until the context is known and the scripts of the page have arrived. */
export type UploadChoices = Signal<NoSerialize<ReadonlyArray<UploadChoice>>>

export const chooseUpload = (choices: UploadChoices, choice: UploadChoice): void => {
  choices.value = noSerialize([...(choices.value ?? []), choice])
}

interface Uploads {
  readonly choices: UploadChoices
  readonly asking: Signal<Asking | null>
  readonly preparing: Signal<Preparing | null>
}

export const useUploads = (bucket: string, table: Table): Uploads => {
  const contexts = useExecutionContexts()
  const operations = useOperations()
  const toasts = useToasts()
  const choices: UploadChoices = useSignal()
  const asking = useSignal<Asking | null>(null)
  const preparing = useSignal<Preparing | null>(null)
  useVisibleTask$(
    ({ track }) => {
      const contextId = track(() => contexts.current?.id)
      const chosen = track(() => choices.value)
      if (contextId === undefined || chosen === undefined) return
      choices.value = undefined
      for (const { files, isPrepared, prefix } of chosen) {
        const isShown = () => contexts.current?.id === contextId
        const upload = {
          operations,
          toasts,
          asking,
          preparing,
          place: { contextId, bucket, prefix },
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
        void import("./prepare-upload").then(({ prepare, prepareUpload }) =>
          isPrepared ? prepare(files, upload) : prepareUpload(files, upload)
        )
      }
    },
    { strategy: "document-ready" }
  )
  return { choices, asking, preparing }
}
