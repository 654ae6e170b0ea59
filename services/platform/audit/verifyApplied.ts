import { Effect } from "effect"
import type { DomainError, StorageError } from "#domain/platform/errors/Errors.ts"
import { contradictedAnswer } from "./changeEndings.ts"

/** Trusts a reported success when the gateway cannot be read. */
export const verifyApplied = <E extends DomainError, R>(
  operation: string,
  look: Effect.Effect<boolean, E, R>
): Effect.Effect<void, StorageError, R> =>
  look.pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning("A change was said to be done, and could not be looked at").pipe(
          Effect.annotateLogs({ operation, code: error.code })
        ),
        true
      )
    ),
    Effect.flatMap((so) => (so ? Effect.void : Effect.fail(contradictedAnswer(operation))))
  )
