import { Clock, Context, DateTime, Effect, Layer, Stream } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { type Conflict, type GatewayFailure, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { lockReason } from "#domain/objects/ObjectLocks.ts"
import type {
  CleaningPreview,
  CleaningPreviewEvent,
  CleanFolder,
  DeletionTarget
} from "#domain/objects/objectwork/OldVersions.ts"
import type {
  PlannedRestore,
  RestoreAct,
  RestoreFolder,
  RestorePreview,
  RestorePreviewEvent
} from "#domain/objects/objectwork/PointInTime.ts"
import type { WorkRun } from "#domain/platform/work/WorkRun.ts"
import { BucketContents } from "#services/buckets/emptying/BucketContents.ts"
import { BucketPages } from "#services/objects/BucketPages.ts"
import { ObjectDetailStore } from "#services/objects/ObjectDetailStore.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { deletionTargets, versionCleaning } from "./cleaningKind.ts"
import { keepsVersions } from "./keepsVersions.ts"
import { scanPages } from "./scanPages.ts"
import { type KeyHistory, readHistories } from "./readHistories.ts"
import { type KeyDecision, decideKey, decisionsHasher } from "./restoreDecisions.ts"
import { restoreKey } from "./restoreKey.ts"
import { folderRestoring } from "./restoringKind.ts"

type Failure = NotFound | GatewayFailure
type Events<A> = Stream.Stream<A, Conflict | InvalidInput | Failure>

const SAMPLE_SIZE = 20
const iso = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

export type CleaningRules = Pick<CleanFolder, "keep_newest" | "older_than_days" | "orphan_markers">

export class FolderHistory extends Context.Service<
  FolderHistory,
  {
    /** Conflict `state_conflict` without versioning. */
    readonly previewRestore: (
      context: ResolvedContext,
      bucket: string,
      prefix: string,
      at: string
    ) => Effect.Effect<Events<RestorePreviewEvent>, Conflict | InvalidInput | Failure>
    readonly restore: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      wanted: RestoreFolder
    ) => Effect.Effect<WorkRun, PlanFailure>
    readonly previewCleaning: (
      context: ResolvedContext,
      bucket: string,
      prefix: string,
      rules: CleaningRules
    ) => Effect.Effect<Events<CleaningPreviewEvent>, InvalidInput | Failure>
    readonly clean: (
      caller: Caller,
      context: ResolvedContext,
      bucket: string,
      wanted: CleanFolder
    ) => Effect.Effect<WorkRun, PlanFailure>
  }
>()("stowage/services/objects/objectwork/FolderHistory") {
  static readonly layer = Layer.effect(
    FolderHistory,
    Effect.gen(function* () {
      const pages = yield* BucketPages
      const contents = yield* BucketContents
      const details = yield* ObjectDetailStore
      const work = yield* Work
      const one = yield* restoreKey
      const refuseWithout = yield* keepsVersions

      const placeOf = ({ context, listingKey }: ResolvedContext) => ({
        context_id: context.id,
        listing_key: listingKey
      })

      const looking = <Event, E>(
        context: ResolvedContext,
        bucket: string,
        prefix: string,
        look: (histories: ReadonlyArray<KeyHistory>) => Effect.Effect<void, E>,
        report: (ended: boolean) => Effect.Effect<Event, E>
      ) => scanPages(readHistories(pages, context.s3, bucket, prefix), { inspect: look, report })

      const previewRestore = Effect.fn("FolderHistory.previewRestore")(function* (
        context: ResolvedContext,
        bucket: string,
        prefix: string,
        at: string
      ) {
        const plannedAt = yield* Clock.currentTimeMillis
        if (Date.parse(at) >= plannedAt) return yield* InvalidInput.at("query.at", "Expected a time that is over")
        yield* refuseWithout(context.s3, bucket)
        const times = { at: Date.parse(at), plannedAt }
        return Stream.suspend(() => {
          const hasher = decisionsHasher()
          const counts = { keys: 0, restore: 0, undelete: 0, hide: 0, keep: 0, bytes: 0 }
          const samples: Record<RestoreAct, Array<PlannedRestore>> = { restore: [], undelete: [], hide: [] }
          const note = ({ decision, key }: KeyDecision): void => {
            counts.keys++
            counts[decision.act]++
            if (decision.act === "keep") return
            const from = decision.act === "hide" ? null : decision.from
            if (decision.act === "restore") counts.bytes += decision.from.size
            if (samples[decision.act].length < SAMPLE_SIZE) {
              samples[decision.act].push({
                key,
                act: decision.act,
                from: from?.versionId ?? null,
                written_at: from === null ? null : iso(from.writtenAt),
                size_bytes: from?.size ?? 0
              })
            }
          }
          const look = Effect.fnUntraced(function* (histories: ReadonlyArray<KeyHistory>) {
            const all = histories.map((history) => decideKey(history, times))
            for (const decision of all) yield* hasher.add(decision)
            // equal bytes may have other metadata: checked for the preview, no reason to refuse a run
            const compared = yield* Effect.forEach(
              all,
              (decision) =>
                decision.decision.act !== "restore" || !decision.decision.alike || decision.was === null
                  ? Effect.succeed(decision)
                  : Effect.map(
                      one.saySame(
                        context,
                        bucket,
                        decision.key,
                        decision.was.versionId,
                        decision.decision.from.versionId
                      ),
                      (same): KeyDecision => (same ? { ...decision, decision: { act: "keep" } } : decision)
                    ).pipe(Effect.catchTag("InvalidInput", () => Effect.succeed(decision))),
              { concurrency: 8 }
            )
            for (const decision of compared) note(decision)
          })
          const report = (ended: boolean) =>
            Effect.gen(function* () {
              const data: RestorePreview = {
                prefix,
                at,
                planned_at: iso(plannedAt),
                ...counts,
                sample: [...samples.restore, ...samples.undelete, ...samples.hide],
                plan_hash: ended ? yield* hasher.end : null
              }
              return { event: ended ? ("result" as const) : ("progress" as const), data }
            })
          return looking(context, bucket, prefix, look, report)
        })
      })

      const previewCleaning = Effect.fn("FolderHistory.previewCleaning")(function* (
        context: ResolvedContext,
        bucket: string,
        prefix: string,
        rules: CleaningRules
      ) {
        const { keep_newest = null, older_than_days = null, orphan_markers } = rules
        if (keep_newest === null && older_than_days === null && !orphan_markers)
          return yield* InvalidInput.at("query", "Say what is to go: keep_newest, older_than_days or orphan_markers")
        const plannedAt = yield* Clock.currentTimeMillis
        const params = { keep_newest, older_than_days, orphan_markers, planned_at: iso(plannedAt) }
        const { objectLock } = yield* contents.settings(context.s3, bucket)
        return Stream.suspend(() => {
          const counts = { keys: 0, versions: 0, bytes: 0, markers: 0, touched: 0 }
          const sample: Array<DeletionTarget> = []
          const lockOf = (key: string, versionId: string) =>
            Effect.match(details.head(context.s3, { bucket, key, versionId }, null), {
              onFailure: () => null,
              onSuccess: ({ lock }) => lockReason(lock, plannedAt)
            })
          const look = Effect.fnUntraced(function* (histories: ReadonlyArray<KeyHistory>) {
            for (const history of histories) {
              const targets = deletionTargets(history, params)
              counts.keys++
              if (targets.length > 0) counts.touched++
              for (const { isMarker, size, versionId, writtenAt } of targets) {
                if (isMarker) counts.markers++
                else counts.versions++
                counts.bytes += size
                if (sample.length < SAMPLE_SIZE) {
                  const locked = isMarker || objectLock !== true ? null : yield* lockOf(history.key, versionId)
                  sample.push({
                    key: history.key,
                    version_id: versionId,
                    is_delete_marker: isMarker,
                    size_bytes: size,
                    written_at: iso(writtenAt),
                    locked
                  })
                }
              }
            }
          })
          const report = (ended: boolean) =>
            Effect.sync(() => {
              const data: CleaningPreview = {
                prefix,
                planned_at: iso(plannedAt),
                ...counts,
                sample: [...sample],
                object_lock: objectLock
              }
              return { event: ended ? ("result" as const) : ("progress" as const), data }
            })
          return looking(context, bucket, prefix, look, report)
        })
      })

      const past = (moment: string) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Date.parse(moment) > now
            ? Effect.fail(InvalidInput.at("payload.planned_at", "Expected the time of a preview"))
            : Effect.void
        )

      return FolderHistory.of({
        previewRestore,
        previewCleaning,
        restore: Effect.fn("FolderHistory.restore")(function* (
          caller: Caller,
          context: ResolvedContext,
          bucket: string,
          request: RestoreFolder
        ) {
          yield* past(request.planned_at)
          if (Date.parse(request.at) >= Date.parse(request.planned_at))
            return yield* InvalidInput.at("payload.at", "Expected a time before the preview")
          return yield* work.start(caller, folderRestoring, { ...placeOf(context), bucket, ...request }, null)
        }),
        clean: Effect.fn("FolderHistory.clean")(function* (
          caller: Caller,
          context: ResolvedContext,
          bucket: string,
          request: CleanFolder
        ) {
          yield* past(request.planned_at)
          const { keep_newest = null, older_than_days = null, ...rest } = request
          return yield* work.start(
            caller,
            versionCleaning,
            { ...placeOf(context), bucket, ...rest, keep_newest, older_than_days },
            null
          )
        })
      })
    })
  )
}
