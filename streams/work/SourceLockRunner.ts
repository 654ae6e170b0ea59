import { Effect, Layer } from "effect"
import { SourceLocks } from "#services/objects/migrations/SourceLocks.ts"
import { runOnWorkChange } from "./runOnWorkChange.ts"

export const SourceLockRunner = Layer.effectDiscard(
  Effect.flatMap(SourceLocks, ({ releaseAbandoned }) =>
    runOnWorkChange("Locks of migrations could not be released", releaseAbandoned)
  )
)
