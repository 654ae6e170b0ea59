import { Cause, Clock, Effect, Exit, Option, Result } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type Conflict, type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { textAt } from "#domain/platform/xml/Element.ts"
import { parseXml } from "#domain/platform/xml/parseXml.ts"
import { type CopyOrder, type CopyProperties, planCopy } from "#domain/objects/CopyProperties.ts"
import { isRefusal, withLossNames, unconfirmed } from "#services/objects/copyProperties.ts"
import type { CopyFrom, CopyOutcome } from "#services/objects/ObjectDetailStore.ts"
import { asWorkCaller, type CallSeries, type EndpointGuard, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import type { GatewayHttp, OpenAnswer } from "../rgw/GatewayHttp.ts"
import { objectCalls } from "./bareObjects.ts"
import { caught } from "./caught.ts"
import { copyHeaders } from "./copyFields.ts"
import { COPY_TIMEOUT, copySource, staleObject } from "./copyOnto.ts"
import { refused } from "./featureDocument.ts"
import { type Permits, sharedPermits } from "./gatewayPermits.ts"
import { runLanes } from "./lanes.ts"
import { objectRefusal, readShort } from "./objectAnswers.ts"
import { readProperties } from "./sourceProperties.ts"
import { versionQuery } from "./writtenVersion.ts"

const operation = "s3.CopyObject"
type Failure = Conflict | NotFound | GatewayFailure

export interface SmallCopy {
  readonly from: CopyFrom
  readonly to: string
}

/** Null text: it broke off. A gateway may report a failed copy after its 200. */
const readOutcome = (
  about: string,
  { headers, status }: OpenAnswer,
  text: string | null
): Exit.Exit<string, Failure> => {
  if (text === null) return Exit.fail(failureOfNodeError(operation, new Error("broken")))
  if (status < 200 || status >= 300) return Exit.fail(objectRefusal(operation, about, { headers, status }, text))
  const tag = textAt(parseXml(text) ?? undefined, "ETag")
  return tag !== undefined ? Exit.succeed(tag) : Exit.fail(refused(operation, { headers, status, text }).error)
}

const outcomeOf = (exit: Exit.Exit<string, Failure>): CopyOutcome =>
  Result.mapError(
    Exit.match(exit, {
      onSuccess: (tag) => Result.succeed(tag),
      onFailure: (cause) => Result.fail(Option.getOrThrow(Cause.findErrorOption(cause)))
    }),
    (error) => (error._tag === "StorageError" && error.storage_status === 412 ? staleObject() : error)
  )

type Prepared = Pick<Effect.Success<ReturnType<ReturnType<typeof objectCalls>>>, "send" | "pathOf">

interface Batch extends Prepared {
  readonly source: Prepared
  readonly order: CopyOrder
  readonly calls: CallSeries
  readonly clock: Clock.Clock
  readonly turns: Permits
  readonly bucket: string
  readonly query: string
  readonly copies: ReadonlyArray<SmallCopy>
  readonly ended: (index: number, outcome: CopyOutcome, carried: CopyProperties | null) => void
}

const copyAll = (
  { bucket, calls, clock, copies, ended, order, pathOf, query, send, source, turns }: Batch,
  atOnce: number
) => {
  const carried = new Map<number, CopyProperties>()
  return runLanes<string, Failure>({
    count: copies.length,
    atOnce,
    turns,
    operation,
    timeout: COPY_TIMEOUT,
    ended: (index, exit) => {
      ended(index, outcomeOf(exit), carried.get(index) ?? null)
      carried.delete(index)
    },
    begin: (index, finish) => {
      const { from, to } = copies[index] as SmallCopy
      const [path, sourcePath] = [pathOf(to), source.pathOf(from.key)]
      const about = `${bucket}/${to}`
      const began = clock.currentTimeMillisUnsafe()
      if (path === null || sourcePath === null || !calls.admit(operation, began)) {
        finish(
          Exit.fail(
            path === null || sourcePath === null
              ? new NotFound({ entity: "Storage", id: about })
              : gatewayNotAnswering()
          )
        )
        return () => undefined
      }
      const count = (exit: Exit.Exit<unknown, Failure>) =>
        calls.ended(operation, exit, began, clock.currentTimeMillisUnsafe())
      const done = (exit: Exit.Exit<string, Failure>) => {
        count(exit)
        finish(exit)
      }
      let cancel = (): void => undefined
      const write = (properties: CopyProperties, then: (exit: Exit.Exit<string, Failure>) => void) => {
        carried.set(index, properties)
        const headers = {
          ...copyHeaders(properties),
          "x-amz-copy-source": copySource(from.bucket, from.key, from.versionId),
          ...(from.etag === null ? {} : { "x-amz-copy-source-if-match": from.etag })
        }
        cancel = send(operation, { method: "PUT", path, query, headers }, (exit) => {
          if (Exit.isFailure(exit)) then(Exit.failCause(exit.cause))
          else readShort(exit.value.body, (text) => then(caught(() => readOutcome(about, exit.value, text))))
        })
      }
      cancel = readProperties(source.send, sourcePath, from, (read) => {
        if (Exit.isFailure(read)) return done(Exit.failCause(read.cause))
        const { first, named, refused, second } = planCopy(read.value, order, clock.currentTimeMillisUnsafe())
        if (refused.length > 0) return done(Exit.fail(unconfirmed(refused)))
        write(first, (exit) => {
          const error = Exit.isFailure(exit) ? Option.getOrNull(Cause.findErrorOption(exit.cause)) : null
          if (error !== null && second !== null && isRefusal(error)) return write(second, done)
          done(error === null ? exit : Exit.fail(withLossNames(error, named)))
        })
      })
      return (exit) => {
        cancel()
        count(exit)
      }
    }
  })
}

export interface CopyPlace extends CopyOrder {
  readonly source: S3Target
  readonly target: S3Target
  readonly bucket: string
}

/** Without the SDK and without retries. At most `atOnce` copies run, within the process's permits. */
export const manyCopies = (http: GatewayHttp["Service"], guard: EndpointGuard["Service"], atOnce: number) => {
  const prepared = objectCalls(http)
  const turnsAt = sharedPermits(guard.permitsPerEndpoint)
  return Effect.fnUntraced(function* (place: CopyPlace, copies: ReadonlyArray<SmallCopy>, ended: Batch["ended"]) {
    const [first] = copies
    if (first === undefined) return
    const clock = yield* Clock.Clock
    const { bucket, target } = place
    const { caller, pathOf, send } = yield* prepared(target, operation, bucket)
    const source = yield* prepared(place.source, "s3.HeadObject", first.from.bucket)
    yield* guard.series(asWorkCaller(caller), "s3.CopyObjects", (calls) =>
      copyAll(
        {
          send,
          pathOf,
          source,
          order: place,
          calls,
          clock,
          bucket,
          query: versionQuery(target),
          copies,
          ended,
          turns: turnsAt(caller.address)
        },
        atOnce
      )
    )
  })
}
