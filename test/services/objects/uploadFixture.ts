import { DateTime, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import * as JobLeaseSql from "#layers/sql/platform/JobLeaseSql.ts"
import * as UploadRecordsSql from "#layers/sql/objects/UploadRecordsSql.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { ObjectBrowser } from "#services/objects/ObjectBrowser.ts"
import { ImmediateDeletion } from "#services/objects/objectwork/ImmediateDeletion.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Uploads } from "#services/objects/Uploads.ts"
import { UploadSweep } from "#services/objects/UploadSweep.ts"
import { account, freshSandbox } from "../../layers/sandbox/support.ts"
import { freshBucket, S3Adapters, targetOf } from "../../gateway/contract/s3Gateway.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { TestSettings } from "../../support/testSettings.ts"

export const mebibyte = 1024 * 1024

export const contextOf = (s3: S3Target): ResolvedContext => ({
  context: {
    kind: "account",
    id: "1",
    name: "sample",
    endpoint_id: null,
    endpoint_name: "Sandbox",
    endpoint_url: s3.url,
    endpoint_is_default: true,
    endpoint_is_sandbox: true,
    capabilities: { can_manage_buckets: true, can_manage_iam: false, can_browse_objects: true, has_admin_ops: false },
    tags: [],
    expires_at: null,
    unusable_reason: null
  },
  s3,
  admin: null,
  bucketOwner: null,
  listingKey: `test:${s3.url}`
})

const contexts = new Map<string, ResolvedContext>()

const Contexts = Layer.mock(ExecutionContexts, {
  forListing: (key) => {
    const known = contexts.get(key)
    return known === undefined ? Effect.fail(new NotFound({ entity: "Context", id: key })) : Effect.succeed(known)
  }
})

export const UploadServices = Layer.mergeAll(
  Uploads.layer,
  UploadSweep.layer,
  ObjectBrowser.layer,
  ImmediateDeletion.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(UploadRecordsSql.layer, JobLeaseSql.layer, S3Adapters, Contexts)),
  Layer.provide(TestSettings()),
  Layer.provideMerge(TestDatabase.layer)
)

export const scene = Effect.gen(function* () {
  const gateway = yield* Effect.orDie(freshSandbox())
  const context = contextOf(targetOf(gateway.url, account(gateway)))
  contexts.set(context.listingKey, context)
  yield* Effect.addFinalizer(() => Effect.sync(() => gateway.faults.clear()))
  const bucket = yield* freshBucket(context.s3)
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, created_at, updated_at)
      values (${`${crypto.randomUUID()}@example.org`}, 'Ada', now(), now()) returning id`
  const caller = Caller.cases.Session.make({
    session_id: crypto.randomUUID(),
    user: { id: user?.id ?? 0, email: "ada@example.org", full_name: "Ada", role: "ui_user" },
    mfa_verified_at: null,
    authenticated_at: DateTime.makeUnsafe(0)
  })
  return {
    gateway,
    context,
    bucket,
    caller,
    owner: { caller, context, bucket },
    forget: () => contexts.delete(context.listingKey)
  }
})

export const bytesOf = (size: number, value = 7): Stream.Stream<Uint8Array> =>
  Stream.unfold(size, (left) => {
    if (left <= 0) return Effect.undefined
    const length = Math.min(left, mebibyte / 4)
    return Effect.succeed([Buffer.alloc(length, value), left - length] as const)
  })
