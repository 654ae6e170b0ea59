import { DateTime, Effect, Option, Result, type Schema } from "effect"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import { parseBucketQuota } from "#domain/buckets/features/quota.ts"
import type { MigrationDraft, MigrationFinding, MigrationPrecheck } from "#domain/objects/migrations/BucketMigration.ts"
import { encryptionFindings } from "#domain/objects/migrations/encryptionFindings.ts"
import { minimumDuration } from "#domain/objects/migrations/minimumDuration.ts"
import { lockedPolicy } from "#domain/objects/migrations/sourceLock.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { FeatureGuard } from "#services/buckets/features/FeatureGuard.ts"
import { FeatureStore } from "#services/buckets/features/FeatureStore.ts"
import { MultipartStore } from "#services/objects/MultipartStore.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"
import {
  lossWarning,
  MAX_SAMPLED_OBJECTS,
  readableProperties,
  sampleProperties
} from "#services/objects/sampleProperties.ts"
import { compareSettings } from "../comparison/compareSettings.ts"
import type { ResolvedSide, ResolvedSides } from "../comparison/comparisonSides.ts"
import { isCustomerKeyFault } from "../copyProperties.ts"
import { sameGateway } from "../objectwork/sameBucket.ts"
import { canPreserveVersionIds, PROBE_KEY } from "./canPreserveVersionIds.ts"
import { UNKNOWN_OWNER } from "./migrationSteps.ts"
import { precheckTarget } from "./precheckTarget.ts"

const CONCURRENT_BUCKETS = 4
const MAX_UPLOADS_IN_EVIDENCE = 20

type Failure = NotFound | GatewayFailure
type Evidence = Readonly<Record<string, Schema.Json>>
type AddFinding = (severity: MigrationFinding["severity"], code: string, message: string, evidence?: Evidence) => void

const evidenceOf = (error: Failure): Evidence =>
  error._tag === "StorageError"
    ? { code: error.storage_code, status: error.storage_status, detail: error.detail }
    : { code: error.code, detail: error.message }

/** Uses the gateways' own credentials. Writes nothing that remains. */
export const precheckMigration = Effect.gen(function* () {
  const [gateway, contents, features] = yield* Effect.all([BucketGateway, BucketContents, FeatureStore])
  const guard = yield* FeatureGuard
  const [store, details, multipart] = yield* Effect.all([ObjectStore, ObjectDetailStore, MultipartStore])

  const sampleOf = sampleProperties(details)
  const settingsOf = yield* compareSettings
  const checkTarget = yield* precheckTarget
  const keepIds = yield* canPreserveVersionIds

  const firstKeys = ({ bucket, context }: ResolvedSide, maxKeys: number) =>
    Effect.result(
      Effect.map(
        store.list(context.s3, bucket, { prefix: "", delimiter: "", continuationToken: null, maxKeys }),
        ({ objects }) => objects.map(({ key }) => key)
      )
    )

  const checkLock = Effect.fnUntraced(function* ({ bucket, context }: ResolvedSide, add: AddFinding) {
    const documents = yield* Effect.result(
      Effect.all([features.read(context, bucket, "policy"), features.read(context, bucket, "lifecycle")])
    )
    if (documents._tag === "Failure")
      return add("blocking", "source_not_lockable", "Policy or lifecycle rules of the source cannot be read", {
        ...evidenceOf(documents.failure)
      })
    const [policy, lifecycle] = documents.success
    const locked = lockedPolicy(bucket, policy, "precheck")
    if (locked === null) return add("blocking", "source_not_lockable", "The policy of the source cannot be parsed")
    const [loss] = (yield* guard.losses(context, bucket, { feature: "policy", before: policy, after: locked })).filter(
      ({ access, certain }) => certain && (access === "change_policy" || access === "remove_policy")
    )
    if (loss !== undefined)
      return add("blocking", "source_not_lockable", "The lock of the source could not be released", {
        reason: loss.why
      })
    add(
      "info",
      "source_locked",
      "The cutover denies changes of the source to every user, and restores its policy afterwards",
      { policy: policy === null ? "none" : "kept beside the lock" }
    )
    if (lifecycle !== null)
      add(
        "info",
        "lifecycle_parked",
        "The cutover deletes the lifecycle rules of the source, and restores them afterwards"
      )
    const uploads = yield* contents.uploads(context.s3, bucket)
    if (uploads.length > 0)
      add(
        "warning",
        "unfinished_uploads",
        "Unfinished uploads cannot be completed during the cutover, and are not copied",
        {
          count: uploads.length,
          keys: uploads.slice(0, MAX_UPLOADS_IN_EVIDENCE).map(({ key }) => key)
        }
      )
  })

  const checkTargetLock = Effect.fnUntraced(function* ({ bucket, context }: ResolvedSide, add: AddFinding) {
    const owner = listingOwner(context.listingKey)?.owner ?? null
    if (owner === null) return add("blocking", "target_not_lockable", UNKNOWN_OWNER)
    const exists = yield* gateway.exists(context.s3, bucket)
    const policy = exists ? yield* Effect.result(features.read(context, bucket, "policy")) : Result.succeed(null)
    if (Result.isFailure(policy))
      return add("blocking", "target_not_lockable", "The policy of the target cannot be read", {
        ...evidenceOf(policy.failure)
      })
    if (lockedPolicy(bucket, policy.success, "precheck", owner) === null)
      return add("blocking", "target_not_lockable", "The policy of the target cannot be parsed")
    add(
      "info",
      "target_locked",
      "Changes of the target are denied to everybody but its owner during the run; its policy is restored afterwards",
      { owner, policy: policy.success === null ? "none" : "kept beside the lock" }
    )
  })

  /** Names settings of the source that cannot be written at the target, which exists. */
  const checkSettings = Effect.fnUntraced(function* (sides: ResolvedSides, add: AddFinding) {
    const uncopied = (yield* settingsOf(sides)).flatMap(({ comparison: { detail, feature, verdict }, edit }) =>
      edit === null && verdict !== "same" ? [[feature, detail ?? "not known"] as const] : []
    )
    if (uncopied.length > 0)
      add(
        "warning",
        "settings_not_copied",
        `Settings that cannot be copied: ${uncopied.map(([feature]) => feature).join(", ")}`,
        Object.fromEntries(uncopied)
      )
  })

  const checkPair = Effect.fnUntraced(function* (draft: MigrationDraft, { source, target }: ResolvedSides) {
    const scope = `${source.bucket} → ${target.bucket}`
    const findings: Array<MigrationFinding> = []
    const add: AddFinding = (severity, code, message, evidence = {}) =>
      void findings.push({ code, severity, scope, message, evidence })
    const statistics = yield* Effect.orElseSucceed(gateway.statistics(source.context.s3, source.bucket), Option.none)
    const size = Option.getOrNull(statistics)

    const first = yield* firstKeys(source, MAX_SAMPLED_OBJECTS)
    if (first._tag === "Failure") {
      add("blocking", "source_unreadable", "The source cannot be listed by its own key", evidenceOf(first.failure))
      return { findings, size, creates: false }
    }
    const sample = yield* sampleOf(source, first.success)
    const unreadable = sample.flatMap(({ reading }) =>
      reading._tag === "Failure" && reading.failure._tag !== "Conflict" && reading.failure._tag !== "NotFound"
        ? [reading.failure]
        : []
    )
    if (unreadable[0] !== undefined)
      add("blocking", "source_unreadable", "An object of the source cannot be read", evidenceOf(unreadable[0]))
    const properties = readableProperties(sample)
    const isOneGateway = sameGateway(source.context, target.context)
    const customerKeys = sample.flatMap(({ key, reading }) =>
      reading._tag === "Failure" && isCustomerKeyFault(reading.failure) ? [key] : []
    )
    for (const { code, evidence, message, severity } of encryptionFindings(
      properties.map(({ encryption: { kind } }) => kind),
      customerKeys,
      { isOneGateway, accepted: draft.accept_losses?.includes("encryption") === true }
    ))
      add(severity, code, message, evidence)
    if (isOneGateway && draft.use_same_endpoint_copy !== false)
      add("info", "gateway_copies", "Both buckets are on one gateway, which copies by itself")
    else
      add("info", "service_copies", "Data passes through this service", {
        one_gateway: isOneGateway,
        source_region: source.context.s3.region,
        target_region: target.context.s3.region
      })
    const seconds = minimumDuration({ objects: size?.object_count ?? null, bytes: size?.used_bytes ?? null }, draft)
    if (seconds !== null)
      add("info", "least_duration", "The limits of the migration make the copy take at least this long", {
        seconds,
        objects: size?.object_count ?? null,
        bytes: size?.used_bytes ?? null
      })
    const addLosses = Effect.fnUntraced(function* (objectLock: boolean | null) {
      const losses = yield* lossWarning({ source, target }, properties, objectLock, draft.accept_losses ?? [])
      if (losses !== null) add("warning", "losses", losses.message, { objects_read: losses.read, ...losses.counts })
    })
    const own = yield* contents.settings(source.context.s3, source.bucket)
    const isVersionAware = draft.strategy === "version_aware"
    if (isVersionAware) {
      const { obstacle, writer } = yield* keepIds(draft, { source, target })
      if (writer !== null)
        add(
          "info",
          "version_ids_kept",
          "Versions keep their ids, written with the cluster S3 key of the target's endpoint; times are new, " +
            "and so is the id of a version “null”",
          { versioning: own.versioning }
        )
      else
        add("info", "version_ids_mapped", "Versions get new ids and times at the target; the certificate maps them", {
          versioning: own.versioning,
          ...(obstacle === null ? {} : { ids_not_kept: obstacle })
        })
    }
    if (!isVersionAware && (own.versioning === "enabled" || own.versioning === "suspended"))
      add("warning", "only_current_versions", "The source keeps versions: only current ones are copied", {
        versioning: own.versioning
      })
    if (draft.delete_source === true) {
      if (own.versioning === "enabled" || own.versioning === "suspended")
        add("blocking", "source_keeps_versions", "Earlier versions are not copied: the source is not deleted", {
          versioning: own.versioning
        })
      add(
        "warning",
        "source_deleted",
        "The cutover deletes every object of the source once all are proved equal; the bucket stays, empty",
        { objects: size?.object_count ?? null, bytes: size?.used_bytes ?? null }
      )
    }
    if (draft.lock_target_writes === true) yield* checkTargetLock(target, add)
    if (draft.mode === "pre_sync") yield* checkLock(source, add)
    else if (own.lifecycle === true)
      add("warning", "source_lifecycle", "Lifecycle rules of the source may delete objects during the run")

    if (!(yield* gateway.exists(target.context.s3, target.bucket))) {
      add("info", "target_created", "The target bucket does not exist: it is created")
      if (own.objectLock === true)
        add("warning", "object_lock", "The target is created without object lock: locked objects are not copied")
      yield* addLosses(false)
      return { findings, size, creates: true }
    }
    const there = yield* firstKeys(target, 1)
    if (there._tag === "Failure") {
      add("blocking", "target_unusable", "The target cannot be listed by its own key", evidenceOf(there.failure))
      return { findings, size, creates: false }
    }
    const [present] = there.success
    if (present !== undefined)
      add("warning", "target_not_empty", "The target holds objects already", { first_key: present })
    const upload = yield* Effect.result(
      multipart.start(target.context.s3, target.bucket, PROBE_KEY, "application/octet-stream")
    )
    if (upload._tag === "Failure")
      add("blocking", "target_unwritable", "The target refuses uploads", evidenceOf(upload.failure))
    else
      yield* multipart.abort(target.context.s3, {
        bucket: target.bucket,
        key: PROBE_KEY,
        gatewayUploadId: upload.success
      })
    const others = yield* contents.settings(target.context.s3, target.bucket)
    if (isVersionAware && others.versioning !== "enabled")
      add("blocking", "target_keeps_no_versions", "The target does not keep versions: switch versioning on", {
        versioning: others.versioning
      })
    if (own.objectLock === true && others.objectLock !== true && draft.accept_losses?.includes("object_lock") !== true)
      add("warning", "object_lock", "The target has no object lock: locked objects are not copied")
    yield* addLosses(others.objectLock)
    if (others.lifecycle === true) add("warning", "target_lifecycle", "Lifecycle rules of the target may delete copies")
    const quota = yield* Effect.orElseSucceed(
      Effect.map(features.read(target.context, target.bucket, "quota"), parseBucketQuota),
      () => null
    )
    const quotaBytes = quota?.enabled === true ? quota.max_size_bytes : null
    if (quotaBytes !== null && size !== null && size.used_bytes !== null && size.used_bytes > quotaBytes)
      add("blocking", "target_quota", "The quota of the target is smaller than the source", {
        max_size_bytes: quotaBytes,
        source_bytes: size.used_bytes
      })
    if (draft.copy_bucket_settings) yield* checkSettings({ source, target }, add)
    return { findings, size, creates: false }
  })

  return Effect.fn("Migrations.precheck")(function* (draft: MigrationDraft, pairs: ReadonlyArray<ResolvedSides>) {
    const checked = yield* Effect.forEach(pairs, (pair) => checkPair(draft, pair), { concurrency: CONCURRENT_BUCKETS })
    const sum = (of: "object_count" | "used_bytes") =>
      checked.reduce<number | null>((total, { size }) => {
        const one = size?.[of] ?? null
        return total === null || one === null ? null : total + one
      }, 0)
    const [objects, bytes] = [sum("object_count"), sum("used_bytes")]
    const newBuckets = checked.filter(({ creates }) => creates).length
    const [first] = pairs
    const precheck: MigrationPrecheck = {
      checked_at: DateTime.formatIso(yield* DateTime.now),
      findings: [
        ...checked.flatMap(({ findings }) => findings),
        ...(first === undefined ? [] : yield* checkTarget(first, { objects, bytes, newBuckets }))
      ],
      objects,
      bytes
    }
    return precheck
  })
})
