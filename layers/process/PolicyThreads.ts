import { Effect, Layer } from "effect"
import { RateLimited } from "#domain/platform/errors/Errors.ts"
import { evaluateInline, PolicyEvaluator } from "#services/buckets/policies/PolicyEvaluator.ts"
import { makeThreads, type ThreadOptions } from "./Threads.ts"

const [MAX_INLINE_LENGTH, MAX_INLINE_STRINGS] = [3_000, 100] as const

const isSmall = (input: unknown): boolean => {
  const text = JSON.stringify(input)
  return text.length <= MAX_INLINE_LENGTH && text.split('"').length <= 2 * MAX_INLINE_STRINGS
}

const limits: ThreadOptions = { threads: 2, timeLimit: "2 seconds", maxWaiting: 20 }

export const makePolicyThreads = (options: ThreadOptions) =>
  Layer.effect(
    PolicyEvaluator,
    Effect.gen(function* () {
      const run = yield* makeThreads(new URL("./policyThread.ts", import.meta.url), options)
      return {
        evaluate: (name, input) =>
          isSmall(input)
            ? Effect.sync(() => evaluateInline(name, input))
            : Effect.flatMap(run({ name, input }), (outcome) =>
                outcome._tag === "Busy"
                  ? // the frame answers with this problem
                    Effect.die(new RateLimited({ retry_after_seconds: 5 }))
                  : Effect.succeed(
                      outcome._tag === "Done" ? (outcome.value as ReturnType<typeof evaluateInline<typeof name>>) : null
                    )
              )
      }
    })
  )

export const layer = makePolicyThreads(limits)
