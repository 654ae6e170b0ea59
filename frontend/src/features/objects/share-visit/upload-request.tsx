import { $, component$, type QRL, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { dropZone } from "~/lib/drop-zone"
import { bytes, counted, percent } from "~/lib/format"
import { visible } from "~/lib/visible"
import type { Sending, SentFile } from "./sent-files"
import type { SharedView } from "./visitor"

type Request = Extract<SharedView, { readonly kind: "upload" }>

const WORDS: Record<SentFile["state"], string> = {
  waiting: "Waiting",
  sending: "Sending",
  done: "Sent",
  failed: "Not sent",
  refused: "Not sent",
  cancelled: "Cancelled"
}

const limits = ({ bytes_left, files_left, max_file_bytes }: Request): string =>
  [
    ...(max_file_bytes === null ? [] : [`At most ${bytes(max_file_bytes)} a file`]),
    ...(bytes_left === null ? [] : [`${bytes(bytes_left)} left in all`]),
    ...(files_left === null ? [] : [`${counted(files_left, "file")} left`])
  ].join(" · ")

const isLost = ({ state }: SentFile): boolean => state === "failed" || state === "refused"

const summary = (files: ReadonlyArray<SentFile>): string => {
  const doneCount = files.filter(({ state }) => state === "done").length
  const failed = files.filter(({ state }) => state === "failed" || state === "refused").length
  if (files.length === 0) return ""
  return `${doneCount} of ${counted(files.length, "file")} sent${failed > 0 ? `, ${failed} not` : ""}`
}

export const UploadRequest = component$<{
  readonly token: string
  readonly view: Request
  readonly onSent$: QRL<() => void>
}>(({ onSent$, token, view }) => {
  const sending = useStore<Sending>({ files: [] }, { deep: false })
  const chooser = useSignal<HTMLInputElement>()
  const zone = useSignal<HTMLElement>()
  const over = useSignal(false)
  const take = $(async (files: ReadonlyArray<File>) => {
    const { queueFiles: takeFiles } = await import("./sent-files")
    takeFiles(sending, token, files, view.max_file_bytes, () => void onSent$())
  })
  useVisibleTask$(
    ({ cleanup, track }) => {
      const target = track(() => zone.value)
      if (!target) return
      cleanup(
        dropZone(target, {
          over: (is) => {
            over.value = is
          },
          drop: (transfer) => {
            // skip folders, which appear as files without type and bytes
            const files = [...transfer.items].flatMap((item) =>
              item.webkitGetAsEntry()?.isDirectory === true ? [] : (item.getAsFile() ?? [])
            )
            if (files.length > 0) void take(files)
          }
        })
      )
    },
    { strategy: "document-ready" }
  )
  const full = view.files_left === 0 || view.bytes_left === 0
  const limitText = limits(view)
  return (
    <>
      {full ? (
        <p class="card px-4 py-8 text-center text-ink-2" data-testid="full">
          This link takes no more files.
        </p>
      ) : (
        <div
          ref={zone}
          class={[
            "grid justify-items-center gap-3 rounded-card border-2 border-dashed px-4 py-10 text-center",
            over.value ? "border-accent bg-selected" : "border-line-strong bg-surface"
          ]}
          data-testid="drop-zone"
        >
          <Icon name="upload" class="size-6 text-ink-3" />
          <p class="text-ink-2">Drop files here, or choose them.</p>
          <button type="button" class="btn btn-primary btn-lg" onClick$={() => chooser.value?.click()}>
            Choose files
          </button>
          <input
            ref={chooser}
            type="file"
            multiple
            class="sr-only"
            tabIndex={-1}
            aria-label="Files to send"
            onChange$={async (_, input) => {
              const files = [...(input.files ?? [])]
              await take(files)
              input.value = ""
            }}
          />
          {limitText !== "" && <p class="num text-xs text-ink-3">{limitText}</p>}
        </div>
      )}
      <p class="sr-only" role="status">
        {summary(sending.files)}
      </p>
      {sending.files.length > 0 && (
        <ul class="card mt-4 divide-y divide-line" aria-label="Your files">
          {sending.files.map((file) => (
            <li key={file.id} class="grid gap-1.5 px-4 py-3" data-state={file.state}>
              <span class="flex items-center gap-3">
                <Icon
                  name={file.state === "done" ? "circle-check" : isLost(file) ? "circle-alert" : "file"}
                  class={`shrink-0 ${file.state === "done" ? "text-ok" : isLost(file) ? "text-danger" : "text-ink-3"}`}
                />
                <span class="min-w-0 flex-1 wrap-anywhere">{visible(file.name)}</span>
                <span class="num shrink-0 text-xs text-ink-3">
                  {file.state === "sending" ? percent(file.size === 0 ? 1 : file.sent / file.size) : WORDS[file.state]}{" "}
                  · {bytes(file.size)}
                </span>
                {(file.state === "sending" || file.state === "waiting") && (
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon btn-sm"
                    aria-label={`Cancel ${visible(file.name)}`}
                    onClick$={async () => (await import("./sent-files")).cancelFile(sending, file.id)}
                  >
                    <Icon name="x" />
                  </button>
                )}
                {(file.state === "failed" || file.state === "cancelled") && (
                  <button
                    type="button"
                    class="btn btn-ghost btn-sm"
                    aria-label={`Send ${visible(file.name)} again`}
                    onClick$={async () =>
                      (await import("./sent-files")).retryFile(sending, token, file.id, () => void onSent$())
                    }
                  >
                    Send again
                  </button>
                )}
              </span>
              {file.state === "sending" && (
                <progress
                  class="meter w-full"
                  max={Math.max(1, file.size)}
                  value={file.sent}
                  aria-label={`How much of ${visible(file.name)} is sent`}
                />
              )}
              {file.message !== "" && (
                <span class={["text-xs wrap-anywhere", isLost(file) ? "text-danger" : "text-ink-2"]}>
                  {visible(file.message)}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
})
