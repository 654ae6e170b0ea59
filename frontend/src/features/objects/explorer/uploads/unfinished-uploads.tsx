import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import { isSending, onSendingChange } from "~/features/objects/transfers/active-transfers"
import { ago, bytes, counted } from "~/lib/format"
import { useToasts, toast } from "~/lib/toasts"
import { visible } from "~/lib/visible"

type Left = Answer<"GET /api/browser/uploads">["uploads"]

export const UnfinishedUploads = component$<{ readonly contextId: string; readonly bucket: string }>(
  ({ bucket, contextId }) => {
    const toasts = useToasts()
    const left = useSignal<Left>([])
    const read = $(async () => {
      try {
        const { uploads } = await callIn({ contextId }, "GET /api/browser/uploads")
        left.value = uploads.filter((upload) => upload.bucket === bucket && !isSending(upload.id))
      } catch {
        // only a hint: without the right to upload there is none
        left.value = []
      }
    })
    useVisibleTask$(
      ({ cleanup }) => {
        cleanup(
          onSendingChange(() => {
            if (left.value.length > 0) void read()
          })
        )
        void read()
      },
      { strategy: "document-ready" }
    )
    if (left.value.length === 0) return null
    return (
      <details class="mx-5 mt-3 min-w-0 rounded-ctl bg-sunken px-3 py-2 text-ink-2" data-testid="left-uploads">
        <summary>
          {counted(left.value.length, "upload")} into this bucket {left.value.length === 1 ? "was" : "were"} left
          unfinished. Upload the same {left.value.length === 1 ? "file" : "files"} to the same place again: what has
          arrived is not sent twice.
        </summary>
        <ul class="mt-2 grid max-h-48 gap-1 overflow-y-auto">
          {left.value.map((upload) => (
            <li key={upload.id} class="flex min-w-0 flex-wrap items-center gap-2">
              <span class="min-w-0 flex-1 font-mono text-xs [overflow-wrap:anywhere]">{visible(upload.key)}</span>
              <span class="num text-xs text-ink-3">
                {bytes(upload.size_bytes)}, {ago(upload.active_at)}
              </span>
              <button
                type="button"
                class="btn btn-ghost btn-sm"
                aria-label={`Discard ${visible(upload.key)}`}
                onClick$={async () => {
                  try {
                    await callIn({ contextId, bucket }, "DELETE /api/browser/buckets/:bucket_name/uploads/:upload_id", {
                      params: { upload_id: upload.id }
                    })
                  } catch (cause) {
                    toast(toasts, {
                      tone: "danger",
                      text: `The upload of ${visible(upload.key)} was not discarded`,
                      detail: asProblem(cause).message
                    })
                  }
                  await read()
                }}
              >
                Discard
              </button>
            </li>
          ))}
        </ul>
      </details>
    )
  }
)
