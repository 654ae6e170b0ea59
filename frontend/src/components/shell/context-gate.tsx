import { component$, Slot } from "@builder.io/qwik"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { ContextScreen } from "./context-screen"

/** Shows a page that acts in a context where there is one, and why there is none in place of every other. */
export const ContextGate = component$(() => {
  const contexts = useExecutionContexts()
  const { status } = contexts.standing
  return contexts.workspace !== null && (status === "none" || status === "unknown" || status === "failed") ? <ContextScreen /> : <Slot />
})
