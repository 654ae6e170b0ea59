import { component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { Dialog } from "~/components/ui/dialog"
import { DiffView } from "~/components/diff/diff-view"
import type { Reading } from "./feature"
import { readable } from "./line-diff"

export interface StaleEdit {
  readonly label: string
  readonly began: Reading
  readonly now: Reading
  readonly text: string | undefined
}

interface StaleProps {
  readonly stale: Signal<StaleEdit | null>
  readonly mine$: QRL<(now: Reading) => unknown>
  readonly theirs$: QRL<(now: Reading) => unknown>
}

const Comparing = component$<StaleProps & { readonly subject: StaleEdit }>(({ mine$, stale, subject, theirs$ }) => {
  const { began, now, text } = useSignal(subject).value
  return (
    <>
      <div class="grid min-w-0 gap-3 px-5 py-4 text-ink-2">
        <p>Nothing of yours was saved. Since you began, somebody else, or something, changed this:</p>
        {now.problem === null ? (
          <DiffView
            before={readable(began.value, text)}
            after={readable(now.value, text)}
            label="What changed meanwhile"
          />
        ) : (
          <p role="alert" class="alert alert-danger">
            It cannot be read now. {now.problem.detail}
          </p>
        )}
        <p>Going on with yours shows once more what it would change, from how it stands now.</p>
      </div>
      <footer class="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            stale.value = null
          }}
        >
          Keep editing
        </button>
        <button
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            stale.value = null
            return theirs$(now)
          }}
        >
          Discard mine, show theirs
        </button>
        <button
          type="button"
          class="btn btn-primary"
          disabled={now.version === null}
          onClick$={() => {
            stale.value = null
            return mine$(now)
          }}
        >
          Go on with mine
        </button>
      </footer>
    </>
  )
})

export const StaleDialog = component$<StaleProps>(({ mine$, stale, theirs$ }) => {
  const subject = stale.value
  return (
    <Dialog open={stale} title={subject === null ? "" : `${subject.label} was changed meanwhile`} wide>
      {subject !== null && (
        <Comparing key={subject.now.version ?? ""} subject={subject} stale={stale} mine$={mine$} theirs$={theirs$} />
      )}
    </Dialog>
  )
})
