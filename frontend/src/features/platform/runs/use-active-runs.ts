import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { SignedIn } from "~/client/session"
import type { ContextsState } from "~/lib/execution-contexts"
import type { Operations } from "~/lib/operations"
// dynamic import: it brings the code that follows runs, which few pages need
import { findRuns } from "./find-runs"

export const useActiveRuns = (
  operations: Operations,
  session: Signal<SignedIn | null>,
  contexts: ContextsState
): void => {
  useVisibleTask$(
    ({ cleanup, track }) => {
      track(() => contexts.current)
      if (track(() => operations.userId) === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      void findRuns(operations, session, contexts, controller.signal)
    },
    { strategy: "document-idle" }
  )
}
