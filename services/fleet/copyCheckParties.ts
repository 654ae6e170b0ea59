import { Effect, Schema } from "effect"
import { listingKeyOf } from "#domain/accounts/contexts/listingOwner.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { newAccessKey, newAccountId } from "#services/accounts/gatewayNames.ts"
import { clusterContext } from "#services/accounts/contexts/clusterContext.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { ObjectStore } from "#services/objects/ObjectStore.ts"

export const CheckParty = Schema.Struct({
  account_id: Schema.String,
  name: Schema.String,
  uid: Schema.String,
  access_key: Schema.String,
  bucket: Schema.String
})
export type CheckParty = typeof CheckParty.Type

export const OBJECT_KEY = "object"

/** Unique names; operators recognise leftovers by `stowage-check-`. */
export const newParty = (role: "owner" | "reader"): CheckParty => {
  const name = `stowage-check-${role}-${crypto.randomUUID().slice(0, 13)}`
  return { account_id: newAccountId(), name, uid: name, access_key: newAccessKey(), bucket: name }
}

export const checkParties = Effect.gen(function* () {
  const accounts = yield* GatewayAccounts
  const users = yield* GatewayUsers
  const keys = yield* ActiveKeys
  const buckets = yield* BucketGateway
  const objects = yield* ObjectStore

  const contextOf = (
    endpoint: StorageEndpoint,
    admin: AdminTarget,
    { account_id, uid }: CheckParty,
    key: GatewayKey
  ): ResolvedContext =>
    clusterContext(endpoint, admin, {
      bucketOwner: { _tag: "Uid", uid },
      credential: GatewayCredential.opened({
        accessKey: key.access_key,
        secretKey: key.secret_key,
        sessionToken: null
      }),
      listingKey: listingKeyOf(endpoint.id, account_id)
    })

  const create = Effect.fnUntraced(function* (endpoint: StorageEndpoint, admin: AdminTarget, party: CheckParty) {
    yield* accounts.createAccount(admin, { id: party.account_id, name: party.name, email: null, limits: {} })
    const { key } = yield* users.createUser(admin, {
      uid: party.uid,
      displayName: party.name,
      email: null,
      accountRootOf: party.account_id,
      accessKey: party.access_key
    })
    const context = contextOf(endpoint, admin, party, key)
    yield* buckets.create(context.s3, party.bucket, { objectLock: false })
    return context
  })

  const removeBucket = Effect.fnUntraced(function* (context: ResolvedContext, bucket: string) {
    if (!(yield* buckets.exists(context.s3, bucket))) return
    yield* objects.removeMany(context.s3, bucket, [OBJECT_KEY])
    yield* buckets.remove(context.s3, bucket)
  })

  /** Removes what exists of a party; a user with another key is not ours. */
  const remove = Effect.fnUntraced(function* (endpoint: StorageEndpoint, admin: AdminTarget, party: CheckParty) {
    const key = yield* Effect.catchTag(keys.of(admin, party.uid), "NotFound", () => Effect.succeed(null))
    if (key !== null && key.access_key === party.access_key) {
      yield* removeBucket(contextOf(endpoint, admin, party, key), party.bucket).pipe(
        Effect.catchTag("NotFound", () => Effect.void),
        // the bucket name is secret: only its own object can be in it
        Effect.catchTag("Conflict", (error) => Effect.die(error))
      )
      yield* users.removeUser(admin, party.uid)
    }
    yield* accounts.removeAccount(admin, party.account_id)
  })

  return { create, remove }
})
