import { knownCsrf } from "./csrf"
import { isAbort, offline, ProblemError, problemOf } from "./problem-error"
import { refreshSession } from "./refresh"
import { learnTime } from "./server-clock"
import { readSession } from "./session"
import { confirmItIsYou } from "./step-up"

type Value = string | number | boolean | null | undefined

/** What a request is made of. Its types are the contract's: see `call`. */
export interface Parts {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  /** Null, undefined and "" are left out. */
  readonly query?: Readonly<Record<string, Value>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** One segment of a path. Browsers resolve `.` and `..` even when encoded: such a name would reach another address. */
const segment = (value: string | number | undefined): string => {
  const text = String(value ?? "")
  if (/^\.{0,2}$/.test(text) || !text.isWellFormed()) {
    throw new ProblemError({ status: 422, code: "invalid_input", title: "Not a name", detail: `“${text}” cannot be part of an address.` })
  }
  return encodeURIComponent(text)
}

/** The address of an operation, e.g. of `GET /api/admin/users/:user_id`. */
export const addressOf = (operation: string, { params = {}, query = {} }: Parts = {}): string => {
  const path = operation.slice(operation.indexOf(" ") + 1).replace(/:(\w+)/g, (_, name: string) => segment(params[name]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

const send = async (operation: string, parts: Parts, accept: string): Promise<Response> => {
  const address = addressOf(operation, parts)
  const method = operation.slice(0, operation.indexOf(" "))
  const csrf = method === "GET" ? null : (knownCsrf() ?? (await readSession()).csrf_token)
  const sentAt = Date.now()
  const response = await fetch(address, {
    method,
    credentials: "same-origin",
    headers: {
      accept,
      ...(parts.body === undefined ? {} : { "content-type": "application/json" }),
      ...(csrf === null ? {} : { "x-csrf-token": csrf }),
      ...parts.headers
    },
    signal: parts.signal ?? null,
    body: parts.body === undefined ? null : JSON.stringify(parts.body)
  })
  learnTime(response, sentAt)
  return response
}

/** Operations before a session: their 401 is never about one. */
const needsNoSession = /\/api\/auth\/(login|bootstrap|webauthn\/authentication\/|recovery-codes\/)/

const readCsrfAgain = async (): Promise<boolean> => {
  await readSession()
  return true
}

/** What may make a refused request succeed; undefined: nothing. `invalid_credentials` is about what was typed or shown. */
const remedyFor = (operation: string, problem: ProblemError): (() => Promise<boolean>) | undefined => {
  if (problem.status === 401 && problem.code !== "invalid_credentials" && !needsNoSession.test(operation)) return refreshSession
  if (problem.code === "csrf_failed") return readCsrfAgain
  return problem.code === "step_up_required" ? confirmItIsYou : undefined
}

/**
 * Sends a request and hands back the successful answer. An expired access cookie is renewed, a stale CSRF value read
 * again and a missing proof of the person asked for, each once; everything else is thrown as `ProblemError`, an aborted
 * request as the browser's `AbortError`.
 */
export const respond = async (operation: string, parts: Parts = {}, accept = "application/json"): Promise<Response> => {
  const tried = new Set<() => Promise<boolean>>()
  try {
    for (;;) {
      const response = await send(operation, parts, accept)
      if (response.ok) return response
      const problem = await problemOf(response)
      const remedy = remedyFor(operation, problem)
      if (remedy === undefined || tried.has(remedy) || !(await remedy())) throw problem
      tried.add(remedy)
    }
  } catch (cause) {
    if (cause instanceof ProblemError || isAbort(cause)) throw cause
    throw offline()
  }
}
