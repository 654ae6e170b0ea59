import { type Signal, useVisibleTask$ } from "@builder.io/qwik"
import type { SignedIn } from "~/client/session"
import type { ContextsState } from "~/lib/execution-contexts"
import type { Operations } from "~/lib/operations"
// not by itself: with it would come what follows runs, which hardly any page has
import { lookForRuns } from "./look-for-runs"

/** Follows runs of the person that go on without this page: once it is loaded, and whenever its tab is looked at again. */
export const useRunsUnderWay = (operations: Operations, session: Signal<SignedIn | null>, contexts: ContextsState): void => {
  useVisibleTask$(
    ({ cleanup, track }) => {
      track(() => contexts.current)
      if (track(() => operations.whose) === "") return
      const asked = new AbortController()
      cleanup(() => asked.abort())
      void lookForRuns(operations, session, contexts, asked.signal)
    },
    { strategy: "document-idle" }
  )
}
