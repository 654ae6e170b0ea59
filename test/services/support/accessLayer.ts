import { Effect, Layer, Stream } from "effect"
import { Access, AuditAndCipher, SessionBase } from "#layers/compose/Access.ts"
import { Associations } from "#services/identity/Associations.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

/** Identity and sessions on real PostgreSQL under the test clock, without other listeners or contexts. */
export const AccessOnDatabase = Access.pipe(
  Layer.provideMerge(SessionBase),
  Layer.provideMerge(AuditAndCipher),
  Layer.provide(Layer.succeed(LiveEvents, LiveEvents.of({ changes: Stream.never, publish: () => Effect.void }))),
  Layer.provide(Layer.succeed(Associations, Associations.of({ grantAll: () => Effect.void }))),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provideMerge(TestSettings())
)
