import { component$, type QRL, type Signal } from "@builder.io/qwik"
import { Dialog } from "../ui/dialog"
import type { FormValues } from "../ui/form"
import type { FormDifference } from "./differences"
import type { LeavingNavigation } from "./use-guard"

export interface Doubt {
  readonly title: string
  readonly text: string
  readonly save: string
  readonly instead?: { readonly label: string; readonly values: FormValues }
}

export type Question =
  | { readonly kind: "doubt"; readonly doubt: Doubt }
  | { readonly kind: "conflict"; readonly differences: ReadonlyArray<FormDifference>; readonly row: object }

export interface Answered {
  readonly doubt?: true
  readonly conflict?: true
  readonly values?: FormValues
}

interface LoseProps {
  readonly open: Signal<LeavingNavigation | object | null>
  readonly title: string
  readonly edited: Signal<ReadonlyArray<string>>
  readonly lose: string
  readonly lose$: QRL<() => unknown>
}

export const LoseQuestion = component$<LoseProps>(({ edited, lose, lose$, open, title }) => (
  <Dialog open={open} title={title}>
    <div class="px-5 py-4">
      <p class="text-ink-2">
        Not saved: <b class="font-medium break-words text-ink">{edited.value.join(", ")}</b>
      </p>
    </div>
    <footer class="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
      <button type="button" class="btn btn-danger" onClick$={lose$}>
        {lose}
      </button>
      <button
        type="button"
        class="btn btn-primary"
        autoFocus
        onClick$={() => {
          open.value = null
        }}
      >
        Keep editing
      </button>
    </footer>
  </Dialog>
))

interface SaveProps {
  readonly question: Signal<Question | null>
  readonly save$: QRL<(answered: Answered) => unknown>
  readonly theirs$: QRL<(row: object | null) => unknown>
}

export const SaveQuestion = component$<SaveProps>(({ question, save$, theirs$ }) => {
  const current = question.value
  return (
    <Dialog
      open={question as Signal<object | null>}
      title={current?.kind === "doubt" ? current.doubt.title : "Somebody else changed it meanwhile"}
    >
      {current?.kind === "doubt" && (
        <>
          <div class="px-5 py-4">
            <p class="break-words text-ink-2">{current.doubt.text}</p>
          </div>
          <footer class="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
            <button
              type="button"
              class="btn btn-secondary"
              onClick$={() => {
                question.value = null
              }}
            >
              Keep editing
            </button>
            <button type="button" class="btn btn-secondary" onClick$={() => save$({ conflict: true, doubt: true })}>
              {current.doubt.save}
            </button>
            {current.doubt.instead && (
              <button
                type="button"
                class="btn btn-primary"
                onClick$={() => {
                  const instead = question.value?.kind === "doubt" ? question.value.doubt.instead : undefined
                  return save$({ conflict: true, doubt: true, ...(instead ? { values: instead.values } : {}) })
                }}
              >
                {current.doubt.instead.label}
              </button>
            )}
          </footer>
        </>
      )}
      {current?.kind === "conflict" && (
        <>
          <div class="grid gap-3 px-5 py-4 text-ink-2">
            <p>
              {current.differences.length > 0
                ? "Since you opened this page:"
                : "Since you opened this page, something was changed that it does not show."}
            </p>
            <ul class="grid gap-2" data-testid="conflict">
              {current.differences.map((one) => (
                <li key={one.label} class="break-words">
                  <b class="font-medium text-ink">{one.label}</b>: {one.was} is now{" "}
                  <b class="font-medium text-ink">{one.is}</b>
                </li>
              ))}
            </ul>
            <p>What you save takes its place.</p>
          </div>
          <footer class="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
            <button
              type="button"
              class="btn btn-secondary"
              onClick$={() => {
                question.value = null
              }}
            >
              Keep editing
            </button>
            <button
              type="button"
              class="btn btn-secondary"
              onClick$={() => theirs$(question.value?.kind === "conflict" ? question.value.row : null)}
            >
              Discard mine, show theirs
            </button>
            <button type="button" class="btn btn-primary" onClick$={() => save$({ conflict: true })}>
              Save mine
            </button>
          </footer>
        </>
      )}
    </Dialog>
  )
})
