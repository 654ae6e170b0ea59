import { type EarlyAnswer, sameAddress, workspaceOf } from "../client/early-answer"
import { canonicalContextId, standingOf } from "../lib/context-standing"
import { type ContextWorkspace, recentContexts } from "../lib/recent-contexts"
import { isManagerBrowser, workspaceHeaders } from "../client/workspace-headers"

// Stands in the head of each page, compiled and inline: what the page is certain to ask for is asked for while its scripts are
// still on their way. `src/client/early-answers.ts` hands the answers out.

const answers = new Map<string, EarlyAnswer>()
globalThis.stowageEarly = answers

const ask = (address: string): Promise<Response> => {
  const workspace = workspaceHeaders(address)
  const answer = fetch(address, { headers: { accept: "application/json", ...workspace } })
  const early: EarlyAnswer = { at: Date.now(), answer, workspace: workspaceOf(workspace) }
  answers.set(sameAddress(address), early)
  // whoever takes it hears of a failure; perhaps nobody does
  answer.then(() => { early.came = Date.now() }, () => undefined)
  return answer
}

const dataOf = (script: HTMLOrSVGScriptElement | null) => (script as HTMLScriptElement | null)?.dataset ?? {}

const { ask: addresses = "", context: workspace, later = "" } = dataOf(document.currentScript)
for (const address of addresses.split(" ").filter(Boolean)) void ask(address)

/**
 * The context in which the page will act; null: none, or none whose objects the page may ask for. Waits for the list of contexts where
 * the address and this browser's memory name none, and in the Manager's explorer, which needs a right of its own to the objects.
 */
const contextId = async (workspace: ContextWorkspace): Promise<string | null> => {
  const asked = new URLSearchParams(location.search).getAll("context_id")
  const recent = recentContexts(workspace)
  const [named = recent[0]] = asked
  if (asked.length > 1) return null
  const inManager = isManagerBrowser(location.pathname)
  if (named !== undefined && !inManager) return canonicalContextId(named)
  const answer = await answers.get(sameAddress(`/api/me/execution-contexts?workspace=${workspace}`))?.answer
  if (answer?.ok !== true) return null
  const standing = standingOf({ mayEnter: true, list: await answer.clone().json(), failed: false, asked, unsettled: null, recent })
  if (standing.status !== "ready" || (inManager && !standing.current.capabilities.can_browse_objects)) return null
  return standing.current.id
}

/** What a part of the page reads first; the script that calls this says what, and whether it is asked in a context. */
globalThis.stowageFirst = async () => {
  const { first = "", inContext } = dataOf(document.currentScript)
  try {
    if (inContext === undefined) await ask(first)
    else if (workspace !== undefined) {
      const id = await contextId(workspace as ContextWorkspace)
      if (id !== null) await ask(`${first}${first.includes("?") ? "&" : "?"}context_id=${encodeURIComponent(id)}`)
    }
  } catch {
    // the page asks by itself, and says what is wrong
  }
}

/** How long what waits for an idle page does so at most, in milliseconds. */
const IDLE = 2000

// Qwik asks without an end, and a browser on a machine that is slower than its page never finds it idle: tasks of that kind would never run.
if ("requestIdleCallback" in globalThis) {
  const whenIdle = requestIdleCallback.bind(globalThis)
  globalThis.requestIdleCallback = (run, options) => whenIdle(run, { timeout: IDLE, ...options })
}

/** How long the font waits for what the first interaction fetches, in milliseconds. */
const AFTER = 3000

/** A first visit is set in the system's font: ours weighs half a page. It is fetched afterwards, and pages are set in it from the next one on. */
const fetchFont = async (): Promise<void> => {
  try {
    const faces = await document.fonts.load('1em "Inter Variable"')
    if (faces.length > 0) document.cookie = "font=inter;path=/;max-age=31536000;samesite=lax"
  } catch {
    // the system's font goes on
  }
}

// What only an interaction needs is fetched when somebody stirs, so that it is there when they press.
const stirs = ["pointermove", "pointerdown", "touchstart", "keydown"]
let rests = ""
const stirred = (event: Event): void => {
  // browsers tell a new page of a pointer that rests there too: only one that moves is somebody
  if (event.type === "pointermove") {
    const { screenX, screenY } = event as PointerEvent
    const at = `${screenX} ${screenY}`
    if (rests === "" || rests === at) {
      rests = at
      return
    }
  }
  for (const name of stirs) removeEventListener(name, stirred, true)
  for (const href of later.split(" ").filter(Boolean)) {
    const link = document.createElement("link")
    link.rel = "modulepreload"
    link.href = href
    document.head.append(link)
  }
  if (document.documentElement.dataset["font"] === undefined) setTimeout(fetchFont, AFTER)
}
for (const name of stirs) addEventListener(name, stirred, { capture: true, passive: true })

declare global {
  var stowageFirst: () => Promise<void>
}
