import { Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import {
  type CheckDrift,
  driftDifferences,
  type DriftProblem,
  type DriftReport,
  type EndpointDrift,
  type ObservedState
} from "#domain/accounts/Drift.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, type GatewayFailure, InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { JobLease } from "#services/platform/JobLease.ts"
import { makeAdaptiveLimiter } from "#services/platform/work/AdaptiveLimiter.ts"
import { type ComparedRegistration, DriftRecords } from "./DriftRecords.ts"

const BATCH_SIZE = 200
/** Maximum; the actual number adapts to the gateway. */
const MAX_CONCURRENT_READS = 16
const MAX_CONCURRENT_ENDPOINTS = 4
const LEASE_DURATION = Duration.minutes(30)

const problemOf = (failure: GatewayFailure): DriftProblem => ({
  code: failure.code,
  detail: failure._tag === "StorageTimeout" ? "It did not answer in time" : failure.detail
})

const noKey: DriftProblem = {
  code: "no_admin_key",
  detail: "The endpoint has no Admin Ops key, or Admin Ops is switched off there: it cannot be asked"
}

const skipped: DriftReport = {
  status: "skipped",
  compared_count: 0,
  differing_count: 0,
  failed_endpoint_count: 0,
  endpoints: []
}

/** Failed reads change no findings and are reported. */
export class DriftChecks extends Context.Service<
  DriftChecks,
  {
    readonly run: (request: CheckDrift) => Effect.Effect<DriftReport, InvalidInput>
    readonly now: (request: CheckDrift) => Effect.Effect<DriftReport, InvalidInput | Conflict>
    readonly one: (
      kind: RegistrationKind,
      id: number
    ) => Effect.Effect<ComparedRegistration & { readonly seen: ObservedState }, NotFound | GatewayFailure>
  }
>()("stowage/services/fleet/drift/DriftChecks") {
  static readonly layer = Layer.effect(
    DriftChecks,
    Effect.gen(function* () {
      const records = yield* DriftRecords
      const endpoints = yield* EndpointRecords
      const targets = yield* AdminTargets
      const accounts = yield* GatewayAccounts
      const users = yield* GatewayUsers
      const lease = yield* JobLease

      const orNull = <A>(read: Effect.Effect<A, NotFound | GatewayFailure>): Effect.Effect<A | null, GatewayFailure> =>
        Effect.catchTag(read, "NotFound", () => Effect.succeed(null))

      const readDifferences = Effect.fnUntraced(function* (
        target: AdminTarget,
        { external_id, kind, uid }: ComparedRegistration
      ): Effect.fn.Return<ObservedState, GatewayFailure> {
        const account = kind === "account" ? yield* orNull(accounts.account(target, external_id)) : null
        return { account, user: kind === "account" && account === null ? null : yield* orNull(users.user(target, uid)) }
      })

      const compare = Effect.fnUntraced(function* (
        target: AdminTarget,
        registration: ComparedRegistration,
        retriesLeft: number
      ): Effect.fn.Return<{ readonly differs: boolean; readonly seen: ObservedState }, GatewayFailure | NotFound> {
        const observed = yield* readDifferences(target, registration)
        const differences = driftDifferences(registration, observed)
        const same = differences.length === 0 && registration.found.length === 0
        if (same || (yield* records.replace(registration, differences, yield* DateTime.now)))
          return { differs: differences.length > 0, seen: observed }
        if (retriesLeft === 0) return { differs: false, seen: observed }
        return yield* compare(target, yield* records.find(registration.kind, registration.id), retriesLeft - 1)
      })

      const checkAll = Effect.fnUntraced(function* (endpoint: StorageEndpoint) {
        const target = yield* targets.of(endpoint)
        const pacer = makeAdaptiveLimiter()
        const count = { compared: 0, differing: 0, unread: 0 }
        let problem: DriftProblem | null = target === null ? noKey : null
        let any = false
        for (const kind of ["account", "s3_user"] as const) {
          for (let last = 0, more = true; more; ) {
            const batchRegistrations = yield* records.after(kind, endpoint.id, last, BATCH_SIZE)
            any ||= batchRegistrations.length > 0
            more = batchRegistrations.length === BATCH_SIZE
            last = batchRegistrations.at(-1)?.id ?? last
            if (target === null) break
            const outcomes = yield* Effect.forEach(
              batchRegistrations,
              (one) => Effect.result(pacer.run(compare(target, one, 2), () => true)),
              { concurrency: MAX_CONCURRENT_READS }
            )
            let answerCount = 0
            for (const outcome of outcomes) {
              if (Result.isSuccess(outcome)) {
                answerCount += 1
                if (outcome.success.differs) count.differing += 1
              } else if (outcome.failure._tag !== "NotFound") {
                count.unread += 1
                problem ??= problemOf(outcome.failure)
              }
            }
            count.compared += answerCount
            // stop when the gateway answered none of the first batch
            if (answerCount === 0 && problem !== null) break
          }
        }
        if (!any) return null
        const check = {
          storage_endpoint_id: endpoint.id,
          compared_count: count.compared,
          differing_count: count.differing,
          unread_count: count.unread,
          problem,
          status:
            problem === null
              ? ("completed" as const)
              : count.compared === 0
                ? ("failed" as const)
                : ("partial" as const)
        }
        const now = yield* DateTime.now
        yield* records.setChecked(check, now)
        const checked: EndpointDrift = { ...check, name: endpoint.name, checked_at: DateTime.formatIso(now) }
        return checked
      })

      const all = Effect.fnUntraced(function* ({ storage_endpoint_id }: CheckDrift) {
        const selectedEndpoints =
          storage_endpoint_id === undefined
            ? yield* endpoints.list
            : [
                yield* Effect.mapError(endpoints.find(storage_endpoint_id), () =>
                  InvalidInput.at("payload.storage_endpoint_id", "There is no such storage endpoint")
                )
              ]
        const checked = (yield* Effect.forEach(selectedEndpoints, checkAll, {
          concurrency: MAX_CONCURRENT_ENDPOINTS
        })).filter((one) => one !== null)
        const report: DriftReport = {
          status: "completed",
          endpoints: checked,
          failed_endpoint_count: checked.filter(({ status }) => status === "failed").length,
          compared_count: checked.reduce((sum, { compared_count }) => sum + compared_count, 0),
          differing_count: checked.reduce((sum, { differing_count }) => sum + differing_count, 0)
        }
        return report
      })

      const run = Effect.fn("DriftChecks.run")((request: CheckDrift) =>
        Effect.map(
          lease.run("drift-check", LEASE_DURATION, all(request)),
          Option.getOrElse(() => skipped)
        )
      )

      const now = Effect.fn("DriftChecks.now")(function* (request: CheckDrift) {
        const report = yield* run(request)
        if (report.status === "skipped")
          return yield* new Conflict({
            code: "state_conflict",
            detail: "A check is under way already: what it finds is shown as it comes"
          })
        return report
      })

      const one = Effect.fn("DriftChecks.one")(function* (kind: RegistrationKind, id: number) {
        const registration = yield* records.find(kind, id)
        const target = yield* targets.of(yield* endpoints.find(registration.endpoint_id))
        if (target === null)
          return yield* new NotFound({ entity: "Admin Ops of storage endpoint", id: String(registration.endpoint_id) })
        const { seen: observed } = yield* compare(target, registration, 2)
        return { ...(yield* records.find(kind, id)), seen: observed }
      })

      return DriftChecks.of({ run, now, one })
    })
  )
}
