import { Context, DateTime, Effect, Layer, Redacted, Schema } from "effect"
import { type Caller, callerUser } from "#domain/platform/access/Caller.ts"
import type { PortalAccount } from "#domain/accounts/scope/RequestScope.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import { Conflict, type GatewayFailure, type InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import {
  type CreatePortalAccessKey,
  MAX_KEYS,
  type NewPortalAccessKey,
  type PortalAccessKey
} from "#domain/iam/portal/PortalKey.ts"
import { keyHints } from "#domain/iam/portal/keyHints.ts"
import type { Removed } from "#domain/platform/Removed.ts"
import { ExecutionContexts } from "#services/accounts/contexts/ExecutionContexts.ts"
import { accessAbout, accessEntity } from "#services/iam/privateaccess/accessChanges.ts"
import { identities } from "#services/iam/privateaccess/identities.ts"
import { PrivateAccessRecords } from "#services/iam/privateaccess/PrivateAccessRecords.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import type { GatewayChangeKind } from "#services/platform/audit/GatewayChangeKind.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { Settings } from "#services/platform/Settings.ts"
import { portalIdentities } from "./portalIdentities.ts"
import { PortalKeyRecords } from "./PortalKeyRecords.ts"
import { PortalSpaceRecords } from "./PortalSpaceRecords.ts"

const About = Schema.Struct({
  id: Schema.Int,
  person: Schema.String,
  iam_user_name: Schema.String,
  account: Schema.String,
  storage_endpoint_id: Schema.Int,
  listing_key: Schema.String
})
type About = typeof About.Type

const missing = (id: number) => new NotFound({ entity: "Access key", id: String(id) })
const ended = new Conflict({ code: "state_conflict", detail: "The access ended meanwhile: nothing was created" })

type Refused = NotFound | Conflict | InvalidInput | GatewayFailure

export class PortalKeys extends Context.Service<
  PortalKeys,
  {
    readonly list: (caller: Caller, account: PortalAccount) => Effect.Effect<ReadonlyArray<PortalAccessKey>>
    readonly create: (
      caller: Caller,
      account: PortalAccount,
      input: CreatePortalAccessKey
    ) => Effect.Effect<NewPortalAccessKey, Refused>
    readonly setActive: (
      caller: Caller,
      account: PortalAccount,
      id: number,
      active: boolean
    ) => Effect.Effect<PortalAccessKey, NotFound>
    readonly remove: (caller: Caller, account: PortalAccount, id: number) => Effect.Effect<Removed, NotFound | Conflict>
  }
>()("stowage/services/iam/portal/PortalKeys") {
  static readonly layer = Layer.effect(
    PortalKeys,
    Effect.gen(function* () {
      const records = yield* PortalKeyRecords
      const spaces = yield* PortalSpaceRecords
      const accesses = yield* PrivateAccessRecords
      const contexts = yield* ExecutionContexts
      const audited = yield* Audited
      const transaction = yield* Transaction
      const gateway = yield* identities
      const portal = yield* portalIdentities
      const { retentionDays } = (yield* Settings).accessLogs

      const userIdOf = (caller: Caller) => callerUser(caller)?.id ?? 0
      const reach = (listingKey: string) => Effect.map(contexts.forListing(listingKey), ({ s3 }) => s3)

      const kind: GatewayChangeKind<About, S3Target, null> = {
        action: "portal_access_key.create",
        scope: "portal",
        about: About,
        gateway: ({ storage_endpoint_id }) => `endpoint:${storage_endpoint_id}`,
        // same as provisioning, which deletes unknown keys
        thing: ({ id }) => `private_access:${id}`,
        entity: accessEntity,
        messages: ({ account, person }) => {
          const words = `Access key of ${person} in ${account}`
          return {
            success: `${words} was created`,
            failure: `${words} was not created`,
            unknown: `Whether the ${words.toLowerCase()} was created is not known`
          }
        },
        metadata: ({ iam_user_name, person }) => ({ iam_user_name, person }),
        reach: ({ listing_key }) => reach(listing_key),
        // the secret of a key without a row is lost: the key is deleted
        recover: Effect.fnUntraced(function* (target: S3Target, { id, iam_user_name }: About) {
          const row = yield* accesses.find(id)
          const ownKeyIds = new Set([row?.access_key, ...(row?.user_keys ?? []).map(({ access_key }) => access_key)])
          const identity = yield* gateway.read(target, iam_user_name)
          for (const { access_key } of identity?.keys ?? [])
            if (!ownKeyIds.has(access_key))
              yield* gateway
                .take(target, iam_user_name, { _tag: "DeleteKey", accessKey: access_key })
                .pipe(Effect.catchTags({ InvalidInput: Effect.die, NotFound: () => Effect.void, Conflict: Effect.die }))
          return { isApplied: false, observed: null, rows: Effect.void }
        }),
        assumeApplied: null
      }
      const creation = audited.gateway(kind)

      const all = Effect.fnUntraced(function* (caller: Caller, { account_id }: PortalAccount) {
        const now = yield* DateTime.now
        const retained = retentionDays === 0 ? null : DateTime.subtract(now, { days: retentionDays })
        const rows = yield* records.all(account_id, userIdOf(caller), retained)
        return rows.map((key): PortalAccessKey => ({ ...key, hints: keyHints(key, DateTime.toDateUtc(now)) }))
      })

      const own = Effect.fnUntraced(function* (caller: Caller, account: PortalAccount, id: number) {
        const key = (yield* all(caller, account)).find((one) => one.id === id)
        return key ?? (yield* missing(id))
      })

      const usableAccess = Effect.fnUntraced(function* (caller: Caller, accountId: number) {
        const userId = userIdOf(caller)
        const stored = yield* portal.ofPerson(accountId, userId)
        const id =
          stored?.id ??
          (yield* transaction.run(Effect.andThen(spaces.lock(accountId), portal.require(accountId, userId))))
        const access = id === null ? null : yield* portal.attempt(caller, id)
        if (access === null) return yield* ended
        if (access.state === "active") return access
        return yield* new Conflict({
          code: "state_conflict",
          detail: `Your access is not ready on the gateway yet, and is tried again: ${access.problem ?? "try later"}`
        })
      })

      const create = Effect.fn("PortalKeys.create")(function* (
        caller: Caller,
        account: PortalAccount,
        { label, storage_space_id }: CreatePortalAccessKey
      ) {
        const space = yield* spaces.find(account.account_id, userIdOf(caller), storage_space_id)
        if (space === null || space.member_right === null)
          return yield* new NotFound({ entity: "Storage space", id: String(storage_space_id) })
        const access = yield* usableAccess(caller, account.account_id)
        if (access.user_keys.length >= MAX_KEYS)
          return yield* new Conflict({
            code: "state_conflict",
            detail: `You have ${MAX_KEYS} access keys in this account, which is the limit: delete one first`
          })
        const { s3 } = yield* Effect.orDie(contexts.forListing(account.listing_key))
        const creationResult = yield* creation.makeAndStore(caller, s3, accessAbout(access), {
          change: gateway.makeKey(s3, access.iam_user_name),
          store: Effect.fnUntraced(function* (key) {
            const now = yield* DateTime.now
            const row = yield* accesses.find(access.id, true)
            if (row === null || row.state === "cleanup_pending") return yield* ended
            const id = yield* records.add(
              {
                access_id: access.id,
                space_id: space.id,
                bucket_name: space.bucket,
                label,
                access_key: key.access_key
              },
              now
            )
            return { id, key, now }
          }),
          entity: () => accessEntity(access),
          remains: (error) =>
            Effect.logInfo("A new access key of the Portal could not be deleted").pipe(
              Effect.annotateLogs({ code: error.code })
            )
        })
        return {
          id: creationResult.id,
          label,
          access_key: creationResult.key.access_key,
          active: true,
          bucket_name: space.bucket,
          created_at: DateTime.formatIso(creationResult.now),
          confirmed: true,
          last_request_at: null,
          logged_since: null,
          hints: [],
          prefix: space.prefix,
          endpoint_url: s3.url,
          region: s3.region,
          secret_key: Redacted.value(creationResult.key.secret_key)
        } satisfies NewPortalAccessKey
      })

      /** Stores the desired state, then provisions it; the schedule retries until confirmed. */
      const changed = Effect.fnUntraced(function* (
        caller: Caller,
        { account_id }: PortalAccount,
        key: PortalAccessKey,
        verb: "delete" | "update",
        change: Effect.Effect<void>
      ) {
        const access = yield* transaction.run(
          Effect.gen(function* () {
            yield* spaces.lock(account_id)
            yield* change.pipe(
              audited.rows(
                `portal_access_key.${verb}`,
                { type: "access_key", id: key.access_key, label: key.label },
                {
                  by: byCaller(caller, "portal"),
                  message: `Access key ${key.label} was ${verb === "delete" ? "deleted" : "changed"}`,
                  metadata: { bucket: key.bucket_name, active: key.active }
                }
              )
            )
            return yield* portal.require(account_id, userIdOf(caller))
          })
        )
        yield* portal.apply(caller, [access])
      })

      return PortalKeys.of({
        list: Effect.fn("PortalKeys.list")(all),
        create,
        setActive: Effect.fn("PortalKeys.setActive")(function* (
          caller: Caller,
          account: PortalAccount,
          id: number,
          active: boolean
        ) {
          const key = yield* own(caller, account, id)
          yield* changed(caller, account, { ...key, active }, "update", records.setActive(id, active))
          return yield* own(caller, account, id)
        }),
        remove: Effect.fn("PortalKeys.remove")(function* (caller: Caller, account: PortalAccount, id: number) {
          const key = yield* own(caller, account, id)
          yield* confirmedName("Access key", key.access_key)
          yield* changed(caller, account, key, "delete", records.remove(id))
          return { id, name: key.access_key } satisfies Removed
        })
      })
    })
  )
}
