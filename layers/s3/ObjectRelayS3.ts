import { Cause, Clock, Duration, Effect, Exit, Layer, Option, Result } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type CopyProperties, isCustomAcl } from "#domain/objects/CopyProperties.ts"
import type { ObjectAcl } from "#domain/objects/ObjectDetails.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { putGrants } from "#services/objects/copyProperties.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectRelay, type RelayedPart, type RelayOutcome } from "#services/objects/ObjectRelay.ts"
import { Memory } from "#services/platform/health/Memory.ts"
import { Settings } from "#services/platform/Settings.ts"
import { TransferRate, unlimitedRate } from "#services/platform/TransferRate.ts"
import { asWorkCaller, type CallSeries, EndpointGuard, gatewayNotAnswering } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { queryText } from "../rgw/signRequest.ts"
import { objectCalls } from "./bareObjects.ts"
import { crc32Of, etagOfParts } from "./contentDigest.ts"
import { sharedPermits } from "./gatewayPermits.ts"
import { isGrantedRequest, refusal } from "./grantedRequest.ts"
import { runLanes } from "./lanes.ts"
import { versionQuery } from "./objectAnswers.ts"
import type { RelayFailure, RelaySide } from "./relayCalls.ts"
import { relayObject, relayPart } from "./relayObject.ts"
import { versionQuery as writtenVersionQuery } from "./writtenVersion.ts"

const TRANSFER_TIMEOUT = Duration.hours(6)
/** Under a rate; more would leave each connection silent for too long. */
const MAX_PACED = 4
const MAX_GRANT_WRITES = 8
/** Larger bodies pass in buffers that are used again, and leave nothing to collect. */
const MAX_COLLECTED_BYTES = 1024 ** 2

const outcomeOf = (exit: Exit.Exit<string | null, RelayFailure>): RelayOutcome =>
  Exit.match(exit, {
    onSuccess: (etag) => Result.succeed(etag),
    onFailure: (cause) => Result.fail(Option.getOrThrow(Cause.findErrorOption(cause)))
  })

const noCancel = () => undefined

export const ObjectRelayS3 = Layer.effect(
  ObjectRelay,
  Effect.gen(function* () {
    const guard = yield* EndpointGuard
    const memory = yield* Memory
    const details = yield* ObjectDetailStore
    const prepared = objectCalls(yield* GatewayHttp)
    const { concurrency } = (yield* Settings).gateway
    const permitsAt = sharedPermits(guard.permitsPerEndpoint)

    const paceOf = Effect.gen(function* () {
      const rate = yield* TransferRate
      if (rate === unlimitedRate) return null
      const context = yield* Effect.context<never>()
      return (bytes: number) => Effect.runPromiseWith(context)(rate.bytes(bytes))
    })

    /** Both series, or one where both sides are one gateway: a second permit of the same may never come. */
    const between = Effect.fnUntraced(function* <A, E>(
      source: { readonly s3: S3Target; readonly bucket: string },
      target: { readonly s3: S3Target; readonly bucket: string },
      operation: "PutObject" | "UploadPart",
      work: (
        source: Effect.Success<ReturnType<typeof prepared>> & RelaySide,
        target: Effect.Success<ReturnType<typeof prepared>> & RelaySide
      ) => Effect.Effect<A, E>
    ) {
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const from = yield* prepared(source.s3, "s3.GetObject", source.bucket)
      const to = yield* prepared(target.s3, `s3.${operation}`, target.bucket)
      const run = (fromCalls: CallSeries, toCalls: CallSeries) =>
        work({ ...from, calls: fromCalls, now }, { ...to, calls: toCalls, now })
      const [reads, writes] = [asWorkCaller(from.caller), asWorkCaller(to.caller)]
      if (reads.address === writes.address)
        return yield* guard.series(writes, "s3.RelayObjects", (calls) => run(calls, calls))
      // in one order everywhere, so that two runs never wait for each other
      return yield* reads.address < writes.address
        ? guard.series(reads, "s3.RelayObjects", (one) =>
            guard.series(writes, "s3.RelayObjects", (other) => run(one, other))
          )
        : guard.series(writes, "s3.RelayObjects", (other) =>
            guard.series(reads, "s3.RelayObjects", (one) => run(one, other))
          )
    })

    return ObjectRelay.of({
      crc32: crc32Of,
      etagOfParts,
      copy: Effect.fnUntraced(function* (place, copies, report) {
        const [first] = copies
        if (first === undefined) return []
        const pace = yield* paceOf
        const outcomes = new Map<number, RelayOutcome>()
        const carried = new Map<number, CopyProperties>()
        const ungranted: Array<{ readonly index: number; readonly outcome: RelayOutcome; readonly acl: ObjectAcl }> = []
        const settle = (index: number, outcome: RelayOutcome) => {
          outcomes.set(index, outcome)
          report.ended(index, outcome)
        }
        const isRgw = (target: S3Target) => target.endpointId !== null
        const { bucket } = place
        yield* between(
          { s3: place.source, bucket: first.from.bucket },
          { s3: place.target, bucket },
          "PutObject",
          (source, target) =>
            runLanes<string | null, RelayFailure>({
              count: copies.length,
              atOnce: pace === null ? concurrency : Math.min(MAX_PACED, concurrency),
              turns: permitsAt(target.caller.address),
              operation: "s3.PutObject",
              timeout: TRANSFER_TIMEOUT,
              begin: (index, done) => {
                const copy = copies[index]
                if (copy === undefined) return noCancel
                const { from, to } = copy
                const [read, written] = [source.pathOf(from.key), target.pathOf(to)]
                const may = (operation: string) =>
                  isGrantedRequest(place.source, {
                    operation,
                    bucket: from.bucket,
                    key: from.key,
                    versioned: from.versionId !== null
                  })
                if (read === null || written === null || !may("GetObject")) {
                  done(
                    Exit.fail(
                      isGrantedRequest(place.target, { operation: "PutObject", bucket, key: to }) && may("GetObject")
                        ? new NotFound({ entity: "Storage", id: `${bucket}/${to}` })
                        : refusal("PutObject")
                    )
                  )
                  return noCancel
                }
                return relayObject(
                  source,
                  target,
                  {
                    from,
                    bucket,
                    to,
                    paths: { source: read, target: written },
                    targetQuery: writtenVersionQuery(place.target),
                    order: place,
                    countsTags: isRgw(place.source),
                    hasPlainEtag: isRgw(place.source),
                    readsAcl: may("GetObjectAcl"),
                    plainOnly: place.plainOnly === true,
                    pace
                  },
                  {
                    passed: (bytes) => {
                      if (from.sizeBytes <= MAX_COLLECTED_BYTES && bytes > 0) memory.passed(bytes)
                      report.passed(index, bytes)
                    },
                    carries: (properties) => carried.set(index, properties)
                  },
                  done
                )
              },
              ended: (index, exit) => {
                const outcome = outcomeOf(exit)
                const acl = carried.get(index)?.acl ?? null
                carried.delete(index)
                // RGW takes grants without a canned name only after the copy
                if (Exit.isSuccess(exit) && exit.value !== null && isCustomAcl(acl))
                  ungranted.push({ index, outcome, acl })
                else settle(index, outcome)
              }
            })
        ).pipe(
          Effect.catch((error) =>
            Effect.sync(() =>
              copies.forEach((_, index) => {
                if (!outcomes.has(index) && !ungranted.some((one) => one.index === index))
                  settle(index, Result.fail(error))
              })
            )
          )
        )
        yield* Effect.forEach(
          ungranted,
          ({ acl, index, outcome }) =>
            Effect.match(
              putGrants(details, place.target, { bucket, key: copies[index]?.to ?? "", versionId: null }, acl),
              {
                onFailure: (error) => settle(index, Result.fail(error)),
                onSuccess: () => settle(index, outcome)
              }
            ),
          { concurrency: MAX_GRANT_WRITES, discard: true }
        )
        return copies.map((_, index) => outcomes.get(index) ?? Result.fail(gatewayNotAnswering()))
      }),
      copyPart: Effect.fnUntraced(function* (source, from, target, upload, partNumber, passed) {
        const pace = yield* paceOf
        return yield* between(
          { s3: source, bucket: from.bucket },
          { s3: target, bucket: upload.bucket },
          "UploadPart",
          (reads, writes) =>
            Effect.callback<RelayedPart | null, RelayFailure>((resume) => {
              const [read, written] = [reads.pathOf(from.key), writes.pathOf(upload.key)]
              if (read === null || written === null)
                return resume(Effect.fail(new NotFound({ entity: "Storage", id: `${upload.bucket}/${upload.key}` })))
              const version = versionQuery(from.versionId)
              const cancel = relayPart(
                reads,
                writes,
                {
                  about: `${from.bucket}/${from.key}`,
                  path: read,
                  query: version === "" ? `partNumber=${partNumber}` : `partNumber=${partNumber}&${version}`,
                  wholeBytes: /-1"?$/.test(from.etag ?? "") ? Number.POSITIVE_INFINITY : from.sizeBytes,
                  target: {
                    about: `${upload.bucket}/${upload.key}`,
                    path: written,
                    query: queryText({ partNumber: String(partNumber), uploadId: upload.gatewayUploadId })
                  },
                  pace
                },
                passed,
                resume
              )
              return Effect.sync(() => cancel(Exit.interrupt()))
            })
        )
      })
    })
  })
)
