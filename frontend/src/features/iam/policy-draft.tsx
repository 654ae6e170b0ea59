import { component$, noSerialize, type NoSerialize, type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { checkAfterPause } from "~/features/buckets/policies/check-after-pause"
import { PolicyRemarks } from "~/features/buckets/policies/policy-words"
import { int } from "~/lib/format"

export type IamCheck = Answer<"POST /api/manager/iam/check">

interface DraftProps {
  readonly text: Signal<string>
  readonly kind: "identity" | "trust"
  readonly contextId: string
  readonly role?: string
  readonly faults: Signal<IamCheck["faults"]>
}

export const PolicyDraft = component$<DraftProps>(({ contextId, faults, kind, role, text }) => {
  const state = useStore<{ check: NoSerialize<IamCheck> | undefined; problem: string }>(
    { check: undefined, problem: "" },
    { deep: false }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      const draft = track(() => text.value)
      const context = track(() => contextId)
      if (context === "") return
      cleanup(
        checkAfterPause(
          async (signal) => {
            const check = await callIn({ contextId: context }, "POST /api/manager/iam/check", {
              body: { text: draft, kind, ...(role === undefined ? {} : { role_name: role }) },
              signal
            })
            state.check = noSerialize(check)
            faults.value = check.faults
          },
          (problem) => {
            state.problem = problem
          }
        )
      )
    },
    { strategy: "document-ready" }
  )
  const { check, problem } = state
  return (
    <section
      class="grid min-w-0 gap-2 rounded-card border border-line p-3"
      aria-label="In plain words"
      data-testid="explainer"
    >
      <h2 class="flex flex-wrap items-baseline gap-x-3 font-medium">
        In plain words
        {check !== undefined && (
          <span class={["text-xs font-normal", check.length > check.limit ? "text-danger" : "text-ink-3"]}>
            {int(check.length)} of {int(check.limit)} characters
          </span>
        )}
      </h2>
      {problem !== "" && (
        <p class="text-ink-2" role="status">
          It could not be explained. {problem}
        </p>
      )}
      {check === undefined ? (
        problem === "" && <span class="skeleton h-4 w-3/5" role="status" aria-label="Is being read" />
      ) : (
        <>
          {check.words !== null && check.faults.length === 0 ? (
            <ul class="grid gap-1" aria-label="What it says" data-testid="policy-words">
              {check.words.map((line, index) => (
                <li key={index} class="min-w-0 break-words first-letter:uppercase">
                  {line}
                </li>
              ))}
            </ul>
          ) : (
            check.faults.length === 0 && <p class="text-ink-2">What stands here cannot be read as a policy yet.</p>
          )}
          {check.who.length > 0 && (
            <p class="min-w-0 break-words text-ink-2" data-testid="who">
              Lets in: {check.who.join("; ")}
            </p>
          )}
          <PolicyRemarks check={check} />
          {check.missing.length > 0 && (
            <p class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span class="min-w-0 break-all">Not in the account: {check.missing.join(", ")}</span>
            </p>
          )}
          <div class="grid gap-1.5" data-testid={check.locks_out ? "locks-out" : "notes"}>
            {check.notes.map((note) => (
              <p key={note} class={["alert", check.locks_out && "alert-warn"]}>
                <Icon name={check.locks_out ? "triangle-alert" : "info"} />
                <span class="min-w-0 break-words">{note}</span>
              </p>
            ))}
          </div>
        </>
      )}
    </section>
  )
})
