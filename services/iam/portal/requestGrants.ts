import { Effect } from "effect"
import { listingOwner } from "#domain/accounts/contexts/listingOwner.ts"
import type { ResolvedContext } from "#domain/accounts/contexts/CurrentContext.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import { type BucketQuota, BucketQuota as BucketQuotaSchema } from "#domain/buckets/features/quota.ts"
import type { Caller } from "#domain/platform/access/Caller.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  type NotFound
} from "#domain/platform/errors/Errors.ts"
import type { ApprovePortalRequest, RequestUndo } from "#domain/iam/portal/PortalRequest.ts"
import type { CreateStorageSpace } from "#domain/iam/portal/StorageSpace.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { BucketFeatures } from "#services/buckets/features/BucketFeatures.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { PortalSpaceRecords } from "./PortalSpaceRecords.ts"
import { PortalSpaces } from "./PortalSpaces.ts"
import type { StoredRequest } from "./PortalRequestRecords.ts"
import { Option, Schema } from "effect"

type Refused = Forbidden | NotFound | Conflict | InvalidInput | GatewayFailure

const anotherType = InvalidInput.at("payload.result", "Expected the result of this type of request")
const noSpace = InvalidInput.at("payload.result.storage_space_id", "The account has no such storage space")
const noQuota = new Conflict({
  code: "state_conflict",
  detail: "A quota needs a space that is a whole bucket, and Admin Ops on the storage endpoint"
})

const decodeQuota = Schema.decodeUnknownOption(BucketQuotaSchema)

interface Grant {
  readonly undo: RequestUndo | null
  /** Idempotent. `store` runs in the transaction of the change that `undo` reverts. */
  readonly apply: (caller: Caller, store: (undo: RequestUndo) => Effect.Effect<unknown>) => Effect.Effect<void, Refused>
}

export const requestGrants = Effect.gen(function* () {
  const spaces = yield* PortalSpaces
  const records = yield* PortalSpaceRecords
  const contexts = yield* ExecutionContexts
  const features = yield* BucketFeatures
  const settings = yield* GatewayAccountSettings

  const spaceOf = Effect.fnUntraced(function* (account: PortalAccount, userId: number, id: number) {
    const space = yield* records.find(account.account_id, userId, id)
    return space === null || (space.private && space.member_right === null) ? yield* noSpace : space
  })

  const setQuota = Effect.fnUntraced(function* (
    caller: Caller,
    context: ResolvedContext,
    bucket: string,
    quota: BucketQuota | null
  ) {
    const { version } = yield* features.read(context, bucket, "quota")
    if (version === null) return yield* noQuota
    yield* features.change(caller, context, bucket, "quota", quota, { version })
  })

  const prepareQuota = Effect.fnUntraced(function* (
    account: PortalAccount,
    request: StoredRequest,
    { max_size_bytes, storage_space_id }: { readonly max_size_bytes: number; readonly storage_space_id: number }
  ) {
    const space = yield* spaceOf(account, request.user_id, storage_space_id)
    const context = yield* Effect.orDie(contexts.forListing(account.listing_key))
    const owner = listingOwner(account.listing_key)
    if (space.prefix !== "" || context.admin === null || owner === null) return yield* noQuota
    const { account_quota } = yield* settings.settings(context.admin, owner.owner)
    const limit = account_quota.enabled ? account_quota.max_size_bytes : null
    if (limit !== null && max_size_bytes > limit)
      return yield* InvalidInput.at("payload.result.max_size_bytes", `The account's quota is ${limit} bytes`)
    const { value } = yield* features.read(context, space.bucket, "quota")
    return {
      undo: { bucket: space.bucket, quota: Option.getOrNull(decodeQuota(value)) },
      apply: (caller) => setQuota(caller, context, space.bucket, { max_size_bytes, max_objects: null, enabled: true })
    } satisfies Grant
  })

  const prepareSpace = (account: PortalAccount, { undo, user_id }: StoredRequest, input: CreateStorageSpace): Grant => {
    const spaceId = undo !== null && "space_id" in undo ? undo.space_id : null
    return {
      undo: null,
      apply: (caller, store) =>
        Effect.asVoid(
          spaces.createFor(caller, account, user_id, input, {
            space_id: spaceId,
            store: (space_id) => Effect.asVoid(store({ space_id, right: null }))
          })
        )
    }
  }

  const prepare = Effect.fnUntraced(function* (
    account: PortalAccount,
    request: StoredRequest,
    result: ApprovePortalRequest["result"]
  ): Effect.fn.Return<Grant, Refused> {
    if ("max_size_bytes" in result) {
      if (request.type !== "quota") return yield* anotherType
      return yield* prepareQuota(account, request, result)
    }
    if ("bucket_name" in result) {
      if (request.type !== "space") return yield* anotherType
      return prepareSpace(account, request, result)
    }
    if (request.type !== "access") return yield* anotherType
    const space = yield* spaceOf(account, request.user_id, result.storage_space_id)
    if (space.private) return yield* noSpace
    return {
      undo: { space_id: space.id, right: space.member_right },
      apply: (caller) => spaces.grant(caller, account.account_id, space, request.user_id, result.right)
    }
  })

  /** Idempotent; does nothing for a space that was deleted meanwhile. */
  const takeBack = Effect.fnUntraced(function* (caller: Caller, listingKey: string, request: StoredRequest) {
    const { rgw_account_id, undo, user_id } = request
    if (undo === null) return
    if ("bucket" in undo) {
      const context = yield* contexts.forListing(listingKey)
      yield* setQuota(caller, context, undo.bucket, Option.getOrNull(decodeQuota(undo.quota)))
      return
    }
    const space = yield* records.find(rgw_account_id, user_id, undo.space_id)
    if (space !== null) yield* spaces.grant(caller, rgw_account_id, space, user_id, undo.right)
  })

  return { prepare, takeBack }
})
