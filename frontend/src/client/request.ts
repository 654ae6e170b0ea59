import { knownCsrf } from "./csrf"
import { isAbort, offline, ProblemError, problemOf } from "./problem-error"
import { refreshSession } from "./refresh"
import { readSession } from "./session-view"

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

/** Routes that say 401 about what was typed, not about the session. */
const answersForItself = (path: string): boolean =>
  ["/auth/login", "/auth/bootstrap", "/auth/webauthn/", "/auth/recovery-codes/"].some((route) => path.startsWith(route))

/**
 * Sends a request and hands back the successful answer. An expired access cookie is renewed and a stale CSRF value
 * read again, each once; everything else is thrown as `ProblemError`, an aborted request as the browser's `AbortError`.
 */
export const respond = async (method: Method, path: string, options: RequestOptions = {}, accept = "application/json"): Promise<Response> => {
  try {
    let response = await send(method, path, options, accept)
    if (response.status === 401 && !answersForItself(path) && (await refreshSession())) {
      response = await send(method, path, options, accept)
    }
    if (response.ok) return response
    const problem = await problemOf(response)
    if (problem.code !== "csrf_failed") throw problem
    await readSession()
    const again = await send(method, path, options, accept)
    if (again.ok) return again
    throw await problemOf(again)
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
