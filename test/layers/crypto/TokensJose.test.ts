import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as TokensJose from "#layers/crypto/TokensJose.ts"
import { Tokens, type TokenUse } from "#services/platform/Tokens.ts"
import { TestSettings } from "../../support/testSettings.ts"

const code = (use: TokenUse, token: Redacted.Redacted) =>
  Effect.flatMap(Tokens, (tokens) =>
    Effect.match(tokens.read(use, token), { onFailure: (error) => error.code, onSuccess: (id) => id })
  )

layer(TokensJose.layer.pipe(Layer.provide(TestSettings())))("a signed token", (it) => {
  it.effect("that was found good is over at its end all the same, to the second", () =>
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const token = yield* tokens.sign("access", "row", DateTime.addDuration(yield* DateTime.now, "5 minutes"))
      for (let again = 0; again < 3; again++) assert.strictEqual(yield* code("access", token), "row")
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(yield* code("access", token), "row")
      yield* TestClock.adjust("1 second")
      for (let again = 0; again < 2; again++) assert.strictEqual(yield* code("access", token), "token_expired")
    })
  )

  it.effect("that was found good for one use is none for another, and none when a letter of it is another", () =>
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const ends = DateTime.addDuration(yield* DateTime.now, "5 minutes")
      const token = yield* tokens.sign("preauth", "row", ends)
      assert.strictEqual(yield* code("preauth", token), "row")
      for (const use of ["access", "api", "s3", "oidc"] as const)
        assert.strictEqual(yield* code(use, token), "unauthenticated", use)
      const text = Redacted.value(token)
      const [head = "", body = "", signature = ""] = text.split(".")
      const other = Redacted.value(yield* tokens.sign("preauth", "another", ends)).split(".")
      for (const forged of [
        `${head}.${other[1]}.${signature}`,
        `${head}.${body}.${other[2]}`,
        `${head}.${body}.`,
        text.slice(0, -1),
        `${text}A`,
        ""
      ]) {
        assert.strictEqual(yield* code("preauth", Redacted.make(forged)), "unauthenticated", forged)
      }
      assert.strictEqual(yield* code("preauth", token), "row")
    })
  )
})
