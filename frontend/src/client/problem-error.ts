import type { Problem } from "#domain/platform/errors/Problem.ts"

/** One complaint about one field of what was sent. */
export type InputIssue = NonNullable<(typeof Problem)["Encoded"]["errors"]>[number]

/** What a problem document says about the gateway, without the gateway's own text. */
export type StorageFault = NonNullable<(typeof Problem)["Encoded"]["storage"]>

/** A request that failed: a problem document of the service, or the lack of any answer (status 0, code `offline`). */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors: ReadonlyArray<InputIssue>
  readonly requestId: string | null
  readonly storage: StorageFault | null

  constructor(fields: {
    readonly status: number
    readonly code: string
    readonly title: string
    readonly detail: string
    readonly errors?: ReadonlyArray<InputIssue> | undefined
    readonly requestId?: string | null | undefined
    readonly storage?: StorageFault | null | undefined
  }) {
    super(fields.detail || fields.title)
    this.name = "ProblemError"
    this.status = fields.status
    this.code = fields.code
    this.title = fields.title
    this.detail = fields.detail
    this.errors = fields.errors ?? []
    this.requestId = fields.requestId ?? null
    this.storage = fields.storage ?? null
  }
}

/** The problem of an answer that was not a success; survives bodies that are not problem documents. */
export const problemOf = async (response: Response): Promise<ProblemError> => {
  const requestId = response.headers.get("x-request-id")
  const document = await response.json().then(
    (body: Partial<(typeof Problem)["Encoded"]>) => body,
    () => null
  )
  return new ProblemError({
    status: response.status,
    code: document?.code ?? `http_${response.status}`,
    title: document?.title ?? response.statusText,
    detail: document?.detail ?? `The service answered ${response.status} without saying why.`,
    errors: document?.errors,
    requestId: document?.request_id ?? requestId,
    storage: document?.storage
  })
}

/** No answer at all: the network or the service is down. */
export const offline = (): ProblemError =>
  new ProblemError({ status: 0, code: "offline", title: "No connection", detail: "The service cannot be reached. Check your connection." })

/** Any thrown value as a problem, for one place that shows them. */
export const asProblem = (cause: unknown): ProblemError =>
  cause instanceof ProblemError
    ? cause
    : new ProblemError({ status: 0, code: "unexpected", title: "Something went wrong", detail: cause instanceof Error ? cause.message : String(cause) })

/** Why something failed, where there is no field to say it at: the complaints about what was sent, else the problem's own words. */
export const reasonOf = (cause: unknown): string => {
  const { errors, message } = asProblem(cause)
  return errors.map((issue) => issue.message).join(" ") || message
}

/** Whether a request ended because it was no longer wanted. */
export const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError"
