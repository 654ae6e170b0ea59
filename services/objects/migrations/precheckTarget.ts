import { Effect, type Schema } from "effect"
import { isAccountId, listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { MigrationFinding } from "#domain/objects/migrations/BucketMigration.ts"
import { endpointDifferences, isSameCluster } from "#domain/objects/migrations/endpointDifferences.ts"
import { estimatedDuration } from "#domain/objects/migrations/estimatedDuration.ts"
import { ownerRoom } from "#domain/objects/migrations/ownerRoom.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { OwnerUsage } from "#services/gateways/endpoints/OwnerUsage.ts"
import type { ResolvedSides } from "../comparison/comparisonSides.ts"
import { MigrationRecords } from "./MigrationRecords.ts"

interface PlannedAmount {
  readonly objects: number | null
  readonly bytes: number | null
  readonly newBuckets: number
}

type Evidence = Readonly<Record<string, Schema.Json>>

/** Checks of a migration that concern its two endpoints and the owner of its targets, once for all buckets. */
export const precheckTarget = Effect.gen(function* () {
  const [endpoints, gateway, ownerUsage] = yield* Effect.all([EndpointRecords, BucketGateway, OwnerUsage])
  const [accounts, users] = yield* Effect.all([GatewayAccountSettings, GatewayUserSettings])
  const records = yield* MigrationRecords

  const differences = Effect.fnUntraced(function* ({ source, target }: ResolvedSides) {
    const ids = [source.context.s3.endpointId, target.context.s3.endpointId]
    if (ids[0] === ids[1] && ids[0] !== null) return []
    const scope = `${source.context.context.endpoint_name} → ${target.context.context.endpoint_name}`
    const [one, other] = yield* Effect.forEach(ids, (id) =>
      id === null ? Effect.succeed(null) : Effect.orElseSucceed(endpoints.find(id), () => null)
    )
    const finding = (severity: MigrationFinding["severity"], code: string, message: string, evidence: Evidence = {}) =>
      ({ severity, code, scope, message, evidence }) satisfies MigrationFinding
    if (!one || !other)
      return [
        finding("info", "endpoint_unknown", "An endpoint is not registered here: its differences are not known", {
          source: source.context.s3.url,
          target: target.context.s3.url
        })
      ]
    const different = endpointDifferences(one, other)
    const missing = different.filter(({ source: here, target: there }) => here === "on" && there === "off")
    return [
      ...(isSameCluster(one, other) === true
        ? [
            finding("warning", "one_cluster", "Both endpoints lead to one cluster: its own copies would be faster", {
              cluster_id: one.detected?.cluster_id ?? null
            })
          ]
        : []),
      ...(different.length === 0
        ? []
        : [
            finding(
              missing.length > 0 ? "warning" : "info",
              "endpoint_differences",
              missing.length > 0
                ? `The target's endpoint lacks ${missing.map(({ name }) => name).join(", ")}: ` +
                    "settings that need it do not work there"
                : "The two endpoints differ",
              Object.fromEntries(different.map((one) => [one.name, `${one.source} → ${one.target}`]))
            )
          ])
    ]
  })

  /** Quota and bucket limit of the owner of a context; null where they cannot be read. */
  const limitsOf = Effect.fnUntraced(function* ({
    admin,
    bucketOwner,
    listingKey
  }: ResolvedSides["target"]["context"]) {
    const owner = listingOwner(listingKey)?.owner ?? null
    if (admin === null || owner === null) return null
    const limits = isAccountId(owner)
      ? Effect.map(accounts.settings(admin, owner), ({ account_quota, limits: { max_buckets } }) => ({
          quota: account_quota,
          max_buckets
        }))
      : Effect.map(users.settings(admin, owner), ({ max_buckets, user_quota }) => ({ quota: user_quota, max_buckets }))
    const uid = bucketOwner?._tag === "Uid" ? bucketOwner.uid : owner
    return yield* Effect.option(
      Effect.all({ owner: Effect.succeed(owner), limits, used: ownerUsage.read(admin, uid) }, { concurrency: 2 })
    ).pipe(Effect.map((found) => (found._tag === "Some" ? found.value : null)))
  })

  const room = Effect.fnUntraced(function* ({ target: { context } }: ResolvedSides, planned: PlannedAmount) {
    const scope = `all → ${context.context.name}`
    const ownerLimits = yield* limitsOf(context)
    const unknown = (message: string): MigrationFinding => ({
      severity: "info",
      code: "owner_quota_unknown",
      scope,
      message,
      evidence: {}
    })
    if (ownerLimits === null) return [unknown("Quota and limits of the target's owner are not known")]
    const { limits, owner, used } = ownerLimits
    const findings: Array<MigrationFinding> = []
    const { objects, bytes } = planned
    const evidence: Evidence = {
      owner,
      max_size_bytes: limits.quota.max_size_bytes,
      max_objects: limits.quota.max_objects,
      used_bytes: used?.bytes ?? null,
      used_objects: used?.objects ?? null,
      source_bytes: bytes,
      source_objects: objects
    }
    const fit = ownerRoom(limits.quota, used, { bytes, objects })
    if (fit === "full")
      findings.push({
        severity: "blocking",
        code: "owner_quota",
        scope,
        message: "The quota of the target's owner is smaller than the sources",
        evidence
      })
    if (fit === "tight")
      findings.push({
        severity: "warning",
        code: "owner_quota",
        scope,
        message: "The sources and what the target's owner stores already exceed its quota",
        evidence
      })
    if (fit === "unknown")
      findings.push(unknown("The size of the sources or the usage of the target's owner is not known"))
    if (limits.max_buckets === null || planned.newBuckets === 0) return findings
    const count = (yield* gateway.list(context.s3)).length
    if (count + planned.newBuckets > limits.max_buckets)
      findings.push({
        severity: "blocking",
        code: "bucket_limit",
        scope,
        message: "The target's owner may not have so many buckets",
        evidence: { owner, max_buckets: limits.max_buckets, buckets: count, new_buckets: planned.newBuckets }
      })
    return findings
  })

  const duration = Effect.fnUntraced(function* (
    { source: { context: from }, target: { context: to } }: ResolvedSides,
    { bytes, objects }: PlannedAmount
  ) {
    const [source, target] = [from.s3.endpointId, to.s3.endpointId]
    const past = source === null || target === null ? null : yield* records.pastCopies(source, target)
    const seconds = past === null ? null : estimatedDuration({ objects, bytes }, past)
    const finding: MigrationFinding = {
      severity: "info",
      code: seconds === null ? "duration_unknown" : "estimated_duration",
      scope: `all → ${to.context.name}`,
      message:
        seconds === null
          ? "How long it takes is not known: nothing comparable was migrated between these endpoints yet"
          : "Copying and comparing takes about so long, at the rates of earlier buckets between these endpoints",
      evidence: seconds === null ? {} : { seconds, earlier_buckets: past?.buckets ?? 0, objects, bytes }
    }
    return [finding]
  })

  return Effect.fnUntraced(function* (sides: ResolvedSides, planned: PlannedAmount) {
    const findings = yield* Effect.all([differences(sides), room(sides, planned), duration(sides, planned)], {
      concurrency: 3
    })
    return findings.flat()
  })
})
