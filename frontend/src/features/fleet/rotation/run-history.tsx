import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { int } from "~/lib/format"
import { RUN_STATES, type Run } from "../../platform/runs/run"

const ROTATION_KINDS: ReadonlyArray<string> = ["key_rotation", "old_key_removal"]

export const RunHistory = component$<{ readonly runs: ReadonlyArray<Run>; readonly address: { run: string } }>(
  ({ address, runs }) => {
    const ours = runs.filter(({ kind }) => ROTATION_KINDS.includes(kind))
    if (ours.length === 0) return null
    return (
      <section class="mt-8 max-w-4xl" aria-label="Earlier rotations">
        <h2 class="mb-2 font-medium">Earlier rotations</h2>
        <ul class="divide-y divide-line rounded-card border border-line">
          {ours.map(({ created_at, id, started_by, state, title, totals }) => (
            <li key={id}>
              <button
                type="button"
                class="flex w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left hover:bg-hover"
                onClick$={() => {
                  address.run = String(id)
                }}
              >
                <span class="font-medium">{title}</span>
                <Badge text={RUN_STATES[state].text} tone={RUN_STATES[state].tone} />
                <span class="num text-xs text-ink-3">
                  {int(totals.completed)} of {int(totals.total)} done
                  {totals.failed > 0 && `, ${int(totals.failed)} failed`}
                </span>
                <span class="ms-auto text-xs text-ink-3">
                  <Ago at={created_at} />
                  {started_by.email !== null && ` · ${started_by.email}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    )
  }
)
