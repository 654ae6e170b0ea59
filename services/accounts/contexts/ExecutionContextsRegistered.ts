import { isRowId } from "#domain/platform/RowId.ts"
import { Effect, Layer } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import { formatContextId, parseContextId } from "#domain/accounts/contexts/ContextId.ts"
import {
  clusterListingKey,
  clusterOfListing,
  listingKeyOf,
  listingOwner
} from "#domain/accounts/contexts/listingOwner.ts"
import { BadRequest, NotFound } from "#domain/platform/errors/Errors.ts"
import type { ContextWorkspace, ExecutionContext } from "#domain/accounts/contexts/ExecutionContext.ts"
import { s3SessionContextId, sessionOfListing } from "#domain/identity/signin/S3SignIn.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { storedCredential } from "#services/gateways/credentials/storedCredential.ts"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import { ConnectionContexts } from "#services/accounts/connections/ConnectionContexts.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { adminTargetOf } from "#services/gateways/endpoints/adminTarget.ts"
import { clusterContext } from "./clusterContext.ts"
import { type ContextRecord, ContextRecords } from "./ContextRecords.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { ExecutionContexts } from "./ExecutionContexts.ts"

const contextOf = (record: ContextRecord): ExecutionContext => ({
  kind: record.kind,
  id: formatContextId({ kind: record.kind, id: record.id }),
  name: record.name,
  endpoint_id: record.endpoint_id,
  endpoint_name: record.endpoint_name,
  endpoint_url: record.endpoint_url,
  endpoint_is_default: record.endpoint_is_default,
  endpoint_is_sandbox: record.endpoint_is_sandbox,
  tags: [],
  expires_at: null,
  unusable_reason: null,
  capabilities: {
    can_manage_buckets: true,
    can_manage_iam: record.kind === "account" && record.capabilities.iam,
    can_browse_objects: record.data_access,
    has_admin_ops: record.capabilities.admin && record.admin_access_key !== null
  }
})

export const ExecutionContextsRegistered = Layer.effect(
  ExecutionContexts,
  Effect.gen(function* () {
    const records = yield* ContextRecords
    const cipher = yield* CredentialCipher
    const s3Sessions = yield* S3Sessions
    const connections = yield* ConnectionContexts
    const endpoints = yield* EndpointRecords

    const resolved = (record: ContextRecord): ResolvedContext => {
      const {
        access_key: accessKey,
        endpoint_id: id,
        endpoint_region: region,
        endpoint_url: url,
        endpoint_verify_tls: verify_tls,
        secret
      } = record
      const purpose = registrationSecretPurpose(record.kind, id, record.external_id)
      const admin = adminTargetOf(cipher, { ...record, id, url, region, verify_tls }, record.admin_secret)
      return {
        context: contextOf(record),
        s3: {
          endpointId: id,
          url,
          region,
          verifyTls: verify_tls,
          userSupplied: false,
          pathStyle: true,
          credential: storedCredential(cipher, { accessKey, sealed: secret, purpose })
        },
        admin,
        bucketOwner: admin === null ? null : { _tag: "Uid", uid: record.uid },
        listingKey: listingKeyOf(id, record.external_id)
      }
    }

    const ofSession = Effect.fnUntraced(function* (sessionId: string) {
      const sessionContext = yield* s3Sessions.contextOf(sessionId)
      return sessionContext === null
        ? null
        : ({ ...sessionContext, admin: null, bucketOwner: null } satisfies ResolvedContext)
    })

    const visibleTo = Effect.fnUntraced(function* (userId: number, workspace: ContextWorkspace) {
      return [
        ...(yield* records.visible(userId, workspace)).map(resolved),
        ...(yield* connections.visible(userId, workspace))
      ]
    })

    const visible = Effect.fnUntraced(function* (caller: Caller, workspace: ContextWorkspace) {
      if (caller._tag === "S3Session") {
        const own = workspace === "browser" ? yield* ofSession(caller.session_id) : null
        return own === null ? [] : [own]
      }
      const user = callerUser(caller)
      return user === null ? [] : yield* visibleTo(user.id, workspace)
    })

    const ofCluster = Effect.fnUntraced(function* (id: number) {
      const endpoint = yield* endpoints.find(id)
      const admin = adminTargetOf(cipher, endpoint, yield* endpoints.secret(id))
      if (admin === null) return yield* new NotFound({ entity: "Admin Ops of storage endpoint", id: String(id) })
      return clusterContext(endpoint, admin, {
        bucketOwner: { _tag: "All" },
        credential: admin.credential,
        listingKey: clusterListingKey(id)
      })
    })

    const list = Effect.fn("ExecutionContexts.list")((caller: Caller, workspace: ContextWorkspace) =>
      Effect.map(visible(caller, workspace), (all) => all.map(({ context }) => context))
    )

    const usable = (all: ReadonlyArray<ResolvedContext>) =>
      all.filter(({ context }) => context.unusable_reason === null)

    const resolveAll = Effect.fn("ExecutionContexts.resolveAll")((caller: Caller, workspace: ContextWorkspace) =>
      Effect.map(visible(caller, workspace), usable)
    )

    const resolveAllForUser = Effect.fn("ExecutionContexts.resolveAllForUser")(
      (userId: number, workspace: ContextWorkspace) => Effect.map(visibleTo(userId, workspace), usable)
    )

    const ofUser = Effect.fnUntraced(function* (userId: number | null, workspace: ContextWorkspace, contextId: string) {
      const ref = parseContextId(contextId)
      if (ref._tag === "None")
        return yield* new BadRequest({
          code: "invalid_context",
          detail: "context_id is a number, conn- or s3u- and a number"
        })
      if (userId !== null && isRowId(ref.value.id) && ref.value.kind === "connection")
        return yield* connections.resolve(userId, workspace, ref.value.id)
      const record =
        userId === null || !isRowId(ref.value.id) ? null : yield* records.find(userId, workspace, ref.value)
      if (record === null) return yield* new NotFound({ entity: "Execution context", id: contextId })
      return resolved(record)
    })

    const resolve = Effect.fn("ExecutionContexts.resolve")(function* (
      caller: Caller,
      workspace: ContextWorkspace,
      contextId: string
    ) {
      if (caller._tag === "S3Session") {
        const own =
          workspace === "browser" && contextId === s3SessionContextId ? yield* ofSession(caller.session_id) : null
        return own ?? (yield* new NotFound({ entity: "Execution context", id: contextId }))
      }
      return yield* ofUser(callerUser(caller)?.id ?? null, workspace, contextId)
    })

    const forUser = Effect.fn("ExecutionContexts.forUser")(
      (userId: number, workspace: ContextWorkspace, contextId: string) => ofUser(userId, workspace, contextId)
    )

    const forListing = Effect.fn("ExecutionContexts.forListing")(function* (key: string) {
      const sessionId = sessionOfListing(key)
      if (sessionId !== null)
        return (yield* ofSession(sessionId)) ?? (yield* new NotFound({ entity: "Listing", id: key }))
      if (key.startsWith("connection:")) return yield* connections.forListing(key)
      const cluster = clusterOfListing(key)
      if (cluster !== null) return yield* ofCluster(cluster)
      const keyOwner = listingOwner(key)
      const record = keyOwner === null ? null : yield* records.byOwner(keyOwner.endpointId, keyOwner.owner)
      if (record === null) return yield* new NotFound({ entity: "Listing", id: key })
      return resolved(record)
    })

    return ExecutionContexts.of({ list, resolveAll, resolveAllForUser, resolve, forUser, forListing })
  })
)
