import { Cause, Exit, Option } from "effect"
import type { AuditEntry } from "#domain/platform/audit/AuditEntry.ts"
import { endingOf, type CallEnding } from "#domain/platform/audit/GatewayChange.ts"
import { Conflict, type DomainError, StorageError, Unavailable } from "#domain/platform/errors/Errors.ts"

export const endingOfExit = (exit: Exit.Exit<unknown, DomainError>): CallEnding => {
  if (Exit.isSuccess(exit)) return "done"
  // an internal fault may have happened before or after the gateway acted
  return Option.match(Cause.findErrorOption(exit.cause), { onNone: () => "unsure" as const, onSome: endingOf })
}

export const errorCodeMetadata = (exit: Exit.Exit<unknown, DomainError>): AuditEntry["metadata"] =>
  Option.match(Exit.findErrorOption(exit), {
    onNone: () => ({}),
    onSome: (error) => ({
      code: error.code,
      ...(error._tag === "StorageError" ? { storage_code: error.storage_code } : {})
    })
  })

export const CHANGE_IN_PROGRESS = new Conflict({
  code: "state_conflict",
  detail: "Another change of the same thing is under way: try again in a moment"
})

export const OUTCOME_UNKNOWN = new Conflict({
  code: "state_conflict",
  detail: "What became of an earlier change of the same thing is being found out: try again in a minute"
})

export const changeQueueFull = new Unavailable({
  detail: "Changes of this storage gateway wait for its answers: try again in a moment",
  retry_after_seconds: 5
})

export const contradictedAnswer = (operation: string) =>
  new StorageError({
    operation,
    storage_code: "UnreadableAnswer",
    storage_status: 200,
    storage_request_id: null,
    detail: "The gateway said that it is done, but shows nothing of it"
  })
