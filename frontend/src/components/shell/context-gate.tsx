import { component$, Slot } from "@builder.io/qwik"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { ContextScreen } from "./context-screen"

export const ContextGate = component$(() => {
  const contexts = useExecutionContexts()
  const { status } = contexts.state
  return contexts.workspace !== null && (status === "none" || status === "unknown" || status === "failed") ? (
    <ContextScreen />
  ) : (
    <Slot />
  )
})
