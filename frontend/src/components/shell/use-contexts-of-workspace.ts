import { noSerialize, type Signal, useComputed$, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { CONTEXT_GONE_EVENT } from "~/client/context-gone"
import { asProblem, isAbort } from "~/client/problem-error"
import type { SignedIn } from "~/client/session"
import { isShown, replaceAddress } from "~/lib/address"
import { requestedContextId, contextStateOf } from "~/lib/context-state"
import { type ContextsState, recentContexts, rememberContext } from "~/lib/execution-contexts"
import { frameOf } from "~/lib/frame-of"
import { useLocation } from "~/lib/route"

const MIN_REREAD_AGE = 1_000

const MAX_LIST_AGE = 5_000

const applyState = (contexts: ContextsState, mayEnter: boolean): void => {
  const { last, list, read, state: before, workspace } = contexts
  if (workspace === null) return
  const requestedIds = new URLSearchParams(window.location.search).getAll("context_id")
  const state = contextStateOf({
    mayEnter,
    list: read.status === "ready" ? list : null,
    failed: read.status === "failed",
    requested: requestedIds,
    unsettled: before.status === "unknown" ? before.requested : null,
    recent: [...(last === null ? [] : [last]), ...recentContexts(workspace)]
  })
  const current = state.status === "ready" ? state.current : null
  contexts.state = state
  // An equal object would render again.
  if (JSON.stringify(contexts.current) !== JSON.stringify(current)) contexts.current = current
  if (current !== null) {
    contexts.last = current.id
    rememberContext(workspace, current.id)
  }
  const id = requestedContextId(state)
  if (id === null || (requestedIds.length === 1 && requestedIds[0] === id)) return
  const search = new URLSearchParams(window.location.search)
  search.set("context_id", id)
  replaceAddress(`?${search}`)
}

export const useContextsOfWorkspace = (session: Signal<SignedIn | null>, contexts: ContextsState): void => {
  const location = useLocation()
  const workspaceHere = useComputed$(() => frameOf(location.url.pathname).contexts)
  useVisibleTask$(
    async ({ track, cleanup }) => {
      const workspace = track(() => workspaceHere.value)
      const who = track(() => session.value)
      track(() => contexts.requests)
      if (contexts.workspace !== workspace || contexts.read.workspace !== workspace) {
        Object.assign(contexts, {
          workspace,
          state: { status: "loading" },
          current: null,
          list: [],
          problem: undefined,
          read: { workspace, status: "loading", at: 0 }
        })
      }
      if (workspace === null || who === null || !who.workspaces.includes(workspace)) return
      const question = new AbortController()
      cleanup(() => question.abort())
      if (contexts.read.status === "failed") contexts.read = { workspace, status: "loading", at: 0 }
      try {
        const list = await call("GET /api/me/execution-contexts", { query: { workspace }, signal: question.signal })
        Object.assign(contexts, { list, problem: undefined, read: { workspace, status: "ready", at: Date.now() } })
      } catch (cause) {
        // Keeps the previous list: the API checks each request.
        if (isAbort(cause) || contexts.read.status === "ready") return
        Object.assign(contexts, {
          problem: noSerialize(asProblem(cause)),
          read: { workspace, status: "failed", at: Date.now() }
        })
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup }) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const askAgain = () => {
        if (contexts.read.status !== "ready" || timer !== undefined) return
        timer = setTimeout(
          () => {
            timer = undefined
            contexts.requests++
          },
          Math.max(0, MIN_REREAD_AGE - (Date.now() - contexts.read.at))
        )
      }
      window.addEventListener(CONTEXT_GONE_EVENT, askAgain)
      cleanup(() => {
        window.removeEventListener(CONTEXT_GONE_EVENT, askAgain)
        clearTimeout(timer)
      })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      if (track(() => workspaceHere.value) === null) return
      void import("./own-events").then(({ followOwnEvents: watchOwnNews }) => watchOwnNews(session))
    },
    { strategy: "document-idle" }
  )
  useVisibleTask$(
    ({ track }) => {
      const { pathname } = track(() => location.url)
      const who = track(() => session.value)
      const read = track(() => contexts.read)
      const workspace = track(() => contexts.workspace)
      if (workspace === null || who === null || frameOf(pathname).contexts !== workspace || !isShown(location)) return
      applyState(contexts, who.workspaces.includes(workspace))
      if (contexts.state.status === "unknown" && read.status === "ready" && Date.now() - read.at > MAX_LIST_AGE)
        contexts.requests++
    },
    { strategy: "document-ready" }
  )
}
