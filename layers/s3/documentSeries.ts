import { Clock, Duration, Effect, Exit, Result } from "effect"
import { namesBucket } from "#domain/buckets/namesBucket.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type GatewayFailure, NotFound, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import type { DocumentRead } from "#services/buckets/features/FeatureStore.ts"
import { type CallSeries, type EndpointGuard, gatewayCaller, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { isTransient } from "../gateway/failures.ts"
import type { Answer, GatewayHttp, ReadDocument } from "../rgw/GatewayHttp.ts"
import { caught } from "./caught.ts"
import { readFeatureDocument, placed, type SubResource } from "./featureDocument.ts"

const operation = "s3.GetBucketFeatures"
const MAX_RETRIES = 2
const RETRY_PAUSE_MILLIS = 50

/** Plain callbacks: an effect per document would cost more than the call. Each document has the full timeout. */
export const documentSeries = (http: GatewayHttp["Service"], guard: EndpointGuard["Service"]) => {
  const limit = Duration.toMillis(guard.timeout)

  const readAll = (
    read: ReadDocument,
    calls: CallSeries,
    clock: Clock.Clock,
    bucket: string,
    path: string,
    wires: ReadonlyArray<SubResource>
  ) =>
    Effect.callback<ReadonlyArray<DocumentRead>>((resume) => {
      const results: Array<DocumentRead> = []
      let stop = () => {}

      const next = (): void => {
        const wire = wires[results.length]
        if (wire === undefined) return resume(Effect.succeed(results))
        const called = `s3.GetBucket.${wire.name}`
        const began = clock.currentTimeMillisUnsafe()
        if (!calls.admit(called, began)) {
          results.push(Result.fail(gatewayNotAnswering()))
          return next()
        }
        let cancel = () => {}
        let again: NodeJS.Timeout | undefined
        const settle = () => {
          clearTimeout(again)
          clearTimeout(alarm)
        }
        const close = (read: DocumentRead, exit: Exit.Exit<unknown, unknown>) => {
          settle()
          calls.ended(called, exit, began, clock.currentTimeMillisUnsafe())
          results.push(read)
          next()
        }
        const alarm = setTimeout(() => {
          cancel()
          const failure = new StorageTimeout({ operation: called })
          close(Result.fail(failure), Exit.fail(failure))
        }, limit)
        stop = () => {
          cancel()
          settle()
          calls.ended(called, Exit.interrupt(), began, clock.currentTimeMillisUnsafe())
        }
        const attempt = (retriesLeft: number) => {
          cancel = read(called, path, `${wire.name}=`, wire.name === "publicAccessBlock", (exit) => {
            const reading =
              Exit.isFailure(exit) && Exit.hasDies(exit)
                ? Exit.failCause(exit.cause)
                : caught(() => Exit.succeed(answered(bucket, wire, called, exit)))
            if (Exit.isFailure(reading)) {
              settle()
              calls.ended(called, Exit.interrupt(), began, clock.currentTimeMillisUnsafe())
              return resume(Effect.failCause(reading.cause as never))
            }
            const outcome = reading.value
            if (Result.isFailure(outcome) && isTransient(outcome.failure) && retriesLeft > 0) {
              cancel = () => {}
              again = setTimeout(
                () => attempt(retriesLeft - 1),
                RETRY_PAUSE_MILLIS * 2 ** (MAX_RETRIES - retriesLeft) * (0.8 + 0.4 * Math.random())
              )
              return
            }
            close(outcome, Result.isFailure(outcome) ? Exit.fail(outcome.failure) : Exit.void)
          })
        }
        attempt(MAX_RETRIES)
      }
      next()
      return Effect.sync(() => stop())
    })

  return Effect.fnUntraced(function* ({ s3 }: ResolvedContext, bucket: string, wires: ReadonlyArray<SubResource>) {
    if (wires.length === 0) return []
    const failed = (failure: NotFound | GatewayFailure): ReadonlyArray<DocumentRead> =>
      wires.map(() => Result.fail(failure))
    if (!namesBucket(bucket)) return failed(new NotFound({ entity: "Bucket", id: bucket }))
    const key = yield* s3.credential.open
    const { path, url } = placed(s3.url, s3.pathStyle, bucket, s3.tenant)
    const { region, userSupplied, verifyTls } = s3
    const clock = yield* Clock.Clock
    return yield* guard
      .series(gatewayCaller(s3, key), operation, (calls) =>
        Effect.flatMap(http.documents(operation, { url, region, key, userSupplied, verifyTls }), (read) =>
          readAll(read, calls, clock, bucket, path, wires)
        )
      )
      .pipe(Effect.catch((failure) => Effect.succeed(failed(failure))))
  })
}

const answered = (
  bucket: string,
  wire: SubResource,
  called: string,
  exit: Exit.Exit<Answer, GatewayFailure>
): DocumentRead => {
  if (Exit.isSuccess(exit)) return readFeatureDocument(bucket, wire, called, exit.value)
  const failure = Exit.findErrorOption(exit)
  return Result.fail(failure._tag === "Some" ? failure.value : gatewayNotAnswering())
}
