export type CallStage = "host" | "connection" | "answer"

/** The message is for operators: it repeats nothing that was sent. */
export class CallFailed extends Error {
  override readonly name = "CallFailed"
  readonly stage: CallStage

  constructor(stage: CallStage, reason: string) {
    super(reason)
    this.stage = stage
  }
}

export const callFailedIn = (error: unknown): CallFailed | undefined => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof CallFailed) return cause
  }
  return undefined
}
