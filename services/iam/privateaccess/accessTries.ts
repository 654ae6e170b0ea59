import { DateTime, Duration, Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, type DomainError, NotFound } from "#domain/platform/errors/Errors.ts"
import { nextState, orderedNames, retryAfter } from "#domain/iam/accessState.ts"
import { findingsOf, stepsAway, stepsTo } from "#domain/iam/accessSteps.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { credentialOf, isKnownKey, untilKnown } from "#services/fleet/rotation/keyChanges.ts"
import { accessAbout, accessChangeKind, accessEntity } from "./accessChanges.ts"
import { accessConnections } from "./accessConnections.ts"
import { identities } from "./identities.ts"
import { type KeptAccess, PrivateAccessRecords } from "./PrivateAccessRecords.ts"

/** Changes of a user in one try that other hands undo: then somebody else is at work on it. */
const rounds = 2

/** A user is looked at by a handful of calls, and each of its policies and groups is another one: most are answered within a fraction of their limit. */
const calls = 12

const moved = new Conflict({ code: "state_conflict", detail: "Something else was wanted meanwhile: that is tried next" })

const reasonOf = (error: DomainError): string => error._tag === "NotFound" ? `${error.entity} ${error.id} is not there` : error._tag === "StorageTimeout"
  ? "The gateway did not answer in time" : error._tag === "InvalidInput" ? error.issues.map(({ message }) => message).join(". ") : "detail" in error && typeof error.detail === "string" ? error.detail : error.message

/** Trying to bring gateways to what the rows of accesses say; any number of times, from wherever the last try ended. */
export const accessTries = Effect.gen(function*() {
  const records = yield* PrivateAccessRecords
  const gateway = yield* identities
  const contexts = yield* ExecutionContexts
  const buckets = yield* BucketGateway
  const audited = yield* Audited
  const connections = yield* accessConnections

  const reach = (listingKey: string) => Effect.map(contexts.forListing(listingKey), ({ s3 }) => s3)

  /** As the gateway shows it: where it stands follows from what it was. */
  const confirmed = Effect.fnUntraced(function*(one: KeptAccess) {
    const now = yield* DateTime.now
    if (nextState(one.state, "confirmed") === "gone") return yield* records.remove(one.id)
    const names = { groups: one.groups, managed_policies: one.managed_policies, inline_policies: one.inline_policies.map(({ name }) => name) }
    yield* records.change(one.id, { state: "active", tries: 0, problem: null, next_try_at: null, drift: [], checked_at: now, tracked: names }, now)
  })

  const kinds = {
    provision: audited.gateway(accessChangeKind({ records, gateway, reach, confirmed }, "provision")),
    cleanup: audited.gateway(accessChangeKind({ records, gateway, reach, confirmed }, "cleanup"))
  }

  /** That the gateway knows a key; what it may do is its policies' business. */
  const proved = (target: S3Target, key: GatewayKey) =>
    Effect.catchIf(untilKnown(buckets.list({ ...target, credential: credentialOf(key) })), isKnownKey, () => Effect.void)

  /** Answers the key that was made, if one was. */
  const provisioned = Effect.fnUntraced(function*(target: S3Target, one: KeptAccess) {
    let made: GatewayKey | null = null
    for (let round = 0; round < rounds; round++) {
      const steps = stepsTo(one, made === null ? one.access_key : made.access_key, yield* gateway.look(target, one.iam_user_name))
      if (steps.length === 0) return made
      for (const step of steps) {
        if (step._tag !== "MakeKey") yield* gateway.take(target, one.iam_user_name, step)
        else {
          made = yield* gateway.makeKey(target, one.iam_user_name)
          yield* proved(target, made)
        }
      }
    }
    return made
  })

  const cleaned = Effect.fnUntraced(function*(target: S3Target, { iam_user_name }: KeptAccess) {
    for (const step of stepsAway(yield* gateway.look(target, iam_user_name))) {
      if (step._tag !== "MakeKey") yield* gateway.take(target, iam_user_name, step)
    }
  })

  const remains = (error: DomainError) => Effect.logInfo("A private access could not be looked at after a try").pipe(Effect.annotateLogs({ code: error.code }))

  const asked = Effect.fnUntraced(function*(caller: Caller, one: KeptAccess) {
    const target = yield* reach(one.listing_key)
    if (one.state === "cleanup_pending") {
      return yield* kinds.cleanup.kept(caller, target, accessAbout(one), {
        calls, change: cleaned(target, one), keep: () => records.remove(one.id), entity: () => accessEntity(one), remains
      })
    }
    yield* kinds.provision.kept(caller, target, accessAbout(one), {
      calls,
      change: provisioned(target, one),
      keep: Effect.fnUntraced(function*(key) {
        const now = yield* records.find(one.id, true)
        if (now === null || now.state === "cleanup_pending" || now.user_id === null) return yield* moved
        if (key !== null) yield* connections.store(now, key)
        // other groups were wanted while these were made: the key stays, and the next try does the rest
        if (now.version === one.version) yield* confirmed(now)
      }),
      entity: () => accessEntity(one),
      remains
    })
  })

  /** One try of one access; what came of it is in its row. Null: nothing is left of it. */
  const attempt = Effect.fn("PrivateAccess.attempt")(function*(caller: Caller, id: number) {
    const one = yield* records.find(id)
    if (one === null || one.state === "active") return one
    const now = yield* DateTime.now
    const tries = one.tries + 1
    // before the gateway is asked: whoever dies from here on has left when it is tried next, and what may be there
    yield* records.change(id, {
      tries, last_tried_at: now, next_try_at: DateTime.addDuration(now, Duration.millis(retryAfter(tries))),
      tracked: {
        groups: orderedNames(one.tracked.groups, one.groups), managed_policies: orderedNames(one.tracked.managed_policies, one.managed_policies),
        inline_policies: orderedNames(one.tracked.inline_policies, one.inline_policies.map(({ name }) => name))
      }
    }, now)
    yield* Effect.catch(asked(caller, one), Effect.fnUntraced(function*(error: DomainError) {
      const row = yield* records.find(id)
      if (row === null || row.state === "active") return
      const state = nextState(row.state, "refused")
      yield* records.change(id, { problem: reasonOf(error), ...(state === row.state || state === "gone" ? {} : { state }) }, yield* DateTime.now)
    }))
    return yield* records.find(id)
  })

  /** Looks at the gateway and writes down what differs. */
  const check = Effect.fn("PrivateAccess.check")(function*(id: number) {
    const one = yield* records.find(id)
    if (one === null) return yield* new NotFound({ entity: "Private access", id: String(id) })
    const found = yield* gateway.look(yield* reach(one.listing_key), one.iam_user_name)
    const now = yield* DateTime.now
    yield* records.change(id, { drift: one.state === "cleanup_pending" ? [] : findingsOf(one, one.access_key, found), checked_at: now }, now)
    return yield* records.find(id)
  })

  return { attempt, check, endConnection: connections.end }
})
