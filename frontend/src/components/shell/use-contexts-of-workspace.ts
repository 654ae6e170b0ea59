import { noSerialize, type Signal, useVisibleTask$ } from "@builder.io/qwik"
import { useLocation } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import type { SignedIn } from "~/client/session"
import { type ContextsState, nameContextInAddress, pickContext } from "~/lib/execution-contexts"
import { frameOf } from "~/lib/frame-of"

/** Keeps the execution contexts in step with the page: loads them when the workspace changes, names the current one in each address. */
export const useContextsOfWorkspace = (session: Signal<SignedIn | null>, contexts: ContextsState): void => {
  const location = useLocation()
  useVisibleTask$(
    async ({ track, cleanup }) => {
      const workspace = frameOf(track(() => location.url.pathname)).contexts
      if (track(() => session.value) === null || workspace === null) {
        contexts.workspace = workspace
        return
      }
      if (contexts.workspace === workspace && contexts.status === "ready") return nameContextInAddress(contexts)
      const asked = new AbortController()
      cleanup(() => asked.abort())
      Object.assign(contexts, { workspace, status: "loading", current: null, list: [] })
      try {
        const list = await call("GET /api/me/execution-contexts", { query: { workspace }, signal: asked.signal })
        Object.assign(contexts, { list, current: pickContext(list, workspace, window.location.search), status: "ready", problem: undefined })
        nameContextInAddress(contexts)
      } catch (cause) {
        if (!isAbort(cause)) Object.assign(contexts, { status: "failed", problem: noSerialize(asProblem(cause)) })
      }
    },
    { strategy: "document-ready" }
  )
}
