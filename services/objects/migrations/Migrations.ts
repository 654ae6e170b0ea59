import { Context, Effect, Layer, type Stream } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type {
  BucketMigration,
  EditMigrationDraft,
  MigrationDraft,
  MigrationItem,
  MigrationPrecheck,
  MigrationStreamEvent,
  NewMigrationDraft,
  SavedMigration
} from "#domain/objects/migrations/BucketMigration.ts"
import { MAX_MIGRATION_BUCKETS } from "#domain/objects/migrations/BucketMigration.ts"
import { mapBuckets, mapsEveryBucket } from "#domain/objects/migrations/mapBuckets.ts"
import { sourceDeletionFault } from "#domain/objects/migrations/sourceDeletion.ts"
import type { ItemAction, MigrationAction, MigrationState } from "#domain/objects/migrations/migrationState.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import {
  type BadRequest,
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  NotFound
} from "#domain/platform/errors/Errors.ts"
import { isEnded } from "#domain/platform/work/runState.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Work } from "#services/platform/work/Work.ts"
import type { PlanFailure } from "#services/platform/work/WorkKind.ts"
import { comparisonSides } from "../comparison/comparisonSides.ts"
import { streamMigrationEvents } from "./streamMigrationEvents.ts"
import { migrationCertificate } from "./migrationCertificate.ts"
import { migrationItemOf, migrationView, pendingItems } from "./migrationView.ts"
import { bucketMigration } from "./migrationKind.ts"
import type { MigrationParams } from "./migrationWork.ts"
import { MigrationRecords, type StoredMigration, type StoredWebhook } from "./MigrationRecords.ts"
import { precheckMigration } from "./precheckMigration.ts"
import { SourceLockRecords } from "./SourceLockRecords.ts"
import { WebhookSender } from "./WebhookSender.ts"
import { webhookSecretPurpose } from "./webhookSecret.ts"

type Refused = BadRequest | Forbidden | NotFound
type WorkAction = Extract<MigrationAction, "pause" | "resume" | "continue" | "stop">

const refusals: Record<MigrationAction, string> = {
  edit: "Only a draft can be changed",
  precheck: "Only a draft is prechecked",
  start: "A draft starts after a precheck without blocking findings",
  pause: "Only a migration that runs can be paused",
  resume: "Only a paused migration can be resumed",
  continue: "Only a migration that awaits its cutover can be continued",
  stop: "The migration has ended already, or is a draft",
  retry: "Only an ended migration with failed buckets can be retried",
  rollback: "Only an ended migration with failed buckets can be rolled back",
  delete: "Stop the migration first"
}

const itemRefusals: Record<ItemAction, string> = {
  retry: "Only a failed bucket of an ended migration can be retried",
  rollback: "Only a bucket of an ended migration whose copies are known can be rolled back"
}

const draftFault = ({ buckets }: MigrationDraft): string | null => {
  const [sources, targets] = [buckets.map(({ source }) => source), buckets.map(({ target }) => target)]
  if (new Set(sources).size < sources.length) return "Name each source once"
  return new Set(targets).size < targets.length ? "Name each target once" : null
}

/** A migration belongs to its source's context; readers need data access to both contexts. */
export class Migrations extends Context.Service<
  Migrations,
  {
    readonly newest: (
      caller: Caller,
      context: ResolvedContext,
      limit: number
    ) => Effect.Effect<ReadonlyArray<BucketMigration>>
    readonly create: (
      caller: Caller,
      context: ResolvedContext,
      draft: NewMigrationDraft
    ) => Effect.Effect<SavedMigration, Refused | InvalidInput | GatewayFailure>
    readonly find: (caller: Caller, context: ResolvedContext, id: number) => Effect.Effect<BucketMigration, Refused>
    readonly edit: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      edit: EditMigrationDraft
    ) => Effect.Effect<SavedMigration, Refused | InvalidInput | Conflict | GatewayFailure>
    readonly precheck: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<BucketMigration, PlanFailure | Refused>
    readonly start: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<BucketMigration, PlanFailure | Refused>
    /** `delete`: of a draft or an ended migration; the others act on its run. */
    readonly act: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      action: WorkAction | "delete"
    ) => Effect.Effect<BucketMigration, Refused | Conflict>
    /** Retries or rolls back the failed buckets of an ended migration, or one bucket (`item`). */
    readonly reopen: (
      caller: Caller,
      context: ResolvedContext,
      id: number,
      action: ItemAction,
      item: number | null
    ) => Effect.Effect<BucketMigration, Refused | Conflict>
    readonly items: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<ReadonlyArray<MigrationItem>, Refused>
    readonly certificate: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<Stream.Stream<string>, Refused | Conflict>
    /** Ends when the migration ends or is deleted, or the caller loses a right. */
    readonly follow: (
      caller: Caller,
      context: ResolvedContext,
      id: number
    ) => Effect.Effect<Stream.Stream<MigrationStreamEvent>, Refused>
  }
>()("stowage/services/objects/migrations/Migrations") {
  static readonly layer = Layer.effect(
    Migrations,
    Effect.gen(function* () {
      const work = yield* Work
      const records = yield* MigrationRecords
      const gateway = yield* BucketGateway
      const locks = yield* SourceLockRecords
      const live = yield* LiveEvents
      const webhooks = yield* WebhookSender
      const cipher = yield* CredentialCipher
      const secrets = yield* Secrets
      const sides = yield* comparisonSides
      const check = yield* precheckMigration
      const certificateOf = yield* migrationCertificate
      const placeOf = (listingKey: string) => ({ scope: "manager" as const, listingKey })

      const pairsOf = (caller: Caller, draft: MigrationDraft) =>
        Effect.gen(function* () {
          const [first] = draft.buckets
          const place = (context_id: string, bucket = "") => ({ context_id, bucket })
          const { source, target } = yield* sides.ofCaller(caller, {
            source: place(draft.source_context_id, first?.source),
            target: place(draft.target_context_id, first?.target)
          })
          return draft.buckets.map((pair) => ({
            source: { context: source.context, bucket: pair.source },
            target: { context: target.context, bucket: pair.target }
          }))
        })

      const runOf = ({ listing_key, run_id }: StoredMigration) =>
        run_id === null ? Effect.succeed(null) : Effect.orDie(work.find(placeOf(listing_key), run_id))

      const read = Effect.fnUntraced(function* (caller: Caller, { listingKey }: ResolvedContext, id: number) {
        const stored = yield* records.find(listingKey, id)
        if (stored === null) return yield* new NotFound({ entity: "Migration", id: String(id) })
        const pairs = yield* pairsOf(caller, stored.draft)
        const run = yield* runOf(stored)
        return { stored, run, pairs, shown: migrationView(stored, run) }
      })

      const itemsOf = Effect.fnUntraced(function* (
        { draft, listing_key, run_id }: StoredMigration,
        state: MigrationState
      ) {
        if (run_id === null) return pendingItems(draft)
        const { items } = yield* work.items(placeOf(listing_key), run_id, { limit: MAX_MIGRATION_BUCKETS })
        const open = yield* locks.ofRun(run_id)
        return items.map((item) => migrationItemOf(state, item, open))
      })

      const require = (migration: BucketMigration, action: MigrationAction) =>
        migration.actions.includes(action)
          ? Effect.void
          : Effect.fail(new Conflict({ code: "state_conflict", detail: refusals[action] }))

      const checked = Effect.fnUntraced(function* (caller: Caller, context: ResolvedContext, draft: MigrationDraft) {
        if (draft.source_context_id !== context.context.id)
          return yield* InvalidInput.at("payload.source_context_id", "Expected the context of the query")
        const fault = draftFault(draft)
        if (fault !== null) return yield* InvalidInput.at("payload.buckets", fault)
        const deletionFault = sourceDeletionFault(draft)
        if (deletionFault !== null) return yield* InvalidInput.at("payload.delete_source", deletionFault)
        const webhookFault = draft.webhook_url ? webhooks.fault(draft.webhook_url) : null
        if (webhookFault !== null) return yield* InvalidInput.at("payload.webhook_url", webhookFault)
        const pairs = yield* pairsOf(caller, draft)
        const same = pairs.find(
          ({ source, target }) =>
            source.context.listingKey === target.context.listingKey && source.bucket === target.bucket
        )
        if (same !== undefined)
          return yield* InvalidInput.at("payload.buckets", `${same.source.bucket} cannot be migrated to itself`)
        return pairs
      })

      const requestedBuckets = Effect.fnUntraced(function* (
        caller: Caller,
        context: ResolvedContext,
        request: Pick<NewMigrationDraft, "buckets" | "mapping_prefix">,
        target_context_id: string
      ) {
        const place = { context_id: context.context.id, bucket: "" }
        if (mapsEveryBucket(request))
          yield* sides.ofCaller(caller, { source: place, target: { context_id: target_context_id, bucket: "" } })
        const names = mapsEveryBucket(request)
          ? (yield* gateway.list(context.s3)).map(({ name }) => name).toSorted()
          : []
        const pairs = mapBuckets(request, names)
        return typeof pairs === "string" ? yield* InvalidInput.at("payload.buckets", pairs) : pairs
      })

      const edited = Effect.fnUntraced(function* (
        caller: Caller,
        context: ResolvedContext,
        id: number,
        action: "edit" | "precheck",
        change: (stored: StoredMigration) => Effect.Effect<
          {
            readonly draft: MigrationDraft
            readonly precheck: MigrationPrecheck | null
            readonly webhook?: StoredWebhook | null
          },
          PlanFailure | Refused
        >
      ) {
        const { shown, stored } = yield* read(caller, context, id)
        yield* require(shown, action)
        const { draft, precheck, webhook } = yield* change(stored)
        if (!(yield* records.edit(id, draft, precheck, webhook)))
          return yield* new Conflict({ code: "state_conflict", detail: refusals[action] })
        return (yield* read(caller, context, id)).shown
      })

      const secretFor = Effect.fnUntraced(function* (url: string | null | undefined) {
        if (!url) return null
        const [secret, seal] = yield* Effect.all([secrets.make, secrets.id])
        return { secret, stored: { seal, secret: yield* cipher.encrypt(webhookSecretPurpose(seal), secret) } }
      })

      const start = Effect.fn("Migrations.start")(function* (caller: Caller, context: ResolvedContext, id: number) {
        const { shown, stored } = yield* read(caller, context, id)
        yield* require(shown, "start")
        const params: MigrationParams = {
          migration_id: id,
          draft: stored.draft,
          source_listing_key: stored.listing_key,
          target_listing_key: stored.target_listing_key
        }
        const run = yield* work.start(caller, bucketMigration, params, null)
        if (!(yield* records.begin(id, run.id))) {
          yield* work.ask(caller, placeOf(stored.listing_key), run.id, "stop")
          return yield* new Conflict({ code: "state_conflict", detail: refusals.start })
        }
        return (yield* read(caller, context, id)).shown
      })

      return Migrations.of({
        start,
        newest: Effect.fn("Migrations.newest")(function* (caller, { listingKey }, limit) {
          const views = yield* Effect.forEach(yield* records.newest(listingKey, limit), (stored) =>
            Effect.matchEffect(pairsOf(caller, stored.draft), {
              onFailure: () => Effect.succeed([]),
              onSuccess: () => Effect.map(runOf(stored), (run) => [migrationView(stored, run)])
            })
          )
          return views.flat()
        }),
        create: Effect.fn("Migrations.create")(function* (caller, context, { buckets, mapping_prefix, ...rest }) {
          const request = { ...(buckets && { buckets }), ...(mapping_prefix !== undefined && { mapping_prefix }) }
          const draft = {
            ...rest,
            buckets: yield* requestedBuckets(caller, context, request, rest.target_context_id)
          }
          const [first] = yield* checked(caller, context, draft)
          const user = callerUser(caller)
          const webhook = yield* secretFor(draft.webhook_url)
          const id = yield* records.create({
            webhook: webhook?.stored ?? null,
            listing_key: context.listingKey,
            target_listing_key: first?.target.context.listingKey ?? "",
            draft,
            user_id: user?.id ?? null,
            email: user?.email ?? null
          })
          return { ...(yield* read(caller, context, id)).shown, webhook_secret: webhook?.secret ?? null }
        }),
        find: Effect.fn("Migrations.find")((caller, context, id) =>
          Effect.map(read(caller, context, id), ({ shown }) => shown)
        ),
        edit: Effect.fn("Migrations.edit")(function* (caller, context, id, { buckets, mapping_prefix, ...rest }) {
          const request = { ...(buckets && { buckets }), ...(mapping_prefix !== undefined && { mapping_prefix }) }
          let secret: SavedMigration["webhook_secret"] = null
          const migration = yield* edited(caller, context, id, "edit", (stored) =>
            Effect.gen(function* () {
              const pairs =
                buckets === undefined && mapping_prefix === undefined
                  ? stored.draft.buckets
                  : yield* requestedBuckets(caller, context, request, stored.draft.target_context_id)
              const draft = { ...stored.draft, ...rest, buckets: pairs }
              yield* checked(caller, context, draft)
              if ((draft.webhook_url ?? null) === (stored.draft.webhook_url ?? null)) return { draft, precheck: null }
              const webhook = yield* secretFor(draft.webhook_url)
              secret = webhook?.secret ?? null
              return { draft, precheck: null, webhook: webhook?.stored ?? null }
            })
          )
          return { ...migration, webhook_secret: secret }
        }) as Migrations["Service"]["edit"],
        precheck: Effect.fn("Migrations.precheck")((caller, context, id) =>
          edited(caller, context, id, "precheck", ({ draft }) =>
            Effect.map(
              Effect.flatMap(pairsOf(caller, draft), (pairs) => check(draft, pairs)),
              (precheck) => ({ draft, precheck })
            )
          )
        ),
        act: Effect.fn("Migrations.act")(function* (caller, context, id, action) {
          const { shown, stored } = yield* read(caller, context, id)
          yield* require(shown, action)
          if (action === "delete") {
            const open = stored.run_id === null ? [] : yield* locks.ofRun(stored.run_id)
            if (open.length > 0)
              return yield* new Conflict({
                code: "state_conflict",
                detail: "A bucket is still locked: its release is retried"
              })
            yield* records.remove(id)
            return shown
          }
          if (action === "continue" && stored.draft.delete_source === true)
            yield* confirmedName("bucket", stored.draft.buckets[0]?.source ?? "")
          if (stored.run_id !== null) yield* work.ask(caller, placeOf(stored.listing_key), stored.run_id, action)
          return (yield* read(caller, context, id)).shown
        }),
        reopen: Effect.fn("Migrations.reopen")(function* (caller, context, id, action, item) {
          const { shown, stored } = yield* read(caller, context, id)
          if (item === null) yield* require(shown, action)
          else {
            const bucketItem = (yield* itemsOf(stored, shown.state)).find((one) => one.id === item)
            if (bucketItem === undefined)
              return yield* new NotFound({ entity: "Bucket of the migration", id: String(item) })
            if (!bucketItem.actions.includes(action))
              return yield* new Conflict({ code: "state_conflict", detail: itemRefusals[action] })
          }
          if (stored.run_id !== null)
            yield* work.reopen(
              caller,
              placeOf(stored.listing_key),
              stored.run_id,
              action,
              item === null ? null : [item]
            )
          return (yield* read(caller, context, id)).shown
        }),
        items: Effect.fn("Migrations.items")((caller, context, id) =>
          Effect.flatMap(read(caller, context, id), ({ shown, stored }) => itemsOf(stored, shown.state))
        ),
        certificate: Effect.fn("Migrations.certificate")(function* (caller, context, id) {
          const { run, shown, stored } = yield* read(caller, context, id)
          if (run === null || !isEnded(run.state))
            return yield* new Conflict({
              code: "state_conflict",
              detail: "Only an ended migration has a certificate"
            })
          const { items } = yield* work.items(placeOf(stored.listing_key), run.id, { limit: MAX_MIGRATION_BUCKETS })
          return yield* certificateOf(stored, shown.state, run, items)
        }),
        follow: Effect.fn("Migrations.follow")(function* (caller, context, id) {
          const { shown } = yield* read(caller, context, id)
          return streamMigrationEvents(live, shown, (after) =>
            Effect.gen(function* () {
              const { shown: migration, stored } = yield* read(caller, context, id)
              const [items, events] = yield* Effect.all([itemsOf(stored, migration.state), records.events(id, after)])
              return { migration, items, events }
            })
          )
        })
      })
    })
  )
}
