import { $, component$, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Dialog } from "~/components/ui/dialog"
import type { ConflictChoice } from "~/features/objects/transfers/key-conflict"
import { ago, bytes, int } from "~/lib/format"
import { visible } from "~/lib/visible"
import type { Asking, Batch } from "./prepare-upload"

const modified = (batch: Batch, key: string): string => {
  const at = batch.existing.get(key)?.modified_at
  return at ? ago(at) : "at an unknown time"
}

const Question = component$<{ readonly asking: Signal<Asking | null>; readonly subject: Asking }>((props) => {
  const { asking } = props
  // a copy: the signal is empty when the dialog closes
  const about = useSignal(props.subject)
  const at = useSignal(0)
  const rest = useSignal(false)
  const busy = useSignal(false)
  const problem = useSignal("")
  const chosen = useStore<Record<string, ConflictChoice>>({})
  const batch = about.value.batch
  if (batch === undefined) return null
  const keys = [...batch.existing.keys()]
  const key = keys[at.value] ?? ""
  const file = batch.planned.find((planned) => planned.key === key)
  const left = keys.length - at.value - 1
  const choose = $(async (choice: ConflictChoice) => {
    const waiting = about.value.batch
    if (waiting === undefined || busy.value) return
    const all = [...waiting.existing.keys()]
    for (const one of rest.value ? all.slice(at.value) : all.slice(at.value, at.value + 1)) chosen[one] = choice
    if (!rest.value && at.value + 1 < all.length) {
      at.value++
      return
    }
    busy.value = true
    problem.value = ""
    try {
      const { startUpload: goOn } = await import("./prepare-upload")
      await goOn(waiting, new Map(Object.entries(chosen)))
      asking.value = null
    } catch (cause) {
      problem.value = asProblem(cause).message
    } finally {
      busy.value = false
    }
  })
  return (
    <>
      <div class="grid min-w-0 gap-3 px-5 py-4">
        {keys.length > 1 && (
          <p class="num text-xs text-ink-3" role="status">
            {int(at.value + 1)} of {int(keys.length)} that are already there
          </p>
        )}
        <p class="min-w-0 text-ink-2">
          <b class="font-mono text-xs text-ink [overflow-wrap:anywhere]">{visible(file?.path ?? key)}</b> is already in{" "}
          <span class="font-mono text-xs [overflow-wrap:anywhere]">
            {batch.place.bucket}/{visible(batch.place.prefix)}
          </span>
          .
        </p>
        <dl class="facts">
          <dt>There now</dt>
          <dd class="num">
            {bytes(batch.existing.get(key)?.size_bytes ?? 0)}, modified {modified(batch, key)}
          </dd>
          <dt>Yours</dt>
          <dd class="num">
            {bytes(file?.file.size ?? 0)}, modified {ago(new Date(file?.file.lastModified ?? 0).toISOString())}
          </dd>
        </dl>
        {left > 0 && (
          <label class="flex min-h-6 items-center gap-2">
            <input type="checkbox" class="check" bind:checked={rest} />{" "}
            <span>Do the same with the other {int(left)}</span>
          </label>
        )}
        {problem.value && (
          <p role="alert" class="text-danger">
            {problem.value}
          </p>
        )}
      </div>
      <footer class="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3">
        <button
          type="button"
          class="btn btn-ghost"
          disabled={busy.value}
          onClick$={() => {
            asking.value = null
          }}
        >
          Cancel upload
        </button>
        <span class="ms-auto flex flex-wrap gap-2">
          <button type="button" class="btn btn-secondary" disabled={busy.value} onClick$={() => choose("skip")}>
            Skip
          </button>
          <button type="button" class="btn btn-secondary" disabled={busy.value} onClick$={() => choose("keep-both")}>
            Keep both
          </button>
          <button type="button" class="btn btn-danger" disabled={busy.value} onClick$={() => choose("replace")}>
            Replace
          </button>
        </span>
      </footer>
    </>
  )
})

/** Sends nothing before the last answer, and nothing after closing. */
export const KeyConflictDialog = ({ asking }: { readonly asking: Signal<Asking | null> }) => {
  const subject = asking.value
  return (
    <Dialog open={asking} title="Already there">
      {subject !== null && <Question asking={asking} subject={subject} />}
    </Dialog>
  )
}
