import { type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import type { Table } from "~/components/resource-table"
import { droppedFiles } from "~/features/objects/transfers/dropped-files"
import type { PickedFile } from "~/features/objects/transfers/upload-files"
import { dropZone } from "~/lib/drop-zone"
import { toast, useToasts } from "~/lib/toasts"
import { chooseUpload, type UploadChoices } from "./use-uploads"

/** Native listeners: a drop must be read synchronously. */
export const useDrop = (
  element: Signal<HTMLElement | undefined>,
  table: Table,
  choices: UploadChoices,
  blocked: Signal<object | null>
): Signal<boolean> => {
  const over = useSignal(false)
  const toasts = useToasts()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const target = track(() => element.value)
      if (!target) return
      const accept = (files: ReadonlyArray<PickedFile>) => {
        const prefix = table.url["prefix"] ?? ""
        if (blocked.value === null) chooseUpload(choices, { files, prefix, isPrepared: false })
      }
      const end = dropZone(target, {
        over: (is) => {
          over.value = is && blocked.value === null
        },
        drop: (transfer) =>
          void droppedFiles(transfer).then(accept, (cause: unknown) =>
            toast(toasts, {
              tone: "danger",
              text: "What was dropped could not be read",
              detail: asProblem(cause).message
            })
          )
      })
      // pasted text belongs to the focused field, files to the shown folder
      const paste = (event: ClipboardEvent) => {
        if (event.clipboardData === null || event.clipboardData.files.length === 0) return
        event.preventDefault()
        const pasted = [...event.clipboardData.files].map((file) => ({ file, path: file.name }))
        accept(pasted)
      }
      document.addEventListener("paste", paste)
      cleanup(() => {
        document.removeEventListener("paste", paste)
        end()
      })
    },
    { strategy: "document-ready" }
  )
  return over
}
