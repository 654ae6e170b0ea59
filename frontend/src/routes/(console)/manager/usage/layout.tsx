import { component$, Slot, useComputed$, useContextProvider } from "@builder.io/qwik"
import { UsageContext, useReadUsage } from "~/features/usage/use-usage"
import { useExecutionContexts } from "~/lib/execution-contexts"

export default component$(() => {
  const contexts = useExecutionContexts()
  // compute it, since contexts notify without a change
  const contextId = useComputed$(() => contexts.current?.id ?? "")
  useContextProvider(UsageContext, useReadUsage("context", contextId))
  return <Slot />
})
