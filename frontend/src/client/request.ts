import { CONTEXT_GONE_EVENT, isContextGone } from "./context-gone"
import { storedCsrf } from "./csrf"
import { workspaceOf } from "./early-answer"
import { takePrefetchedResponse } from "./early-answers"
import { linkState, publishLinkEvent, untilSignedIn } from "./link/link"
import { reach } from "./link/reach"
import { isAbort, offlineProblem, ProblemError, problemOf } from "./problem-error"
import { refreshSession } from "./refresh"
import { untilRenewed } from "./renewal"
import { revive } from "./revive"
import { readSession } from "./session"
import { confirmItIsYou } from "./step-up"
import { workspaceHeaders } from "./workspace-headers"
import { isDry, urlOnly } from "./would-ask"

type Value = string | number | boolean | null | undefined

export interface Parts {
  readonly params?: Readonly<Record<string, string | number | null | undefined>> | undefined
  readonly query?: Readonly<Record<string, Value>> | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** Browsers resolve `.` and `..` even when encoded, which would reach another address. */
const segment = (value: string | number | null | undefined): string => {
  const text = String(value ?? "")
  if (/^\.{0,2}$/.test(text) || !text.isWellFormed()) {
    throw new ProblemError({
      status: 422,
      code: "invalid_input",
      title: "Not a name",
      detail: `“${text}” cannot be part of an address.`
    })
  }
  return encodeURIComponent(text)
}

export const addressOf = (operation: string, { params = {}, query = {} }: Parts = {}): string => {
  const path = operation
    .slice(operation.indexOf(" ") + 1)
    .replace(/:(\w+)/g, (_, name: string) => segment(params[name]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

const JSON_TYPE = "application/json"

const send = async (operation: string, parts: Parts, accept: string): Promise<Response> => {
  const address = addressOf(operation, parts)
  const method = operation.slice(0, operation.indexOf(" "))
  if (import.meta.env.SSR && isDry(parts.signal)) throw urlOnly(address)
  const workspace = workspaceHeaders(address)
  if (method === "GET" && parts.headers === undefined && accept === JSON_TYPE) {
    const early = await takePrefetchedResponse(address, parts.signal, workspaceOf(workspace))
    if (early) return early
  }
  const csrf = method === "GET" ? null : (storedCsrf() ?? (await readSession()).csrf_token)
  const request: RequestInit = {
    method,
    credentials: "same-origin",
    headers: {
      accept,
      ...(parts.body === undefined ? {} : { "content-type": "application/json" }),
      ...(csrf === null ? {} : { "x-csrf-token": csrf }),
      ...workspace,
      ...parts.headers
    },
    signal: parts.signal ?? null,
    body: parts.body === undefined ? null : JSON.stringify(parts.body)
  }
  return reach(() => fetch(address, request), method === "GET", parts.signal)
}

const needsNoSession = /\/api\/(auth\/(login|bootstrap|invitation|webauthn\/authentication\/|recovery-codes\/)|share\/)/

type Remedy = (operation: string, signal: AbortSignal | undefined) => Promise<boolean>

const readCsrfAgain: Remedy = async () => {
  await readSession()
  return true
}

const openSessionAgain: Remedy = async (operation, signal) => {
  if (!(await refreshSession())) return untilSignedIn(!operation.startsWith("GET "), signal)
  publishLinkEvent({ type: "session-open" })
  return true
}

/** `invalid_credentials` is about the input. */
const remedyFor = (operation: string, problem: ProblemError): Remedy | undefined => {
  if (problem.status === 401 && problem.code !== "invalid_credentials" && !needsNoSession.test(operation))
    return openSessionAgain
  if (problem.code === "csrf_failed") return readCsrfAgain
  return problem.code === "step_up_required" ? confirmItIsYou : undefined
}

/** Repeats a change only when it was refused before any effect. Fails with `ProblemError` or `AbortError`. */
export const respond = async (operation: string, parts: Parts = {}, accept = JSON_TYPE): Promise<Response> => {
  const tried = new Set<Remedy>()
  try {
    if (typeof document !== "undefined" && !needsNoSession.test(operation)) await untilRenewed()
    for (;;) {
      const response = await send(operation, parts, accept)
      if (response.ok) {
        if (linkState().session === "lost" && !needsNoSession.test(operation)) void revive()
        return response
      }
      const problem = await problemOf(response)
      if (isContextGone(problem) && typeof window !== "undefined") window.dispatchEvent(new Event(CONTEXT_GONE_EVENT))
      const remedy = remedyFor(operation, problem)
      if (remedy === undefined || tried.has(remedy) || !(await remedy(operation, parts.signal))) throw problem
      tried.add(remedy)
    }
  } catch (cause) {
    if (cause instanceof ProblemError || isAbort(cause) || (import.meta.env.SSR && isDry(parts.signal))) throw cause
    throw offlineProblem()
  }
}
