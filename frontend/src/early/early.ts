import { type PrefetchedResponse, normalizedAddress, workspaceOf } from "../client/early-answer"
import { canonicalContextId, contextStateOf } from "../lib/context-state"
import { type ContextWorkspace, recentContexts } from "../lib/recent-contexts"
import { isManagerBrowser, workspaceHeaders } from "../client/workspace-headers"

// Inline head script. `src/client/early-answers.ts` hands out the answers.

const answers = new Map<string, PrefetchedResponse>()
globalThis.stowageEarly = answers

const request = (address: string): Promise<Response> => {
  const workspace = workspaceHeaders(address)
  const answer = fetch(address, { headers: { accept: "application/json", ...workspace } })
  const early: PrefetchedResponse = { at: Date.now(), answer, workspace: workspaceOf(workspace) }
  answers.set(normalizedAddress(address), early)
  answer.then(
    () => {
      early.came = Date.now()
    },
    () => undefined
  )
  return answer
}

const dataOf = (script: HTMLOrSVGScriptElement | null) => (script as HTMLScriptElement | null)?.dataset ?? {}

const { ask: addresses = "", context: workspace, later = "" } = dataOf(document.currentScript)
/** The page renews the session first (`src/client/renewal.ts`). */
const isExpired = document.documentElement.dataset["access"] === "expired"
for (const address of addresses.split(" ").filter(Boolean))
  if (!isExpired || address.startsWith("/api/auth/")) void request(address)

/** Null: none, or no permission for objects. The Manager's explorer needs a separate permission. */
const contextId = async (workspace: ContextWorkspace): Promise<string | null> => {
  const requestedIds = new URLSearchParams(location.search).getAll("context_id")
  const recent = recentContexts(workspace)
  const [named = recent[0]] = requestedIds
  if (requestedIds.length > 1) return null
  const inManager = isManagerBrowser(location.pathname)
  if (named !== undefined && !inManager) return canonicalContextId(named)
  const answer = await answers.get(normalizedAddress(`/api/me/execution-contexts?workspace=${workspace}`))?.answer
  if (answer?.ok !== true) return null
  const state = contextStateOf({
    mayEnter: true,
    list: await answer.clone().json(),
    failed: false,
    requested: requestedIds,
    unsettled: null,
    recent
  })
  if (state.status !== "ready" || (inManager && !state.current.capabilities.can_browse_objects)) return null
  return state.current.id
}

globalThis.stowageFirst = async () => {
  if (isExpired) return
  const { first = "", inContext } = dataOf(document.currentScript)
  try {
    if (inContext === undefined) await request(first)
    else if (workspace !== undefined) {
      const id = await contextId(workspace as ContextWorkspace)
      if (id !== null) await request(`${first}${first.includes("?") ? "&" : "?"}context_id=${encodeURIComponent(id)}`)
    }
  } catch {
    // The page repeats the request and shows errors.
  }
}

const IDLE_TIMEOUT = 2000

// Qwik sets no timeout: on a slow machine, the browser is never idle.
if ("requestIdleCallback" in globalThis) {
  const whenIdle = requestIdleCallback.bind(globalThis)
  globalThis.requestIdleCallback = (run, options) => whenIdle(run, { timeout: IDLE_TIMEOUT, ...options })
}

/** Milliseconds after the first interaction's code. */
const FONT_DELAY = 3000

/** The first visit uses the system font, as ours weighs half a page. */
const fetchFont = async (): Promise<void> => {
  try {
    const faces = await document.fonts.load('1em "Inter Variable"')
    if (faces.length > 0) document.cookie = "font=inter;path=/;max-age=31536000;samesite=lax"
  } catch {
    // Continue with the system font.
  }
}

const interactionEvents = ["pointermove", "pointerdown", "touchstart", "keydown"]
let rests = ""
const onInteraction = (event: Event): void => {
  // Browsers fire pointermove on a new page for a resting pointer.
  if (event.type === "pointermove") {
    const { screenX, screenY } = event as PointerEvent
    const at = `${screenX} ${screenY}`
    if (rests === "" || rests === at) {
      rests = at
      return
    }
  }
  for (const name of interactionEvents) removeEventListener(name, onInteraction, true)
  for (const href of later.split(" ").filter(Boolean)) {
    const link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = href
    document.head.append(link)
  }
  if (document.documentElement.dataset["font"] === undefined) setTimeout(fetchFont, FONT_DELAY)
}
for (const name of interactionEvents) addEventListener(name, onInteraction, { capture: true, passive: true })

declare global {
  var stowageFirst: () => Promise<void>
}
