import { Context, DateTime, Effect, Layer } from "effect"
import { sharedRemediation } from "#domain/accounts/Connection.ts"
import { connectionFault } from "#domain/accounts/usability.ts"
import { formatContextId } from "#domain/accounts/contexts/ContextId.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { ContextWorkspace, ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"
import { Forbidden, NotFound } from "#domain/platform/errors/Errors.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { Settings } from "#services/platform/Settings.ts"
import { ConnectionAccess } from "./ConnectionAccess.ts"
import type { ConnectionRecord } from "./ConnectionRecords.ts"
import { standardTags } from "./connectionOf.ts"
import { connectionListingKey, connectionOfListing, connectionTarget } from "./connectionTarget.ts"

export class ConnectionContexts extends Context.Service<
  ConnectionContexts,
  {
    /** Usable ones first: the console selects the first by default. */
    readonly visible: (userId: number, workspace: ContextWorkspace) => Effect.Effect<ReadonlyArray<ResolvedContext>>
    readonly resolve: (
      userId: number,
      workspace: ContextWorkspace,
      id: number
    ) => Effect.Effect<ResolvedContext, Forbidden | NotFound>
    /** 404 once the keys or the address changed, or the connection was deleted. */
    readonly forListing: (key: string) => Effect.Effect<ResolvedContext, NotFound>
  }
>()("stowage/services/accounts/connections/ConnectionContexts") {
  static readonly layer = Layer.effect(
    ConnectionContexts,
    Effect.gen(function* () {
      const access = yield* ConnectionAccess
      const cipher = yield* CredentialCipher
      const { allowedStorageHosts } = yield* Settings

      const faultNow = (record: ConnectionRecord, now: DateTime.Utc) =>
        connectionFault(
          { customUrl: record.custom_endpoint?.url ?? null, expiresAt: record.expires_at },
          allowedStorageHosts,
          now
        )

      const contextOf = (record: ConnectionRecord, now: DateTime.Utc): ExecutionContext => ({
        kind: "connection",
        id: formatContextId({ kind: "connection", id: record.id }),
        name: record.name,
        endpoint_id: record.storage_endpoint_id,
        endpoint_name: record.storage_endpoint_name ?? new URL(record.endpoint_url).host,
        endpoint_url: record.endpoint_url,
        endpoint_is_default: record.storage_endpoint_is_default,
        endpoint_is_sandbox: record.storage_endpoint_is_sandbox,
        capabilities: {
          can_manage_buckets: true,
          can_manage_iam: record.capabilities.can_manage_iam,
          can_browse_objects: record.owner_user_id !== null,
          has_admin_ops: false
        },
        tags: standardTags(record.tags).map(({ color, label }) => ({ label, color })),
        expires_at: record.expires_at === null ? null : DateTime.formatIso(record.expires_at),
        unusable_reason: faultNow(record, now)?.reason ?? null,
        ...(record.grants === null
          ? {}
          : { folders: record.grants.map(({ bucket, prefix }) => ({ bucket_name: bucket, prefix })) })
      })

      const resolved = (record: ConnectionRecord, now: DateTime.Utc): ResolvedContext => ({
        context: contextOf(record, now),
        s3: connectionTarget(cipher, record),
        admin: null,
        bucketOwner: null,
        listingKey: connectionListingKey(record)
      })

      const visible = Effect.fn("ConnectionContexts.visible")(function* (userId: number, workspace: ContextWorkspace) {
        const now = yield* DateTime.now
        const contexts = (yield* access.visible(userId, workspace)).map((record) => resolved(record, now))
        return contexts.toSorted(
          (one, other) => Number(one.context.unusable_reason !== null) - Number(other.context.unusable_reason !== null)
        )
      })

      const unavailable = (detail: string, remediation_reason: string) =>
        new Forbidden({ code: "workspace_unavailable", detail, remediation_reason })

      const resolve = Effect.fn("ConnectionContexts.resolve")(function* (
        userId: number,
        workspace: ContextWorkspace,
        id: number
      ) {
        const record = yield* access.find(userId, id)
        if (record === null)
          return yield* new NotFound({ entity: "Execution context", id: formatContextId({ kind: "connection", id }) })
        if (workspace === "browser" && record.owner_user_id === null) {
          return yield* unavailable(
            "This is a shared S3 connection: it opens in Manager, and its objects are not for Browser",
            sharedRemediation
          )
        }
        const now = yield* DateTime.now
        const fault = faultNow(record, now)
        if (fault !== null)
          return yield* unavailable(
            `The S3 connection ${record.name} cannot be used. ${fault.detail}`,
            `connection_${fault.reason}`
          )
        return resolved(record, now)
      })

      const forListing = Effect.fn("ConnectionContexts.forListing")(function* (key: string) {
        const named = connectionOfListing(key)
        const record = named === null ? null : yield* access.byId(named.id)
        const now = yield* DateTime.now
        if (record === null || record.seal !== named?.seal || faultNow(record, now) !== null)
          return yield* new NotFound({ entity: "Listing", id: key })
        return resolved(record, now)
      })

      return ConnectionContexts.of({ visible, resolve, forListing })
    })
  )
}
