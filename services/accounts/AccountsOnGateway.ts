import { Context, Effect, Layer, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import {
  type AccountOnGateway,
  type AccountQuotaType,
  type DeletedOnGateway,
  Quota,
  SomeAccountLimits,
  type UpdateAccountLimits,
  type UpdateAccountOnGateway,
  type UpdateQuota
} from "#domain/accounts/GatewaySettings.ts"
import { confirmedName } from "#domain/platform/ConfirmedName.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  type NotFound
} from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { verifyApplied } from "#services/platform/audit/verifyApplied.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { proveUnlinking } from "./requireStepUpForLinks.ts"
import { AgreedNames } from "./AgreedNames.ts"
import { accountDeletionKind } from "./deletionKinds.ts"
import { FreezeRecords } from "./directory/FreezeRecords.ts"
import { requireNoBuckets } from "./requireNoBuckets.ts"
import { StoredKeys } from "./StoredKeys.ts"
import { requireNoPrivateAccess } from "./requireNoPrivateAccess.ts"
import { newAccessKey } from "./gatewayNames.ts"
import { registrationSecretPurpose } from "./registrationSecret.ts"
import { type GatewaySubject, registrationOf, scopeOfSubject, UNREGISTERED_ID } from "./gatewaySubject.ts"
import { type Registration, Registrations } from "./Registrations.ts"
import { type Setting, settingKind, settingSubject, refuseUnlessUnchanged } from "./settingChanges.ts"

type Failure = NotFound | Conflict | InvalidInput | GatewayFailure

const Profile = Schema.Struct({ name: Schema.optionalKey(Schema.String), email: Schema.optionalKey(Schema.String) })

/** A2: RGW ignores an empty address. */
const emailRequired = InvalidInput.at(
  "payload.email",
  "The gateway changes the e-mail address of an RGW account, and never takes it away by Admin Ops: give " +
    "another one, or have its operator remove it"
)

const deleting = "rgw_account.delete"

const notEmpty = (detail: string) => Effect.fail(new Conflict({ code: "state_conflict", detail }))

/** RGW stores account quotas as 32-bit integers (A4): 4 GiB would become 0, 3 GiB unlimited. */
const MAX_ACCOUNT_QUOTA_BYTES = 2_147_483_647
const fits = (quota: Quota): Effect.Effect<void, InvalidInput> => {
  const issues = (["max_size_bytes", "max_objects"] as const)
    .filter((field) => (quota[field] ?? 0) > MAX_ACCOUNT_QUOTA_BYTES)
    .map((field) => ({
      path: ["payload", field],
      message:
        `Admin Ops cuts the quota of an account off beyond ${MAX_ACCOUNT_QUOTA_BYTES.toLocaleString("en")}. The ` +
        "gateway's operator sets a larger one with radosgw-admin quota set"
    }))
  return issues.length === 0 ? Effect.void : Effect.fail(new InvalidInput({ issues }))
}

export class AccountsOnGateway extends Context.Service<
  AccountsOnGateway,
  {
    readonly get: (account: GatewaySubject) => Effect.Effect<AccountOnGateway, NotFound | GatewayFailure>
    readonly update: (
      caller: Caller,
      account: GatewaySubject,
      input: UpdateAccountOnGateway
    ) => Effect.Effect<AccountOnGateway, Failure>
    readonly setLimits: (
      caller: Caller,
      account: GatewaySubject,
      input: UpdateAccountLimits
    ) => Effect.Effect<AccountOnGateway, Failure>
    readonly setQuota: (
      caller: Caller,
      account: GatewaySubject,
      type: AccountQuotaType,
      input: UpdateQuota
    ) => Effect.Effect<AccountOnGateway, Failure>
    /** Also deletes its root user and the registration; refused while it contains anything else. */
    readonly delete: (caller: Caller, id: number) => Effect.Effect<DeletedOnGateway, Failure | Forbidden>
  }
>()("stowage/services/accounts/AccountsOnGateway") {
  static readonly layer = Layer.effect(
    AccountsOnGateway,
    Effect.gen(function* () {
      const registrations = yield* Registrations
      const { reach } = yield* AdminTargets
      const settings = yield* GatewayAccountSettings
      const users = yield* GatewayUsers
      const rgw = yield* Rgw
      const cipher = yield* CredentialCipher
      const storedKeys = yield* StoredKeys
      const audited = yield* Audited
      const names = yield* AgreedNames
      const freezes = yield* FreezeRecords

      const setting = <A extends object>(one: Setting<A>) => ({
        ...one,
        change: {
          admin: audited.gateway(settingKind("account", one, reach, "admin")),
          "cluster-admin": audited.gateway(settingKind("account", one, reach, "cluster-admin"))
        }
      })
      const quotaOf = (type: AccountQuotaType) =>
        setting<Quota>({
          verb: `quota.${type}`,
          wanted: Quota,
          read: (target, id) => Effect.map(settings.settings(target, id), (account) => account[`${type}_quota`]),
          write: (target, id, quota) => settings.setQuota(target, id, type, quota)
        })
      const profile = setting<typeof Profile.Type>({
        verb: "profile",
        wanted: Profile,
        read: settings.settings,
        write: settings.change,
        // a name changed from here is no drift
        follows: (id, { name }) => (name === undefined ? Effect.void : names.agree("account", id, name, false))
      })
      const limits = setting<typeof SomeAccountLimits.Type>({
        verb: "limits",
        wanted: SomeAccountLimits,
        read: (target, id) => Effect.map(settings.settings(target, id), (account) => account.limits),
        write: settings.change
      })
      const quotas = { account: quotaOf("account"), bucket: quotaOf("bucket") }
      const deletion = audited.gateway(
        accountDeletionKind({
          settings,
          reach,
          forget: (id) => registrations.remove("account", id),
          keepKey: ({ endpoint_id, external_id, id }, { access_key, secret_key }) =>
            Effect.flatMap(
              cipher.encrypt(registrationSecretPurpose("account", endpoint_id, external_id), secret_key),
              (secret) => storedKeys.replaceRoot(id, { access_key, secret })
            )
        })
      )

      const resolved = Effect.fnUntraced(function* (registration: Registration) {
        return {
          about: settingSubject(registration),
          accountId: registration.external_id,
          rootUid: registration.uid,
          target: yield* reach(registration.storage_endpoint_id)
        }
      })
      const of = Effect.fnUntraced(function* (account: GatewaySubject) {
        if (typeof account === "number") return yield* resolved(yield* registrations.find("account", account))
        const { endpoint_id, external_id } = account
        const registration = yield* registrationOf(registrations, "account", account)
        return {
          about: { id: registration?.id ?? UNREGISTERED_ID, name: external_id, endpoint_id, external_id },
          accountId: external_id,
          rootUid: registration?.uid ?? null,
          target: yield* reach(endpoint_id)
        }
      })

      /** RGW reports the usage of an account by one of its users (A6). */
      const usageOf = (target: AdminTarget, rootUid: string | null) =>
        rootUid === null
          ? Effect.succeed({ state: "not_told" as const })
          : Effect.catchTag(settings.usage(target, rootUid), "NotFound", () =>
              Effect.succeed({ state: "not_told" as const })
            )

      const get = Effect.fn("AccountsOnGateway.get")(function* (subject: GatewaySubject) {
        const { accountId, rootUid, target } = yield* of(subject)
        const [{ id: rgw_account_id, ...shown }, usage] = yield* Effect.all(
          [settings.settings(target, accountId), usageOf(target, rootUid)],
          { concurrency: 2 }
        )
        return { rgw_account_id, ...shown, usage }
      })

      const change = <A extends object>(
        caller: Caller,
        subject: GatewaySubject,
        one: ReturnType<typeof setting<A>>,
        desired: A,
        expected?: object
      ) =>
        Effect.gen(function* () {
          const { about, accountId, target } = yield* of(subject)
          yield* one.change[scopeOfSubject(subject)].makeIdempotent(
            caller,
            target,
            { ...about, wanted: desired },
            {
              before: Effect.flatMap(one.read(target, accountId), (now) =>
                Effect.as(refuseUnlessUnchanged(now, expected), false)
              ),
              change: one.write(target, accountId, desired)
            }
          )
          return yield* get(subject)
        })

      /** Checks everything before the first deletion, because a later refusal would leave the account half deleted. */
      const emptyBut = Effect.fnUntraced(function* (
        { access_key, external_id, uid }: Registration,
        target: Parameters<typeof settings.members>[0]
      ) {
        yield* settings.settings(target, external_id)
        const members = yield* settings.members(target, external_id)
        const others = members.filter((member) => member.uid !== uid)
        if (others.length > 0) {
          const counted = others.length === 1 ? "a user" : `${others.length} users`
          const names = others.slice(0, 5).map(({ display_name }) => display_name)
          return yield* notEmpty(
            `This RGW account still has ${counted} beside its root user ${uid}: ${names.join(", ")}. Delete them first`
          )
        }
        const root = members.find((member) => member.uid === uid)
        const keys = root?.access_keys.filter((key) => key !== access_key) ?? []
        if (keys.includes(target.credential.accessKey))
          return yield* notEmpty(
            "Its root user is the one as whom Stowage administers the storage endpoint: it cannot be deleted here"
          )
        if (keys.length > 0)
          return yield* notEmpty(
            `Its root user ${uid} has ${keys.length === 1 ? "another key" : `${keys.length} other keys`}, ` +
              `which somebody may be using: ${keys.slice(0, 5).join(", ")}. Delete them first`
          )
        if (root !== undefined)
          yield* requireNoBuckets(yield* rgw.bucketNames(target, { _tag: "Uid", uid }), "RGW account")
        return root
      })

      const deleted = (target: Parameters<typeof settings.settings>[0], accountId: string) =>
        settings.settings(target, accountId).pipe(
          Effect.as(false),
          Effect.catchTag("NotFound", () => Effect.succeed(true))
        )

      const remove = Effect.fn("AccountsOnGateway.delete")(function* (caller: Caller, id: number) {
        const registration = yield* registrations.find("account", id)
        const { name, uid } = registration
        yield* confirmedName("RGW account", name)
        yield* proveUnlinking(registration)
        yield* requireNoPrivateAccess(storedKeys, id)
        const { about, accountId, target } = yield* resolved(registration)
        const root = yield* emptyBut(registration, target)
        const completeAbout = { ...about, uid, root_name: root?.display_name ?? uid, access_key: newAccessKey() }
        return yield* deletion.makeAndStore(caller, target, completeAbout, {
          ...(root === undefined ? {} : { first: users.removeUser(target, uid) }),
          change: Effect.andThen(
            settings.delete(target, accountId),
            verifyApplied(deleting, deleted(target, accountId))
          ),
          store: () => Effect.as(registrations.remove("account", id), { id, name, external_id: accountId }),
          entity: () => ({ type: "rgw_account", id: String(id), label: name }),
          remains: (error) =>
            Effect.logError(`The root user ${uid} of RGW account ${accountId} could not be made again yet`).pipe(
              Effect.annotateLogs({ code: error.code })
            )
        })
      })

      /** A changed limit would undo a freeze in part, and the undo would overwrite it. */
      const requireUnfrozen = Effect.fnUntraced(function* (subject: GatewaySubject) {
        const { about } = yield* of(subject)
        if ((yield* freezes.find(about.endpoint_id, about.external_id)) !== null)
          return yield* new Conflict({
            code: "state_conflict",
            detail: "This account is frozen: unfreeze it in Cluster Admin first"
          })
      })

      const update = Effect.fn("AccountsOnGateway.update")(function* (
        caller: Caller,
        subject: GatewaySubject,
        { email, was: expected, ...desired }: UpdateAccountOnGateway
      ) {
        if (email === null && (yield* get(subject)).email !== null) return yield* emailRequired
        return yield* change(
          caller,
          subject,
          profile,
          { ...desired, ...(typeof email === "string" ? { email } : {}) },
          expected
        )
      })

      return AccountsOnGateway.of({
        get,
        update,
        setLimits: Effect.fn("AccountsOnGateway.setLimits")(
          (caller: Caller, subject: GatewaySubject, { was: expected, ...desired }: UpdateAccountLimits) =>
            Effect.andThen(
              desired.max_buckets === undefined ? Effect.void : requireUnfrozen(subject),
              change(caller, subject, limits, desired, expected)
            )
        ),
        setQuota: Effect.fn("AccountsOnGateway.setQuota")(
          (
            caller: Caller,
            subject: GatewaySubject,
            type: AccountQuotaType,
            { was: expected, ...desired }: UpdateQuota
          ) =>
            Effect.andThen(
              Effect.andThen(fits(desired), type === "account" ? requireUnfrozen(subject) : Effect.void),
              change(caller, subject, quotas[type], desired, expected)
            )
        ),
        delete: remove
      })
    })
  )
}
