import { Schema, Tuple } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { requireScope } from "#domain/accounts/scope/RequestScope.ts"
import {
  BucketMigration,
  BucketMigrations,
  EditMigrationDraft,
  MigrationItems,
  NewMigrationDraft,
  MigrationSubset,
  MigrationStreamEvent,
  SavedMigration,
  WebhookTest,
  WebhookTestRequest
} from "#domain/objects/migrations/BucketMigration.ts"
import {
  BadRequest,
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  RateLimited,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { RowId } from "#domain/platform/RowId.ts"
import { access, RequiredAccess } from "../Access.ts"
import { AnswersSecret } from "../AnswersSecret.ts"
import { confirmQuery, Destructive, destructive } from "../Destructive.ts"
import { eventFrame } from "../eventFrame.ts"
import { ScopeControl } from "../Middleware.ts"
import { contextQuery, RequiredScope } from "../RequiredScope.ts"
import { RequiredTool } from "../RequiredTool.ts"

const params = { migration_id: RowId }
const query = contextQuery
const readErrors = [BadRequest, Forbidden, NotFound] as const
const error = [...readErrors, InvalidInput, Conflict, StorageError, StorageTimeout, Unavailable] as const
const action = { params, query, success: BucketMigration, error } as const
const itemAction = { ...action, params: { ...params, item_id: RowId } } as const
const afterItsEnd = "409 before the end of the migration, and while another one to this target runs."
const rollbackText =
  "Deletes its copies from the target, restores settings, and deletes the bucket if the migration created it. Copies " +
  "that were changed since, that replaced another object, or whose source is gone or was changed stay: the bucket " +
  "then keeps its state, and its `problem` names them."
const write = access.scoped("manager.write")

const MigrationFrame = MigrationStreamEvent.mapMembers(Tuple.map(eventFrame)).annotate({ identifier: "MigrationFrame" })

export class MigrationsGroup extends HttpApiGroup.make("migrations")
  .add(
    HttpApiEndpoint.get("list", "/migrations", {
      query: {
        ...contextQuery,
        limit: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 })))
      },
      success: BucketMigrations,
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(OpenApi.Description, "The newest migrations from this context, at most 100."),
    HttpApiEndpoint.post("create", "/migrations", {
      query,
      payload: NewMigrationDraft,
      success: SavedMigration.annotate({ httpApiStatus: 201 }),
      error
    })
      .annotate(RequiredAccess, write)
      .annotate(AnswersSecret, true)
      .annotate(
        OpenApi.Description,
        "Stores a draft; nothing is copied. It belongs to the context of its source, which is that of the query. " +
          "It starts after a precheck without blocking findings. A pair without `target` has `mapping_prefix` and " +
          "the name of its source; without `buckets`, every bucket of the source is mapped, at most 100."
      ),
    HttpApiEndpoint.post("testWebhook", "/migrations/webhook-test", {
      query,
      payload: WebhookTestRequest,
      success: WebhookTest,
      error: [...readErrors, InvalidInput, Conflict, RateLimited]
    })
      .annotate(RequiredAccess, write)
      .annotate(
        OpenApi.Description,
        "Posts one event of the type `webhook.test` to the address, signed, by the rules of deliveries: the host " +
          "must be on `BUCKET_MIGRATION_WEBHOOK_ALLOWED_HOSTS`, and redirects are not followed. It is not repeated. " +
          "The saved address of a migration is tested with its own secret, any other one with a secret that nobody " +
          "knows. At most 10 in 5 minutes."
      ),
    HttpApiEndpoint.get("get", "/migrations/:migration_id", {
      params,
      query,
      success: BucketMigration,
      error: readErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.patch("edit", "/migrations/:migration_id", {
      ...action,
      success: SavedMigration,
      payload: EditMigrationDraft
    })
      .annotate(RequiredAccess, write)
      .annotate(AnswersSecret, true)
      .annotate(OpenApi.Description, "Changes a draft and resets its precheck; 409 once it was started."),
    HttpApiEndpoint.delete("remove", "/migrations/:migration_id", action)
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.itself("it deletes a draft or a report, and no object")),
    HttpApiEndpoint.post("precheck", "/migrations/:migration_id/precheck", action)
      .annotate(RequiredAccess, write)
      .annotate(
        OpenApi.Description,
        "Checks both sides with their own keys: source readable, target writable, versioning, locks, encryption, " +
          "lifecycle, quota. Each finding has its evidence. Nothing remains at the target."
      ),
    HttpApiEndpoint.post("start", "/migrations/:migration_id/start", action)
      .annotate(RequiredAccess, write)
      .annotate(
        OpenApi.Description,
        "Copies the buckets, compares each with its source, and copies the settings if wanted. " +
          "409 without a precheck, with blocking findings, or while another migration to this target runs."
      ),
    HttpApiEndpoint.post("pause", "/migrations/:migration_id/pause", action).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("resume", "/migrations/:migration_id/resume", action).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("continue", "/migrations/:migration_id/continue", {
      ...action,
      query: { ...query, ...confirmQuery }
    })
      .annotate(RequiredAccess, write)
      .annotate(Destructive, destructive.named("bucket", "the first source, where `delete_source` is set"))
      .annotate(
        OpenApi.Description,
        "Begins the cutover of a migration that awaits it: locks each source against changes, copies what changed " +
          "since the pre-sync, compares, deletes the objects of the source (`delete_source`) if every one is proved " +
          "equal, and unlocks. 409 in any other state."
      ),
    HttpApiEndpoint.post("stop", "/migrations/:migration_id/stop", action).annotate(RequiredAccess, write),
    HttpApiEndpoint.post("retry", "/migrations/:migration_id/retry", { ...action, payload: MigrationSubset })
      .annotate(RequiredAccess, write)
      .annotate(OpenApi.Description, `Migrates the failed buckets once more. ${afterItsEnd}`),
    HttpApiEndpoint.post("rollback", "/migrations/:migration_id/rollback", { ...action, payload: MigrationSubset })
      .annotate(RequiredAccess, write)
      .annotate(OpenApi.Description, `Rolls the failed buckets back. ${rollbackText} ${afterItsEnd}`),
    HttpApiEndpoint.post("retryItem", "/migrations/:migration_id/items/:item_id/retry", itemAction)
      .annotate(RequiredAccess, write)
      .annotate(OpenApi.Description, `Migrates one failed bucket once more. ${afterItsEnd}`),
    HttpApiEndpoint.post("rollbackItem", "/migrations/:migration_id/items/:item_id/rollback", itemAction)
      .annotate(RequiredAccess, write)
      .annotate(OpenApi.Description, `Rolls one bucket back. ${rollbackText} ${afterItsEnd}`),
    HttpApiEndpoint.get("items", "/migrations/:migration_id/items", {
      params,
      query,
      success: MigrationItems,
      error: readErrors
    }).annotate(RequiredAccess, access.scoped("manager.read")),
    HttpApiEndpoint.get("certificate", "/migrations/:migration_id/certificate", {
      params,
      query,
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/x-ndjson" }),
      error: [...readErrors, Conflict]
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "Certificate of an ended migration, as JSON lines: every compared key with its sizes, ETags, verdict and " +
          "proof, signed with a key of the installation. `stowage verify-certificate` verifies it without the " +
          "service. 409 before the end."
      ),
    HttpApiEndpoint.get("stream", "/migrations/:migration_id/stream", {
      params,
      query,
      success: HttpApiSchema.StreamSse({ events: MigrationFrame }),
      error: readErrors
    })
      .annotate(RequiredAccess, access.scoped("manager.read"))
      .annotate(
        OpenApi.Description,
        "A migration in progress: `snapshot` (the migration and its buckets) at once and when the migration itself " +
          "changed, `item` when a bucket changed, `event` (the newest 100 first, then each new one), `done` at its " +
          "end. A new connection begins with a snapshot."
      )
  )
  .middleware(ScopeControl)
  .annotateEndpoints(RequiredScope, requireScope.context("manager"))
  .annotateEndpoints(RequiredTool, "bucket_migration")
  .prefix("/api/manager") {}
