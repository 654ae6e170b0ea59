import { component$, noSerialize, type NoSerialize, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { Icon } from "~/components/ui/icon"
import { checkAfterPause } from "~/features/buckets/policies/check-after-pause"
import type { PolicyCheck } from "~/features/buckets/policies/policy"
import { PolicyInWords } from "~/features/buckets/policies/policy-words"
import { useEditing } from "./editing"

export const PolicyExplainer = component$(() => {
  const editing = useEditing()
  const state = useStore<{ check: NoSerialize<PolicyCheck> | undefined; problem: string }>(
    { check: undefined, problem: "" },
    { deep: false }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      const draft = track(() => editing.draft)
      const text = draft === null ? null : draft["text"]
      if (typeof text !== "string" && text !== null) return
      cleanup(
        checkAfterPause(
          async (signal) => {
            state.check = noSerialize(
              await callIn(editing.place, "POST /api/manager/buckets/:bucket_name/policy/check", {
                body: { text },
                signal
              })
            )
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
      <h3 class="font-medium">In plain words</h3>
      {problem !== "" && (
        <p class="text-ink-2" role="status">
          It could not be explained. {problem}
        </p>
      )}
      {check === undefined ? (
        problem === "" && <span class="skeleton h-4 w-3/5" role="status" aria-label="Is being read" />
      ) : check.words === null ? (
        <p class="text-ink-2">
          {check.text === null
            ? "There is no policy: who gets in does so by their own policies, as the account's root user, or by ACLs."
            : "What stands here cannot be read as a policy yet."}
        </p>
      ) : (
        <PolicyInWords words={check.words} />
      )}
      {check !== undefined && check.broken_tests.length > 0 && (
        <p class="alert alert-danger" role="status" data-testid="broken-tests">
          <Icon name="circle-x" />
          <span class="min-w-0 break-words">
            This would break{" "}
            {check.broken_tests.length === 1 ? "a policy test" : `${check.broken_tests.length} policy tests`} of the
            bucket: {check.broken_tests.join(", ")}.
          </span>
        </p>
      )}
    </section>
  )
})
