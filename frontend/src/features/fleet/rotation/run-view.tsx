import { $, component$, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { ErrorState } from "~/components/ui/states"
import { counted } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { isOver, ITEM_STATES, type Run, RUN_STATES } from "../../platform/runs/run"
import { RunActions, type UndoQuestion } from "../../platform/runs/run-actions"
import { RunProgress } from "../../platform/runs/run-progress"
import { useRun } from "../../platform/runs/use-run"
import type { RunPlace } from "~/components/operations/operation"
import { leavesOldKeys, outcomeOf } from "./rotation"

const INITIAL_ROWS = 200

const PLACE: RunPlace = { workspace: "admin" }

interface Subject {
  readonly id: number
  readonly name: string
  readonly keys: number
}

const undoQuestion = ({ kind, undoable }: Run): UndoQuestion =>
  kind === "registration_import"
    ? {
        title: "Undo bringing in",
        text:
          `${counted(undoable, "registration")} will be unlinked, and the keys that this run made are deleted on ` +
          "the gateway. Whatever was changed since it was brought in stays."
      }
    : {
        title: "Undo this rotation",
        text:
          `${counted(undoable, "old key")} will be switched on again and used as before. The keys that this rotation ` +
          "made are deleted."
      }

const DeleteText = (props: { readonly subject: Subject }) => (
  <p>
    {counted(props.subject.keys, "key")} that this rotation switched off will be deleted on the gateway. After that it
    cannot be undone.
  </p>
)

export const RunView = component$<{ readonly id: number; readonly address: { run: string } }>(({ address, id }) => {
  const operations = useOperations()
  const { problem, refreshes, state } = useRun(PLACE, id)
  const shown = useSignal(INITIAL_ROWS)
  const remove = useAction({
    run$: $((run: Subject) => call("DELETE /api/admin/key-rotation/:run_id/old-keys", { params: { run_id: run.id } })),
    said$: $(() => null),
    after$: $(async (run: Run) => {
      const { showRun } = await import("../../platform/runs/show-run")
      showRun(operations, run, PLACE)
      address.run = String(run.id)
    })
  })

  const { run } = state
  if (problem.value)
    return (
      <div class="grid h-full place-items-center">
        <ErrorState
          title="This run could not be read"
          problem={problem.value}
          onRetry$={() => {
            refreshes.value++
          }}
        />
      </div>
    )
  if (run === null)
    return (
      <div class="grid max-w-3xl gap-3" aria-hidden="true">
        {[0, 1, 2].map((index) => (
          <div key={index} class="skeleton h-12 rounded-card" />
        ))}
      </div>
    )
  const stateBadge = RUN_STATES[run.state]
  const subject: Subject = { id: run.id, name: run.title, keys: run.undoable }
  return (
    <section class="grid max-w-4xl gap-4" aria-label={run.title} data-testid="run">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 class="text-base font-semibold">{run.title}</h2>
        <Badge
          text={
            run.direction === "back" && !isOver(run) ? `Undoing: ${stateBadge.text.toLowerCase()}` : stateBadge.text
          }
          tone={stateBadge.tone}
          {...(stateBadge.icon ? { icon: stateBadge.icon } : {})}
        />
        <div class="flex-1" />
        <RunActions
          run={run}
          place={PLACE}
          question={undoQuestion(run)}
          onChanged$={$((changed: Run) => {
            if (changed.direction === "back") refreshes.value++
            state.run = changed
          })}
        />
        {leavesOldKeys(run) && (
          <span key="remove" class="contents">
            <ActionButton
              action={remove}
              on={subject}
              asks
              label="Delete the old keys"
              icon="trash-2"
              class="btn-danger"
            />
          </span>
        )}
      </div>
      <RunProgress run={run} />
      <div role="region" aria-label="Results">
        <table class="report">
          <caption class="sr-only">What came of each, failed ones first</caption>
          <thead>
            <tr>
              <th scope="col">Whose</th>
              <th scope="col">Endpoint</th>
              <th scope="col">State</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {state.items.slice(0, shown.value).map((item) => {
              const { icon, text, tone } = ITEM_STATES[item.state]
              return (
                <tr key={item.ordinal} data-state={item.state}>
                  <th scope="row">{item.label}</th>
                  <td data-label="Endpoint">{item.detail}</td>
                  <td data-label="State">
                    <Badge text={text} tone={tone} {...(icon ? { icon } : {})} />
                  </td>
                  <td data-label="Result">
                    <span class={item.state === "failed" ? "text-danger" : ""}>{outcomeOf(item)}</span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {state.items.length > shown.value && (
          <button
            type="button"
            class="btn btn-ghost btn-sm mt-2"
            onClick$={() => {
              shown.value += INITIAL_ROWS
            }}
          >
            Show more
          </button>
        )}
      </div>
      <ConfirmDialog
        action={remove}
        id="delete-old-keys"
        title="Delete the old keys"
        button="Delete"
        about={DeleteText}
      />
    </section>
  )
})
