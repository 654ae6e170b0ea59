import { Duration, Effect, Result, Semaphore } from "effect"
import type { DomainError } from "#domain/platform/errors/Errors.ts"
import type { CopyOrder } from "#domain/objects/CopyProperties.ts"
import { compareWithCopy } from "#domain/objects/objectwork/ObjectCopy.ts"
import { addTallies, emptyTally, type ObjectFailure, type Tally } from "#domain/objects/objectwork/Sweep.ts"
import type { MultipartStore } from "#services/objects/MultipartStore.ts"
import type { CopyFrom, ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import type { ObjectRelay } from "#services/objects/ObjectRelay.ts"
import type { ObjectStore } from "#services/objects/ObjectStore.ts"
import type { deleteKeys } from "#services/objects/deleteKeys.ts"
import { TransferRate } from "#services/platform/TransferRate.ts"
import { copyDecisions, type CopyPlaces, type CopyDecision, copyFailure, type DecidedCopy } from "./copyDecisions.ts"
import { isUnchanged, type ObservedObject } from "./factsAt.ts"
import { isUnreachable, isObjectFailure, type Side } from "./objectFailure.ts"
import { type OpenUploads, partsCopy, REQUESTS_PER_RELAYED_COPY } from "./streamedCopy.ts"

export interface CopyStores {
  readonly store: ObjectStore["Service"]
  readonly details: ObjectDetailStore["Service"]
  readonly multipart: MultipartStore["Service"]
  readonly relay: ObjectRelay["Service"]
  readonly remove: Effect.Success<typeof deleteKeys>
}

export interface CopyRoute extends CopyPlaces, Pick<CopyOrder, "accepted" | "objectLock"> {
  readonly move: boolean
  /** The gateway copies with the target's keys; otherwise bytes pass through this process. */
  readonly direct: boolean
  readonly uploads: OpenUploads
  readonly recordCopies: (copies: ReadonlyArray<CopyResult>) => Effect.Effect<void>
}

export interface CopyResult {
  readonly key: string
  readonly facts: ObservedObject
  readonly replaced: boolean
  readonly from: { readonly key: string; readonly facts: ObservedObject } | null
}

const isSameEtag = (one: string | null, other: string | undefined): boolean =>
  one !== null && one.replaceAll('"', "") === other?.replaceAll('"', "")

/** HEAD and ACL of the source, and the copy. */
const REQUESTS_PER_DIRECT_COPY = 3
/** For fewer bytes, GET and PUT cost a gateway less than HEAD and copy. */
const MAX_RELAYED_BYTES = 16 * 1024
/** Objects of several parts through this process, each with several parts at a time. */
const MAX_CONCURRENT_STREAMS = 4
const MAX_RETRIES = 2
const RETRY_DELAY = Duration.millis(200)
/** For calls that break off while the gateways answer: part of a gateway may recover. */
const SHAKY_RETRY_DELAYS = [Duration.seconds(1), Duration.seconds(4), Duration.seconds(10)]
export const errorCodeAndReason = (error: DomainError): { readonly code: string; readonly reason: string } => {
  const reason = "detail" in error && typeof error.detail === "string" ? error.detail : error.message
  return error._tag === "StorageError"
    ? { code: error.storage_code, reason }
    : { code: error.code, reason: error._tag === "NotFound" ? "It is not there any more" : reason }
}

export const isGatewayOutage = (error: DomainError): boolean =>
  isUnreachable(error) ||
  (error._tag === "StorageError" && (error.storage_status ?? 0) >= 500 && error.storage_status !== 501)

export const copyBatch = (stores: CopyStores, plan: CopyRoute) => {
  const { remove, store } = stores
  const {
    here: sourceFactsOf,
    lookedUp: readFacts,
    lost: failuresOf,
    there: targetFactsOf,
    ...decisions
  } = copyDecisions(store, plan)
  const order: CopyOrder = { sameGateway: plan.direct, objectLock: plan.objectLock, accepted: plan.accepted }
  const inParts = partsCopy(stores, plan.uploads, order)
  /** Each side used its own key: trying another way would not help. */
  const relayFailures = new WeakSet<DecidedCopy>()
  const streamPermits = Semaphore.makeUnsafe(MAX_CONCURRENT_STREAMS)
  // the target's credentials may not know the source: learned from the first refusal
  let direct = plan.direct

  const sourceOf = ({ facts, key, version_id }: DecidedCopy): CopyFrom => ({
    bucket: plan.bucket,
    key,
    versionId: version_id,
    etag: facts.etag,
    sizeBytes: facts.size,
    storageClass: facts.storageClass
  })

  const isHidden = (error: DomainError) =>
    plan.source.listingKey !== plan.target.listingKey &&
    (error._tag === "NotFound" || (error._tag === "StorageError" && error.storage_status === 403))

  const copyTogether = (
    going: ReadonlyArray<DecidedCopy>,
    copied: (one: DecidedCopy, etag: string | null) => void
  ): Effect.Effect<ReadonlyArray<readonly [DecidedCopy, DomainError]>> =>
    Effect.map(
      stores.details.copyTo(
        { ...order, source: plan.source.s3, target: plan.target.s3, bucket: plan.targetBucket },
        going.map((one) => ({ from: sourceOf(one), to: one.to })),
        (index, outcome) => {
          const one = going[index]
          if (one !== undefined && Result.isSuccess(outcome)) copied(one, outcome.success)
        }
      ),
      (outcomes) =>
        outcomes.flatMap((outcome, index) => {
          const one = going[index]
          return one === undefined || Result.isSuccess(outcome) ? [] : [[one, outcome.failure] as const]
        })
    )

  const relayed = Effect.fnUntraced(function* (
    going: ReadonlyArray<DecidedCopy>,
    plainOnly: boolean,
    copied: (one: DecidedCopy, etag: string | null) => void,
    report: (bytes: number) => void
  ) {
    const failed: Array<readonly [DecidedCopy, DomainError]> = []
    const uncopied: Array<DecidedCopy> = []
    yield* stores.relay.copy(
      { ...order, source: plan.source.s3, target: plan.target.s3, bucket: plan.targetBucket, plainOnly },
      going.map((one) => ({ from: sourceOf(one), to: one.to })),
      {
        passed: (_, bytes) => report(bytes),
        ended: (index, outcome) => {
          const one = going[index]
          if (one === undefined) return
          if (Result.isFailure(outcome)) {
            relayFailures.add(one)
            failed.push([one, outcome.failure])
          } else if (outcome.success === null) uncopied.push(one)
          else copied(one, outcome.success)
        }
      }
    )
    return { failed, left: uncopied }
  })

  const copyDirect = Effect.fnUntraced(function* (
    going: ReadonlyArray<DecidedCopy>,
    copied: (one: DecidedCopy, etag: string | null) => void
  ) {
    const rate = yield* TransferRate
    const failed: Array<readonly [DecidedCopy, DomainError]> = []
    for (const group of rate.groups(going, ({ facts }) => facts.size, REQUESTS_PER_DIRECT_COPY)) {
      yield* rate.requests(group.length * REQUESTS_PER_DIRECT_COPY)
      const tiny = group.filter(({ facts }) => facts.size <= MAX_RELAYED_BYTES)
      const passed = yield* relayed(tiny, true, copied, () => undefined)
      const rest = [...group.filter(({ facts }) => facts.size > MAX_RELAYED_BYTES), ...passed.left]
      yield* rate.bytes(rest.reduce((sum, { facts }) => sum + facts.size, 0))
      failed.push(...passed.failed, ...(yield* copyTogether(rest, copied)))
    }
    return failed
  })

  const relayTogether = Effect.fnUntraced(function* (
    going: ReadonlyArray<DecidedCopy>,
    copied: (one: DecidedCopy, etag: string | null) => void,
    report: (bytes: number) => void
  ) {
    const { failed, left } = yield* relayed(going, false, copied, report)
    yield* Effect.forEach(
      left,
      (one) =>
        Effect.match(
          streamPermits.withPermit(
            inParts(
              plan.source.s3,
              sourceOf(one),
              { s3: plan.target.s3, bucket: plan.targetBucket, key: one.to },
              report
            )
          ),
          {
            onFailure: (error) => {
              failed.push([one, error])
            },
            onSuccess: (etag) => copied(one, etag)
          }
        ),
      { concurrency: MAX_CONCURRENT_STREAMS, discard: true }
    )
    return failed
  })

  const copyThrough = Effect.fnUntraced(function* (
    going: ReadonlyArray<DecidedCopy>,
    copied: (one: DecidedCopy, etag: string | null) => void,
    report: (bytes: number) => void
  ) {
    const rate = yield* TransferRate
    const failed: Array<readonly [DecidedCopy, DomainError]> = []
    for (const group of rate.groups(going, ({ facts }) => facts.size, REQUESTS_PER_RELAYED_COPY)) {
      yield* rate.requests(group.length * REQUESTS_PER_RELAYED_COPY)
      failed.push(...(yield* relayTogether(group, copied, report)))
    }
    return failed
  })

  const sides: ReadonlyArray<Side> = [
    { s3: plan.source.s3, bucket: plan.bucket },
    { s3: plan.target.s3, bucket: plan.targetBucket }
  ]

  /** An unreachable gateway ends the batch. Otherwise objects fail individually. */
  const withRetries = Effect.fnUntraced(function* (
    going: ReadonlyArray<DecidedCopy>,
    attempt: (
      left: ReadonlyArray<DecidedCopy>
    ) => Effect.Effect<ReadonlyArray<readonly [DecidedCopy, DomainError]>, DomainError>
  ) {
    let failed = yield* attempt(going)
    for (let time = 0; time < MAX_RETRIES && failed.some(([, error]) => isGatewayOutage(error)); time++) {
      yield* Effect.sleep(RETRY_DELAY)
      const shaky = failed.filter(([, error]) => isGatewayOutage(error)).map(([one]) => one)
      failed = [...failed.filter(([, error]) => !isGatewayOutage(error)), ...(yield* attempt(shaky))]
    }
    for (const pause of SHAKY_RETRY_DELAYS) {
      const away = failed.filter(([, error]) => isUnreachable(error))
      const [first] = away
      if (first === undefined) return failed
      if (!(yield* isObjectFailure(store, sides, first[1]))) return yield* Effect.fail(first[1])
      yield* Effect.sleep(pause)
      failed = [...failed.filter((one) => !away.includes(one)), ...(yield* attempt(away.map(([one]) => one)))]
    }
    const [last] = failed.filter(([, error]) => isUnreachable(error))
    return last === undefined || (yield* isObjectFailure(store, sides, last[1])) ? failed : yield* Effect.fail(last[1])
  })

  const settle = Effect.fnUntraced(function* (
    copied: ReadonlyArray<DecidedCopy>,
    written: ReadonlyMap<string, string> = new Map()
  ) {
    const copies = yield* targetFactsOf(copied.map(({ to }) => to))
    const [good, bad] = [[] as Array<DecidedCopy>, [] as Array<ObjectFailure>]
    for (const one of copied) {
      const copy = copies.get(one.to)
      // encrypted copies may have another ETag (Amazon S3): compare with the one returned by the copy
      const isWritten = copy !== undefined && copy.size === one.facts.size && isSameEtag(copy.etag, written.get(one.to))
      if (copy === undefined || (!isWritten && compareWithCopy(one.facts, copy) === "different")) {
        bad.push(
          copyFailure(one.key, one.version_id, {
            code: "NotVerified",
            reason:
              copy === undefined
                ? "The copy is not there: somebody deleted it"
                : "The copy is not what its source is: somebody wrote there, or it was damaged"
          })
        )
      } else good.push(one)
    }
    const tallied = (some: ReadonlyArray<DecidedCopy>, failures: ReadonlyArray<ObjectFailure>): Tally => ({
      done: some.length,
      skipped: 0,
      bytes: some.reduce((sum, { facts }) => sum + facts.size, 0),
      failures
    })
    yield* plan.recordCopies(
      good.flatMap(({ facts: source, key, taken = false, to }): ReadonlyArray<CopyResult> => {
        const facts = copies.get(to)
        return facts === undefined
          ? []
          : [{ key: to, facts, replaced: taken, from: plan.move ? { key, facts: source } : null }]
      })
    )
    if (!plan.move || good.length === 0) return tallied(good, bad)
    const sources = yield* sourceFactsOf(good.map(({ key }) => key))
    const going = good.filter(({ facts, key }) => {
      const now = sources.get(key)
      if (now !== undefined && isUnchanged(facts, now)) return true
      if (now !== undefined)
        bad.push(
          copyFailure(key, null, {
            code: "stale_plan",
            reason: "Somebody wrote it again meanwhile: its earlier state is at the target, and the newer one stays"
          })
        )
      return now === undefined
    })
    const outcomes = yield* remove(
      plan.source.s3,
      plan.bucket,
      going.map(({ key }) => ({ key, versionId: null })),
      { background: true }
    )
    const skipped = new Map(
      outcomes.flatMap(({ code, detail, key }) =>
        code === null
          ? []
          : [[key, { code, reason: `It is copied, and cannot be deleted here: ${detail ?? code}` }] as const]
      )
    )
    return tallied(
      going.filter(({ key }) => !skipped.has(key)),
      [...bad, ...Array.from(skipped, ([key, why]) => copyFailure(key, null, why))]
    )
  })

  /** True when the target may be the source itself through another address: deleting either deletes both. */
  const isItself = ({ facts, key, to, version_id }: DecidedCopy, targetFacts: ObservedObject | undefined): boolean =>
    plan.bucket === plan.targetBucket &&
    key === to &&
    version_id === null &&
    targetFacts !== undefined &&
    isUnchanged(facts, targetFacts)
  const itself = (own: ReadonlyArray<DecidedCopy>): Tally => ({
    ...emptyTally,
    failures: own.map(({ key }) =>
      copyFailure(key, null, {
        code: "state_conflict",
        reason: "It cannot be told from what is there already: both places may be one bucket"
      })
    )
  })

  const copyAll = Effect.fnUntraced(function* (
    decided: ReadonlyArray<DecidedCopy>,
    report: (done: number, bytes: number) => void
  ) {
    const targetFacts =
      plan.bucket === plan.targetBucket
        ? yield* targetFactsOf(decided.flatMap(({ key, to }) => (key === to ? [to] : [])))
        : new Map<string, ObservedObject>()
    const own = decided.filter((one) => isItself(one, targetFacts.get(one.to)))
    const going = decided.filter((one) => !own.includes(one))
    const copied: Array<DecidedCopy> = []
    const written = new Map<string, string>()
    const done = (bytesOf: (one: DecidedCopy) => number) => (one: DecidedCopy, etag: string | null) => {
      copied.push(one)
      if (etag !== null) written.set(one.to, etag)
      report(1, bytesOf(one))
    }
    const streaming = (some: ReadonlyArray<DecidedCopy>) =>
      withRetries(some, (remaining) =>
        copyThrough(
          remaining,
          done(() => 0),
          (bytes) => report(0, bytes)
        )
      )
    const failed = direct
      ? yield* withRetries(going, (remaining) =>
          copyDirect(
            remaining,
            done(({ facts }) => facts.size)
          )
        )
      : yield* streaming(going)
    const hidden = direct ? failed.filter(([one, error]) => isHidden(error) && !relayFailures.has(one)) : []
    if (hidden.length > 0) direct = false
    const remaining = [
      ...failed.filter((one) => !hidden.includes(one)),
      ...(yield* streaming(hidden.map(([one]) => one)))
    ]
    const failures = remaining.map(([{ key, version_id }, error]) =>
      copyFailure(key, version_id, errorCodeAndReason(error))
    )
    return [{ ...emptyTally, failures }, yield* settle(copied, written)].reduce(addTallies, itself(own))
  })

  /** Does not repeat verified copies of a dead process. */
  const goOn = Effect.fnUntraced(function* (
    decided: ReadonlyArray<CopyDecision>,
    report: (done: number, bytes: number) => void
  ) {
    const { going, gone: missing, later } = yield* readFacts(decided, new Map())
    const copies = yield* targetFactsOf(decided.map(({ to }) => to))
    const moved = plan.move ? missing.filter(({ to }) => copies.has(to)) : []
    const movedBytes = moved.reduce((sum, { to }) => sum + (copies.get(to)?.size ?? 0), 0)
    const states = going.map((one) => ({ one, copy: copies.get(one.to) }))
    const own = states.filter(({ copy, one }) => isItself(one, copy)).map(({ one }) => one)
    const same = states
      .filter(
        ({ copy, one }) => copy !== undefined && compareWithCopy(one.facts, copy) === "same" && !own.includes(one)
      )
      .map(({ one }) => one)
    // a formerly free name that holds anything but a verified copy is left alone
    const foreign =
      plan.conflict === "replace"
        ? []
        : states
            .filter(
              ({ copy, one }) => copy !== undefined && compareWithCopy(one.facts, copy) !== "same" && !own.includes(one)
            )
            .map(({ one }) => one)
    const remaining = going.filter((one) => !same.includes(one) && !foreign.includes(one) && !own.includes(one))
    const failures = foreign.map(({ key, to, version_id }) =>
      copyFailure(key, version_id, {
        code: "state_conflict",
        reason: `${to} was written meanwhile: it is left as it is, and so is this`
      })
    )
    const tallies = [
      { ...emptyTally, done: moved.length, bytes: movedBytes },
      failuresOf(
        missing.filter((one) => !moved.includes(one)),
        later
      ),
      { ...emptyTally, failures },
      itself(own),
      yield* settle(same),
      yield* copyAll(remaining, report)
    ]
    return tallies.reduce(addTallies, emptyTally)
  })

  return { ...decisions, lookedUp: readFacts, lost: failuresOf, copyAll, goOn }
}
