import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Unavailable } from "#domain/platform/errors/Errors.ts"
import { Memory } from "#services/platform/health/Memory.ts"
import { makeFakeGateway } from "../streams/listings/fakeGateway.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { associate, get, many, served, signIn } from "./listingService.ts"

const shortage = Layer.succeed(Memory, {
  admit: Effect.fail(
    new Unavailable({ detail: "This process is short of memory (STOWAGE_HEAP_MB)", retry_after_seconds: 5 })
  ),
  passed: () => undefined
})

layer(TestDatabase.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "a whole listing when memory runs short",
  (it) => {
    it.effect("is a 503 that names the limit and says when to come back; a page is still answered", () =>
      Effect.gen(function* () {
        const caller = yield* signIn
        const { id } = yield* associate(caller)
        yield* Effect.gen(function* () {
          const response = yield* get(`/api/manager/buckets?context_id=${id}`)
          assert.strictEqual(response.status, 503)
          assert.strictEqual(response.headers["retry-after"], "5")
          const problem = yield* response.json
          assert.nestedPropertyVal(problem, "code", "unavailable")
          assert.match(String((problem as { detail: string }).detail), /STOWAGE_HEAP_MB/)
          assert.strictEqual((yield* get(`/api/manager/buckets?context_id=${id}&page=1`)).status, 200)
        }).pipe(Effect.provide(served(yield* makeFakeGateway(many(3)), caller, new Map(), shortage)))
      })
    )
  }
)
