import { Clock, Duration, Effect, Exit } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { ObjectContent } from "#services/objects/ObjectStore.ts"
import type { CallSeries, EndpointGuard } from "../gateway/EndpointGuard.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import type { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { objectCalls } from "./bareObjects.ts"
import { factsFrom, objectRefusal } from "./objectAnswers.ts"

const MAX_CONCURRENT_READS = 8
const operation = "s3.GetObject"
const broken = () => failureOfNodeError(operation, new Error("broken"))

interface Batch extends Pick<Effect.Success<ReturnType<ReturnType<typeof objectCalls>>>, "send" | "pathOf"> {
  readonly calls: CallSeries
  readonly clock: Clock.Clock
  readonly bucket: string
  readonly keys: ReadonlyArray<string>
  readonly maxBytes: number
  readonly timeout: Duration.Duration
  readonly passed: (bytes: number) => void
}

/** Plain callbacks: an effect per object would cost more than the call. */
const readAll = ({ bucket, calls, clock, keys, maxBytes: most, passed, pathOf, send, timeout }: Batch) =>
  Effect.callback<ReadonlyArray<ObjectContent | null>>((resume) => {
    const results: Array<ObjectContent | null> = keys.map(() => null)
    const running = new Map<number, { readonly cancel: () => void; readonly began: number }>()
    let [next, keysLeft] = [0, keys.length]

    const end = (index: number, began: number, exit: Exit.Exit<unknown, unknown>) => {
      running.delete(index)
      calls.ended(operation, exit, began, clock.currentTimeMillisUnsafe())
      finishOne()
    }
    const finishOne = () => {
      keysLeft -= 1
      if (keysLeft > 0) return begin()
      clearTimeout(alarm)
      resume(Effect.succeed(results))
    }
    const begin = (): void => {
      const index = next++
      const key = keys[index]
      if (key === undefined) return
      const path = pathOf(key)
      const began = clock.currentTimeMillisUnsafe()
      if (path === null || !calls.admit(operation, began)) return finishOne()
      running.set(index, { cancel: () => undefined, began })
      const cancel = send(operation, { method: "GET", path, query: "" }, (exit) => {
        if (Exit.isFailure(exit)) return end(index, began, exit)
        const { body, headers, status } = exit.value
        const length = Number(headers["content-length"] ?? Number.NaN)
        if (status !== 200 || headers.etag === undefined || !(length <= most)) {
          if (status === 200) body.destroy()
          else body.resume()
          return end(
            index,
            began,
            status === 200 ? Exit.void : Exit.fail(objectRefusal(operation, `${bucket}/${key}`, exit.value, ""))
          )
        }
        const chunks: Array<Buffer> = []
        body.on("data", (chunk: Buffer) => {
          chunks.push(chunk)
        })
        body.once("close", () => {
          if (!running.has(index)) return
          const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
          if (body.complete && bytes.length === length)
            results[index] = { bytes, modified_at: factsFrom(key, headers).modified_at }
          passed(length)
          end(index, began, results[index] === null ? Exit.fail(broken()) : Exit.void)
        })
      })
      if (running.has(index)) running.set(index, { cancel, began })
    }
    const stop = (exit: Exit.Exit<unknown, unknown>) => {
      clearTimeout(alarm)
      const now = clock.currentTimeMillisUnsafe()
      const open = [...running.values()]
      running.clear()
      for (const { began, cancel } of open) {
        cancel()
        calls.ended(operation, exit, began, now)
      }
    }
    const alarm = setTimeout(() => {
      stop(Exit.fail(new StorageTimeout({ operation })))
      resume(Effect.succeed(results))
    }, Duration.toMillis(timeout))
    for (let lane = 0; lane < Math.min(MAX_CONCURRENT_READS, keys.length); lane++) begin()
    return Effect.sync(() => stop(Exit.interrupt()))
  })

/** Under one permit, without SDK and retries. Null: larger than `most` bytes, later than `timeout`, or failed. */
export const smallObjects = (
  http: GatewayHttp["Service"],
  guard: EndpointGuard["Service"],
  passed: Batch["passed"],
  timeout: Duration.Duration
) => {
  const prepared = objectCalls(http)
  return Effect.fnUntraced(
    function* (target: S3Target, bucket: string, keys: ReadonlyArray<string>, most: number) {
      if (keys.length === 0) return []
      const clock = yield* Clock.Clock
      const { caller, pathOf, send } = yield* prepared(target, "s3.GetObjects", bucket)
      return yield* guard.series(caller, "s3.GetObjects", (calls) =>
        readAll({ send, pathOf, calls, clock, bucket, keys, maxBytes: most, timeout, passed })
      )
    },
    (read, _target, _bucket, keys): Effect.Effect<ReadonlyArray<ObjectContent | null>> =>
      Effect.catch(read, () => Effect.succeed(keys.map(() => null)))
  )
}
