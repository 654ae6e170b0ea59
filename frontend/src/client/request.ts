import { knownCsrf } from "./csrf"
import { isAbort, offline, ProblemError, problemOf } from "./problem-error"
import { refreshSession } from "./refresh"
import { readSession } from "./session-view"
import { confirmItIsYou } from "./step-up"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

type Value = string | number | boolean | null | undefined

export interface RequestOptions {
  /** Query parameters; null, undefined and "" are left out. */
  readonly query?: Readonly<Record<string, Value>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** `/api` address of a path below it, with its query. */
export const addressOf = (path: string, query: RequestOptions["query"] = {}): string => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") params.set(key, String(value))
  }
  const search = params.toString()
  return search ? `/api${path}?${search}` : `/api${path}`
}

const send = async (method: Method, path: string, options: RequestOptions, accept: string): Promise<Response> => {
  const csrf = method === "GET" ? null : (knownCsrf() ?? (await readSession()).csrf_token)
  return fetch(addressOf(path, options.query), {
    method,
    credentials: "same-origin",
    headers: {
      accept,
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(csrf === null ? {} : { "x-csrf-token": csrf }),
      ...options.headers
    },
    signal: options.signal ?? null,
    body: options.body === undefined ? null : JSON.stringify(options.body)
  })
}

/** Routes before a session: their 401 is never about one. */
const needsNoSession = (path: string): boolean =>
  ["/auth/login", "/auth/bootstrap", "/auth/webauthn/authentication/", "/auth/recovery-codes/"].some((route) => path.startsWith(route))

const readCsrfAgain = async (): Promise<boolean> => {
  await readSession()
  return true
}

/** What may make a refused request succeed; undefined: nothing. `invalid_credentials` is about what was typed or shown. */
const remedyFor = (path: string, problem: ProblemError): (() => Promise<boolean>) | undefined => {
  if (problem.status === 401 && problem.code !== "invalid_credentials" && !needsNoSession(path)) return refreshSession
  if (problem.code === "csrf_failed") return readCsrfAgain
  return problem.code === "step_up_required" ? confirmItIsYou : undefined
}

/**
 * Sends a request and hands back the successful answer. An expired access cookie is renewed, a stale CSRF value read
 * again and a missing proof of the person asked for, each once; everything else is thrown as `ProblemError`, an aborted
 * request as the browser's `AbortError`.
 */
export const respond = async (method: Method, path: string, options: RequestOptions = {}, accept = "application/json"): Promise<Response> => {
  const tried = new Set<() => Promise<boolean>>()
  try {
    for (;;) {
      const response = await send(method, path, options, accept)
      if (response.ok) return response
      const problem = await problemOf(response)
      const remedy = remedyFor(path, problem)
      if (remedy === undefined || tried.has(remedy) || !(await remedy())) throw problem
      tried.add(remedy)
    }
  } catch (cause) {
    if (cause instanceof ProblemError || isAbort(cause)) throw cause
    throw offline()
  }
}

/** The JSON of a successful answer; undefined for 204. */
export const request = async <A>(method: Method, path: string, options: RequestOptions = {}): Promise<A> => {
  const response = await respond(method, path, options)
  return (response.status === 204 ? undefined : await response.json()) as A
}
