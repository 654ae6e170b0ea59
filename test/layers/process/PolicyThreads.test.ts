import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit } from "effect"
import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { Caller, CurrentCaller } from "#domain/platform/access/Caller.ts"
import { makePolicyThreads } from "#layers/process/PolicyThreads.ts"
import { evaluateInline, PolicyEvaluator } from "#services/buckets/policies/PolicyEvaluator.ts"

const policyOf = (count: number) =>
  JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Deny",
        Principal: "*",
        Action: "s3:*",
        Resource: Array.from({ length: count }, (_, index) => `arn:aws:s3:::photos/*a*b${index}`)
      },
      {
        Effect: "Allow",
        Principal: "*",
        Action: "s3:GetObject",
        Resource: Array.from({ length: count }, (_, index) => `arn:aws:s3:::photos/ab${index}`)
      }
    ]
  })
const inputOf = (count: number) => ({
  bucket: "photos",
  dialect: "rgw" as const,
  website: false,
  links: null,
  documents: { unread: [], policy: policyOf(count), public_access_block: null, acl: null }
})
const threads = (timeLimit: Duration.Input) => makePolicyThreads({ threads: 1, timeLimit, maxWaiting: 1 })

describe("evaluations of policies", () => {
  it.live(
    "in a thread have the result that they have here",
    () =>
      Effect.gen(function* () {
        const { evaluate } = yield* PolicyEvaluator
        for (const count of [1, 60])
          assert.deepStrictEqual(
            yield* evaluate("exposure", inputOf(count)),
            evaluateInline("exposure", inputOf(count))
          )
        const text = `{"Statement":[${"x".repeat(5_000)}`
        assert.deepStrictEqual(
          yield* evaluate("identityPolicy", { dialect: "rgw", text }),
          evaluateInline("identityPolicy", { dialect: "rgw", text })
        )
      }).pipe(Effect.provide(threads("1 minute"))),
    60_000
  )

  it.live(
    "that exceed their time have no result, and the next one has",
    () =>
      Effect.gen(function* () {
        const { evaluate } = yield* PolicyEvaluator
        assert.isNull(yield* evaluate("exposure", inputOf(800)))
        assert.isNotNull(yield* evaluate("exposure", inputOf(1)))
      }).pipe(Effect.provide(threads("1 millis"))),
    60_000
  )

  it.live(
    "have processor time as their limit, so that a busy machine takes nothing from them",
    () =>
      Effect.gen(function* () {
        const evaluation = Effect.flatMap(PolicyEvaluator, ({ evaluate }) => evaluate("exposure", inputOf(200)))
        const warm = Effect.andThen(evaluation, Effect.timed(evaluation)).pipe(Effect.provide(threads("1 minute")))
        const [alone] = yield* warm
        const busy = Array.from({ length: 6 * availableParallelism() }, () => new Worker("for (;;);", { eval: true }))
        const amongOthers = Effect.provide(evaluation, threads(Duration.times(alone, 3)))
        const stopOthers = Effect.promise(() => Promise.all(busy.map((worker) => worker.terminate())))
        assert.isNotNull(yield* Effect.ensuring(amongOthers, stopOthers))
      }),
    60_000
  )

  it.live(
    "that are too many of one caller are refused for a moment, and nobody else's",
    () =>
      Effect.gen(function* () {
        const { evaluate } = yield* PolicyEvaluator
        const by = (id: number) =>
          Effect.provideService(
            Effect.exit(evaluate("exposure", inputOf(60))),
            CurrentCaller,
            Caller.cases.Token.make({
              token_id: String(id),
              user: { id, email: `${id}@example.org`, full_name: "", role: "ui_user" },
              scopes: []
            })
          )
        const results = yield* Effect.all([by(1), by(1), by(1), by(2)], { concurrency: "unbounded" })
        const [, , third] = results
        assert.deepStrictEqual(
          results.map((exit) => Exit.isSuccess(exit)),
          [true, true, false, true]
        )
        assert.match(String(third), /RateLimited/)
      }).pipe(Effect.provide(threads("1 minute"))),
    60_000
  )

  it.live(
    "of one caller leave a thread to the others",
    () =>
      Effect.gen(function* () {
        const { evaluate } = yield* PolicyEvaluator
        const order: Array<string> = []
        const by = (session: string, count: number) =>
          Effect.provideService(
            Effect.map(evaluate("exposure", inputOf(count)), () => order.push(session)),
            CurrentCaller,
            Caller.cases.S3Session.make({ session_id: session, access_key: "", endpoint_name: "" })
          )
        yield* Effect.all([by("one", 300), by("one", 300), by("other", 60)], { concurrency: "unbounded" })
        assert.notStrictEqual(order.at(-1), "other")
      }).pipe(Effect.provide(makePolicyThreads({ threads: 2, timeLimit: "1 minute", maxWaiting: 1 }))),
    60_000
  )
})
