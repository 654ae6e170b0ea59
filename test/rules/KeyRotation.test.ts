import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer, Redacted, Stream } from "effect"
import { randomBytes } from "node:crypto"
import { TestClock } from "effect/testing"
import { AuditAndCipher, SessionBase } from "#layers/compose/Access.ts"
import { Refreshes } from "#services/identity/sessions/Refreshes.ts"
import { type OpenSession, Sessions } from "#services/identity/sessions/Sessions.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import type { KeyRing, RingKey } from "#services/platform/Settings.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { TestSettings, testSettings } from "../support/testSettings.ts"
import { refusal, somebody } from "./people.ts"

const key = (): RingKey => ({
  kid: randomBytes(6).toString("base64url"),
  secret: Redacted.make(randomBytes(32).toString("base64url"))
})

const running = (ui: KeyRing) =>
  Layer.fresh(SessionBase).pipe(
    Layer.provideMerge(AuditAndCipher),
    Layer.provide(Layer.succeed(LiveEvents, LiveEvents.of({ changes: Stream.never, publish: () => Effect.void }))),
    Layer.provide(TestSettings({ rings: { ...testSettings().rings, ui } }))
  )

const use = Effect.fnUntraced(function* (held: { session: OpenSession }) {
  if ((yield* refusal((yield* Sessions).authenticate(held.session.access))) === "") return true
  held.session = yield* (yield* Refreshes).refresh(held.session.refresh)
  return (yield* refusal((yield* Sessions).authenticate(held.session.access))) === ""
})

layer(TestDatabase.layer, { timeout: "120 seconds" })("rotating the access-key ring", (it) => {
  it.effect("under load loses no valid session: a new first key, longer than five minutes, the old one gone", () =>
    Effect.gen(function* () {
      const [old, fresh] = [key(), key()]
      const held = yield* Effect.gen(function* () {
        const owner = yield* somebody()
        return yield* Effect.replicateEffect(
          Effect.map(
            Effect.flatMap(Sessions, (sessions) => sessions.open(owner, null)),
            (session) => ({ session })
          ),
          60,
          { concurrency: 4 }
        )
      }).pipe(Effect.provide(running([old])))
      const phases: ReadonlyArray<readonly [name: string, ring: KeyRing]> = [
        ["before", [old]],
        ["both", [fresh, old]],
        ["after", [fresh]]
      ]
      for (const [name, ring] of phases) {
        const kept = yield* Effect.forEach(held, (one) => Effect.all([use(one), use(one)]), { concurrency: 16 }).pipe(
          Effect.provide(running(ring))
        )
        assert.isTrue(
          kept.flat().every((alive) => alive),
          name
        )
        yield* TestClock.adjust(Duration.minutes(6))
      }
    })
  )

  it.effect("too early, with the old key gone at once, costs a refresh and no session", () =>
    Effect.gen(function* () {
      const held = yield* Effect.gen(function* () {
        const owner = yield* somebody()
        return { session: yield* (yield* Sessions).open(owner, null) }
      }).pipe(Effect.provide(running([key()])))
      assert.isTrue(yield* use(held).pipe(Effect.provide(running([key()]))))
    })
  )
})
