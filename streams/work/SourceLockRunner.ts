import { Effect, Layer } from "effect"
import { SourceLocks } from "#services/objects/migrations/SourceLocks.ts"
import { runOnWorkChange } from "./runOnWorkChange.ts"

/** Releases locks of sources that a cutover could not release, until that succeeds. */
export const SourceLockRunner = Layer.effectDiscard(
  Effect.flatMap(SourceLocks, ({ releaseAbandoned }) =>
    runOnWorkChange("Locks of migrations could not be released", releaseAbandoned)
  )
)
