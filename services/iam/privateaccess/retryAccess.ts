import { DateTime, Duration, Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, type DomainError, NotFound } from "#domain/platform/errors/Errors.ts"
import { nextState, orderedNames, retryAfter } from "#domain/iam/accessState.ts"
import { accessFindings, removalSteps, accessSteps } from "#domain/iam/accessSteps.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { gatewayCredentialOf, isAccepted, retryUntilAccepted } from "#services/fleet/rotation/keyChanges.ts"
import { accessAbout, accessChangeKind, accessEntity } from "./accessChanges.ts"
import { accessConnections } from "./accessConnections.ts"
import { identities } from "./identities.ts"
import { type StoredAccess, PrivateAccessRecords } from "./PrivateAccessRecords.ts"

/** More repetitions mean that others change the user concurrently. */
const MAX_ROUNDS = 2

const CALLS_PER_ATTEMPT = 12

const moved = new Conflict({
  code: "state_conflict",
  detail: "Something else was wanted meanwhile: that is tried next"
})

const reasonOf = (error: DomainError): string =>
  error._tag === "NotFound"
    ? `${error.entity} ${error.id} is not there`
    : error._tag === "StorageTimeout"
      ? "The gateway did not answer in time"
      : error._tag === "InvalidInput"
        ? error.issues.map(({ message }) => message).join(". ")
        : "detail" in error && typeof error.detail === "string"
          ? error.detail
          : error.message

export const retryAccess = Effect.gen(function* () {
  const records = yield* PrivateAccessRecords
  const gateway = yield* identities
  const contexts = yield* ExecutionContexts
  const buckets = yield* BucketGateway
  const audited = yield* Audited
  const connections = yield* accessConnections

  const reach = (listingKey: string) => Effect.map(contexts.forListing(listingKey), ({ s3 }) => s3)

  const storeConfirmed = Effect.fnUntraced(function* (one: StoredAccess) {
    const now = yield* DateTime.now
    if (nextState(one.state, "confirmed") === "gone") return yield* records.remove(one.id)
    const names = {
      groups: one.groups,
      managed_policies: one.managed_policies,
      inline_policies: one.inline_policies.map(({ name }) => name)
    }
    yield* records.change(
      one.id,
      { state: "active", tries: 0, problem: null, next_try_at: null, drift: [], checked_at: now, tracked: names },
      now
    )
  })

  const kinds = {
    provision: audited.gateway(accessChangeKind({ records, gateway, reach, confirmed: storeConfirmed }, "provision")),
    cleanup: audited.gateway(accessChangeKind({ records, gateway, reach, confirmed: storeConfirmed }, "cleanup"))
  }

  /** Verifies that the gateway knows the key, not its permissions. */
  const verifyKey = (target: S3Target, key: GatewayKey) =>
    Effect.catchIf(
      retryUntilAccepted(buckets.list({ ...target, credential: gatewayCredentialOf(key) })),
      isAccepted,
      () => Effect.void
    )

  const provision = Effect.fnUntraced(function* (target: S3Target, one: StoredAccess) {
    let createdKey: GatewayKey | null = null
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const steps = accessSteps(
        one,
        createdKey === null ? one.access_key : createdKey.access_key,
        yield* gateway.read(target, one.iam_user_name)
      )
      if (steps.length === 0) return createdKey
      for (const step of steps) {
        if (step._tag !== "MakeKey") yield* gateway.take(target, one.iam_user_name, step)
        else {
          createdKey = yield* gateway.makeKey(target, one.iam_user_name)
          yield* verifyKey(target, createdKey)
        }
      }
    }
    return createdKey
  })

  const cleaned = Effect.fnUntraced(function* (target: S3Target, { iam_user_name }: StoredAccess) {
    for (const step of removalSteps(yield* gateway.read(target, iam_user_name))) {
      if (step._tag !== "MakeKey") yield* gateway.take(target, iam_user_name, step)
    }
  })

  const logRemaining = (error: DomainError) =>
    Effect.logInfo("A private access could not be looked at after a try").pipe(
      Effect.annotateLogs({ code: error.code })
    )

  const retry = Effect.fnUntraced(function* (caller: Caller, one: StoredAccess) {
    const target = yield* reach(one.listing_key)
    if (one.state === "cleanup_pending") {
      return yield* kinds.cleanup.makeAndStore(caller, target, accessAbout(one), {
        calls: CALLS_PER_ATTEMPT,
        change: cleaned(target, one),
        store: () => records.remove(one.id),
        entity: () => accessEntity(one),
        remains: logRemaining
      })
    }
    yield* kinds.provision.makeAndStore(caller, target, accessAbout(one), {
      calls: CALLS_PER_ATTEMPT,
      change: provision(target, one),
      store: Effect.fnUntraced(function* (key) {
        const now = yield* records.find(one.id, true)
        if (now === null || now.state === "cleanup_pending" || now.user_id === null) return yield* moved
        if (key !== null) yield* connections.store(now, key)
        // the desired groups changed meanwhile: the next attempt continues
        if (now.version === one.version) yield* storeConfirmed(now)
      }),
      entity: () => accessEntity(one),
      remains: logRemaining
    })
  })

  const driftOf = (one: StoredAccess) =>
    one.purpose !== "portal" || one.state === "cleanup_pending"
      ? Effect.succeed(null)
      : Effect.flatMap(reach(one.listing_key), (target) => gateway.read(target, one.iam_user_name)).pipe(
          Effect.map((found) => accessFindings(one, one.access_key, found)),
          Effect.catch((error) => Effect.as(logRemaining(error), null))
        )

  const attempt = Effect.fn("PrivateAccess.attempt")(function* (caller: Caller, id: number) {
    const one = yield* records.find(id)
    if (one === null || one.state === "active") return one
    const now = yield* DateTime.now
    const attemptCount = one.tries + 1
    // stored before calling the gateway, so that a successor knows what may exist
    yield* records.change(
      id,
      {
        tries: attemptCount,
        last_tried_at: now,
        next_try_at: DateTime.addDuration(now, Duration.millis(retryAfter(attemptCount))),
        tracked: {
          groups: orderedNames(one.tracked.groups, one.groups),
          managed_policies: orderedNames(one.tracked.managed_policies, one.managed_policies),
          inline_policies: orderedNames(
            one.tracked.inline_policies,
            one.inline_policies.map(({ name }) => name)
          )
        }
      },
      now
    )
    yield* Effect.catch(
      retry(caller, one),
      Effect.fnUntraced(function* (error: DomainError) {
        const row = yield* records.find(id)
        if (row === null || row.state === "active") return
        const state = nextState(row.state, "refused")
        const drift = yield* driftOf(row)
        yield* records.change(
          id,
          {
            problem: reasonOf(error),
            ...(state === row.state || state === "gone" ? {} : { state }),
            ...(drift === null ? {} : { drift })
          },
          yield* DateTime.now
        )
      })
    )
    return yield* records.find(id)
  })

  const check = Effect.fn("PrivateAccess.check")(function* (id: number) {
    const one = yield* records.find(id)
    if (one === null) return yield* new NotFound({ entity: "Private access", id: String(id) })
    const identity = yield* gateway.read(yield* reach(one.listing_key), one.iam_user_name)
    const now = yield* DateTime.now
    yield* records.change(
      id,
      { drift: one.state === "cleanup_pending" ? [] : accessFindings(one, one.access_key, identity), checked_at: now },
      now
    )
    return yield* records.find(id)
  })

  return { attempt, check, endConnection: connections.end }
})
