/**
 * Where a call ended: `host` – not allowed, so not tried; `connection` – address, socket or certificate;
 * `answer` – a connection stood, but what came over it is of no use.
 */
export type CallStage = "host" | "connection" | "answer"

/** A call to a provider that brought nothing usable. The message is for operators: it repeats nothing that was sent. */
export class CallFailed extends Error {
  override readonly name = "CallFailed"
  readonly stage: CallStage

  constructor(stage: CallStage, reason: string) {
    super(reason)
    this.stage = stage
  }
}

/** The `CallFailed` that a library wrapped in errors of its own. */
export const callFailedIn = (error: unknown): CallFailed | undefined => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof CallFailed) return cause
  }
  return undefined
}
