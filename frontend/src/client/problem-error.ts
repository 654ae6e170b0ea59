import type { Problem } from "#domain/platform/errors/Problem.ts"

export type InputIssue = NonNullable<(typeof Problem)["Encoded"]["errors"]>[number]

export type StorageFault = NonNullable<(typeof Problem)["Encoded"]["storage"]>

/** Without an answer: status 0, code `offline`. */
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

export const offlineProblem = (): ProblemError =>
  new ProblemError({
    status: 0,
    code: "offline",
    title: "No connection",
    detail: "The service cannot be reached. Check your connection."
  })

export const asProblem = (cause: unknown): ProblemError =>
  cause instanceof ProblemError
    ? cause
    : new ProblemError({
        status: 0,
        code: "unexpected",
        title: "Something went wrong",
        detail: cause instanceof Error ? cause.message : String(cause)
      })

export const problemText = (cause: unknown): string => {
  const { errors, message } = asProblem(cause)
  return errors.map((issue) => issue.message).join(" ") || message
}

export const isAbort = (cause: unknown): boolean => cause instanceof DOMException && cause.name === "AbortError"
