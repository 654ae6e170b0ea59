import { $, component$, type NoSerialize, type Signal, Slot, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { NoIam } from "./no-iam"

interface WhereProps {
  readonly title: string
  readonly refused: Signal<NoSerialize<ProblemError> | undefined>
}

export const WhereIam = component$<WhereProps>(({ refused, title }) => {
  const contexts = useExecutionContexts()
  const round = useSignal(0)
  useVisibleTask$(
    ({ track }) => {
      track(() => contexts.current?.id)
      refused.value = undefined
    },
    { strategy: "document-ready" }
  )
  const context = contexts.current
  if (context !== null && (!context.capabilities.can_manage_iam || refused.value !== undefined)) {
    return (
      <NoIam
        key={context.id}
        title={title}
        problem={refused.value}
        onRetry$={$(() => {
          refused.value = undefined
          round.value++
          contexts.requests++
        })}
      />
    )
  }
  return <Slot key={round.value} />
})
