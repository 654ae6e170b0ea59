import { $, component$, noSerialize, type NoSerialize, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { follow } from "~/client/sse"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { counted, int } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { inOrder, isOver, ITEM_STATES, type Item, type Run, RUN_STATES } from "../../platform/runs/run"
import { leavesOldKeys, outcomeOf } from "./rotation"

const INITIAL_ROWS = 200

interface Subject {
  readonly id: number
  readonly name: string
  readonly keys: number
  readonly kind: string
}

const UndoText = (props: { readonly subject: Subject }) =>
  props.subject.kind === "registration_import" ? (
    <p>
      {counted(props.subject.keys, "registration")} will be unlinked, and the keys that this run made are deleted on the
      gateway. Whatever was changed since it was brought in stays.
    </p>
  ) : (
    <p>
      {counted(props.subject.keys, "old key")} will be switched on again and used as before. The keys that this rotation
      made are deleted.
    </p>
  )
const DeleteText = (props: { readonly subject: Subject }) => (
  <p>
    {counted(props.subject.keys, "key")} that this rotation switched off will be deleted on the gateway. After that it
    cannot be undone.
  </p>
)

export const RunView = component$<{ readonly id: number; readonly address: { run: string } }>(({ address, id }) => {
  const operations = useOperations()
  const state = useStore<{ run: Run | null; items: ReadonlyArray<Item>; shown: number }>(
    { run: null, items: [], shown: INITIAL_ROWS },
    { deep: false }
  )
  const problem = useSignal<NoSerialize<ProblemError>>()
  const refreshes = useSignal(0)

  useVisibleTask$(
    async ({ cleanup, track }) => {
      track(() => refreshes.value)
      const controller = new AbortController()
      cleanup(() => controller.abort())
      const itemsById = new Map<number, Item>()
      const readItems = async () => {
        // failures are read in full, others up to the limit
        const pages = [{ state: "failed" as const, limit: 500 }, { limit: 500 }].map((query) =>
          call("GET /api/admin/work/:run_id/items", { params: { run_id: id }, query, signal: controller.signal })
        )
        for (const { items } of await Promise.all(pages)) for (const item of items) itemsById.set(item.ordinal, item)
        state.items = inOrder(itemsById.values())
      }
      const failed = (cause: unknown) => {
        if (!isAbort(cause)) problem.value = noSerialize(asProblem(cause))
      }
      try {
        state.run = await call("GET /api/admin/work/:run_id", { params: { run_id: id }, signal: controller.signal })
        await readItems()
        problem.value = undefined
        const following = new AbortController()
        cleanup(() => following.abort())
        await follow(
          "GET /api/admin/work/:run_id/stream",
          { params: { run_id: id }, signal: following.signal },
          {
            onFrame: (frame) => {
              if (frame.event === "done") {
                following.abort()
                void readItems().catch(failed)
                return
              }
              state.run = frame.data.run
              for (const item of frame.data.items) itemsById.set(item.ordinal, item)
              state.items = inOrder(itemsById.values())
              if (frame.data.items_changed) void readItems().catch(failed)
            }
          }
        )
      } catch (cause) {
        failed(cause)
      }
    },
    { strategy: "document-ready" }
  )

  const pause = useAction({
    run$: $((run: Subject) => call("POST /api/admin/work/:run_id/pause", { params: { run_id: run.id } })),
    said$: $(() => null),
    after$: $((run: Run) => {
      state.run = run
    })
  })
  const resume = useAction({
    run$: $((run: Subject) => call("POST /api/admin/work/:run_id/resume", { params: { run_id: run.id } })),
    said$: $(() => null),
    after$: $((run: Run) => {
      state.run = run
    })
  })
  const stop = useAction({
    run$: $((run: Subject) => call("POST /api/admin/work/:run_id/stop", { params: { run_id: run.id } })),
    said$: $(() => null),
    after$: $((run: Run) => {
      state.run = run
    })
  })
  const undo = useAction({
    run$: $((run: Subject) => call("POST /api/admin/work/:run_id/undo", { params: { run_id: run.id } })),
    said$: $(() => null),
    after$: $((run: Run) => {
      state.run = run
      refreshes.value++
    })
  })
  const remove = useAction({
    run$: $((run: Subject) => call("DELETE /api/admin/key-rotation/:run_id/old-keys", { params: { run_id: run.id } })),
    said$: $(() => null),
    after$: $(async (run: Run) => {
      const { showAdministratorsRun } = await import("../../platform/runs/administrators-run")
      showAdministratorsRun(operations, run)
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
  const { totals } = run
  const finished = totals.total - totals.pending - totals.running
  const subject: Subject = { id: run.id, name: run.title, keys: run.undoable, kind: run.kind }
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
        {/* keyed, or a button is reused for another one, with its label */}
        {run.wishes.includes("pause") && (
          <span key="pause" class="contents">
            <ActionButton action={pause} on={subject} label="Pause" icon="pause" />
          </span>
        )}
        {run.wishes.includes("resume") && (
          <span key="resume" class="contents">
            <ActionButton action={resume} on={subject} label="Resume" icon="play" />
          </span>
        )}
        {run.wishes.includes("stop") && (
          <span key="stop" class="contents">
            <ActionButton action={stop} on={subject} label="Stop" icon="ban" />
          </span>
        )}
        {run.wishes.includes("undo") && (
          <span key="undo" class="contents">
            <ActionButton action={undo} on={subject} asks label="Undo" icon="refresh-cw" />
          </span>
        )}
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
      <div role="status">
        <progress
          class={["meter w-full", totals.failed > 0 && "meter-danger"]}
          max={Math.max(1, totals.total)}
          value={finished}
          aria-label="What is settled"
        />
        <p class="num mt-1 text-xs text-ink-2">
          {int(finished)} of {int(totals.total)} settled
          {totals.failed > 0 && <span class="text-danger"> · {int(totals.failed)} failed</span>}
          {totals.skipped > 0 && ` · ${int(totals.skipped)} skipped`}
          {totals.canceled > 0 && ` · ${int(totals.canceled)} not begun`}
          {totals.rolled_back > 0 && ` · ${int(totals.rolled_back)} undone`}
        </p>
      </div>
      <p class="text-xs text-ink-3">
        Begun <Ago at={run.created_at} />
        {run.started_by.email !== null && ` by ${run.started_by.email}`}
        {run.ended_at !== null && (
          <>
            , ended <Ago at={run.ended_at} />
          </>
        )}
      </p>
      {run.orphaned && (
        <p class="flex gap-2 text-warn" role="status">
          <Icon name="triangle-alert" class="mt-0.5 flex-none" />
          The process that did this is gone. Another one goes on within half a minute.
        </p>
      )}
      {run.state === "pause_requested" && <p class="text-ink-2">What is under way is brought to its end first.</p>}
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
            {state.items.slice(0, state.shown).map((item) => {
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
        {state.items.length > state.shown && (
          <button
            type="button"
            class="btn btn-ghost btn-sm mt-2"
            onClick$={() => {
              state.shown += INITIAL_ROWS
            }}
          >
            Show more
          </button>
        )}
      </div>
      <ConfirmDialog
        action={undo}
        id="undo-run"
        title={run.kind === "registration_import" ? "Undo bringing in" : "Undo this rotation"}
        button="Undo"
        about={UndoText}
      />
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
