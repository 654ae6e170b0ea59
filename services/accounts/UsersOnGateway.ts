import { Context, Effect, Layer, Schema } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import {
  type Cap,
  additionalCaps,
  type DeletedOnGateway,
  OperationType,
  Quota,
  RateLimit,
  type S3UserOnGateway,
  sortedCaps,
  sortedOpMask,
  Suspension,
  type UpdateCaps,
  type UpdateQuota,
  type UpdateRateLimit,
  type UpdateS3UserOnGateway,
  type UserQuotaType
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
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayUserSettings, type UserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { proveUnlinking } from "./requireStepUpForLinks.ts"
import { AgreedNames } from "./AgreedNames.ts"
import { capsKind } from "./capsKind.ts"
import { userDeletionKind } from "./deletionKinds.ts"
import { requireNoBuckets } from "./requireNoBuckets.ts"
import { entityId, type GatewaySubject, registrationOf, scopeOfSubject, UNREGISTERED_ID } from "./gatewaySubject.ts"
import { type Registration, Registrations } from "./Registrations.ts"
import { type Setting, settingKind, settingSubject, refuseUnlessUnchanged } from "./settingChanges.ts"

type Failure = NotFound | Conflict | InvalidInput | GatewayFailure

const Profile = Schema.Struct({
  display_name: Schema.optionalKey(Schema.String),
  email: Schema.optionalKey(Schema.NullOr(Schema.String)),
  max_buckets: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  op_mask: Schema.optionalKey(Schema.Array(OperationType)),
  default_placement: Schema.optionalKey(Schema.NullOr(Schema.String))
})

/** Sorted, because values are compared in order. */
const withSortedOpMask = <A extends Pick<typeof Profile.Type, "op_mask">>(profile: A): A =>
  profile.op_mask === undefined ? profile : { ...profile, op_mask: sortedOpMask(profile.op_mask) }

const placementRequired = InvalidInput.at(
  "payload.default_placement",
  "Admin Ops changes the default placement and never removes it: name another placement target"
)

const administersText = "This is the RGW user as whom Stowage administers the storage endpoint"

export class UsersOnGateway extends Context.Service<
  UsersOnGateway,
  {
    readonly get: (user: GatewaySubject) => Effect.Effect<S3UserOnGateway, NotFound | GatewayFailure>
    readonly update: (
      caller: Caller,
      user: GatewaySubject,
      input: UpdateS3UserOnGateway
    ) => Effect.Effect<S3UserOnGateway, Failure>
    readonly setQuota: (
      caller: Caller,
      user: GatewaySubject,
      type: UserQuotaType,
      input: UpdateQuota
    ) => Effect.Effect<S3UserOnGateway, Failure>
    /** Replaces all capabilities; an unknown type is invalid input and changes nothing. */
    readonly setCaps: (
      caller: Caller,
      user: GatewaySubject,
      input: UpdateCaps
    ) => Effect.Effect<{ readonly caps: ReadonlyArray<Cap> }, Failure>
    readonly setRateLimit: (
      caller: Caller,
      user: GatewaySubject,
      input: UpdateRateLimit
    ) => Effect.Effect<S3UserOnGateway, Failure>
    readonly suspend: (
      caller: Caller,
      user: GatewaySubject,
      input: Suspension
    ) => Effect.Effect<S3UserOnGateway, Failure>
    readonly delete: (caller: Caller, id: number) => Effect.Effect<DeletedOnGateway, Failure | Forbidden>
  }
>()("stowage/services/accounts/UsersOnGateway") {
  static readonly layer = Layer.effect(
    UsersOnGateway,
    Effect.gen(function* () {
      const registrations = yield* Registrations
      const { reach } = yield* AdminTargets
      const settings = yield* GatewayUserSettings
      const rgw = yield* Rgw
      const audited = yield* Audited
      const names = yield* AgreedNames

      const setting = <A extends object>(one: Setting<A>) => ({
        ...one,
        change: {
          admin: audited.gateway(settingKind("s3_user", one, reach, "admin")),
          "cluster-admin": audited.gateway(settingKind("s3_user", one, reach, "cluster-admin"))
        }
      })
      const quotaOf = (type: UserQuotaType) =>
        setting<Quota>({
          verb: `quota.${type}`,
          wanted: Quota,
          read: (target, uid) => Effect.map(settings.settings(target, uid), (user) => user[`${type}_quota`]),
          write: (target, uid, quota) => settings.setQuota(target, uid, type, quota)
        })
      const profile = setting<typeof Profile.Type>({
        verb: "profile",
        wanted: Profile,
        read: settings.settings,
        write: settings.change,
        follows: (id, { display_name: name }) =>
          name === undefined ? Effect.void : names.agree("s3_user", id, name, false)
      })
      const quotas = { user: quotaOf("user"), bucket: quotaOf("bucket") }
      const rateLimit = setting<RateLimit>({
        verb: "rate_limit",
        wanted: RateLimit,
        read: (target, uid) =>
          Effect.map(settings.rateLimit(target, uid), (found) => (found.state === "known" ? found.limit : {})),
        write: settings.setRateLimit
      })
      const suspension = setting<Suspension>({
        verb: "suspension",
        wanted: Suspension,
        read: settings.settings,
        write: settings.change,
        follows: (id, { suspended }) => names.suspend(id, suspended)
      })
      const caps = {
        admin: audited.gateway(capsKind({ settings, reach }, "admin")),
        "cluster-admin": audited.gateway(capsKind({ settings, reach }, "cluster-admin"))
      }
      const deletion = audited.gateway(
        userDeletionKind({ settings, reach, forget: (id) => registrations.remove("s3_user", id) })
      )

      const reached = Effect.fnUntraced(function* (registration: Registration) {
        return {
          about: settingSubject(registration),
          uid: registration.uid,
          target: yield* reach(registration.storage_endpoint_id)
        }
      })
      const of = Effect.fnUntraced(function* (user: GatewaySubject) {
        if (typeof user === "number") return yield* reached(yield* registrations.find("s3_user", user))
        const { endpoint_id, external_id } = user
        const registration = yield* registrationOf(registrations, "s3_user", user)
        return {
          about: { id: registration?.id ?? UNREGISTERED_ID, name: external_id, endpoint_id, external_id },
          uid: external_id,
          target: yield* reach(endpoint_id)
        }
      })

      const administers = (target: AdminTarget, { access_keys }: UserSettings) =>
        access_keys.includes(target.credential.accessKey)

      /** Prevents administrators from locking themselves out. */
      const requireOtherUser = Effect.fnUntraced(function* (target: AdminTarget, user: UserSettings, what: string) {
        if (administers(target, user))
          return yield* new Conflict({ code: "state_conflict", detail: `${administersText}: it ${what}` })
      })

      const get = Effect.fn("UsersOnGateway.get")(function* (subject: GatewaySubject) {
        const { target, uid } = yield* of(subject)
        const [user, limit] = yield* Effect.all([settings.settings(target, uid), settings.rateLimit(target, uid)], {
          concurrency: 2
        })
        const { access_keys: _keys, account_id: _account, uid: rgw_user_uid, ...shown } = user
        return { rgw_user_uid, ...shown, rate_limit: limit, administers: administers(target, user) }
      })

      const change = <A extends object>(
        caller: Caller,
        subject: GatewaySubject,
        one: ReturnType<typeof setting<A>>,
        desired: A,
        expected?: object
      ) =>
        Effect.gen(function* () {
          const { about, target, uid } = yield* of(subject)
          yield* one.change[scopeOfSubject(subject)].makeIdempotent(
            caller,
            target,
            { ...about, wanted: desired },
            {
              before: Effect.flatMap(one.read(target, uid), (now) =>
                Effect.as(refuseUnlessUnchanged(now, expected), false)
              ),
              change: one.write(target, uid, desired)
            }
          )
          return yield* get(subject)
        })

      const update = Effect.fn("UsersOnGateway.update")(function* (
        caller: Caller,
        subject: GatewaySubject,
        { was: expected, ...desired }: UpdateS3UserOnGateway
      ) {
        if (desired.default_placement === null && (yield* get(subject)).default_placement !== null)
          return yield* placementRequired
        return yield* change(
          caller,
          subject,
          profile,
          withSortedOpMask(desired),
          expected === undefined ? undefined : withSortedOpMask(expected)
        )
      })
      const setQuota = Effect.fn("UsersOnGateway.setQuota")(
        (caller: Caller, subject: GatewaySubject, type: UserQuotaType, { was: expected, ...desired }: UpdateQuota) =>
          change(caller, subject, quotas[type], desired, expected)
      )
      const setRateLimit = Effect.fn("UsersOnGateway.setRateLimit")(
        (caller: Caller, subject: GatewaySubject, { was: expected, ...desired }: UpdateRateLimit) =>
          change(caller, subject, rateLimit, desired, expected)
      )

      const suspend = Effect.fn("UsersOnGateway.suspend")(function* (
        caller: Caller,
        subject: GatewaySubject,
        input: Suspension
      ) {
        const { target, uid } = yield* of(subject)
        if (input.suspended)
          yield* requireOtherUser(target, yield* settings.settings(target, uid), "cannot be suspended here")
        return yield* change(caller, subject, suspension, input)
      })

      const setCaps = Effect.fn("UsersOnGateway.setCaps")(function* (
        caller: Caller,
        subject: GatewaySubject,
        input: UpdateCaps
      ) {
        const { about, target, uid } = yield* of(subject)
        const user = yield* settings.settings(target, uid)
        const [before, desired] = [user.caps, sortedCaps(input.caps)]
        yield* refuseUnlessUnchanged(
          { caps: before },
          input.was === undefined ? undefined : { caps: sortedCaps(input.was) }
        )
        const [removedCaps, more] = [additionalCaps(before, desired), additionalCaps(desired, before)]
        if (removedCaps.length > 0) yield* requireOtherUser(target, user, "keeps the capabilities that it has")
        const remove = settings.changeCaps(target, uid, "remove", removedCaps)
        const add = settings.changeCaps(target, uid, "add", more)
        const as = verifyApplied(
          "rgw_user.caps",
          Effect.map(
            settings.settings(target, uid),
            ({ caps: now }) => additionalCaps(now, desired).length === 0 && additionalCaps(desired, now).length === 0
          )
        )
        if (removedCaps.length > 0 || more.length > 0) {
          yield* caps[scopeOfSubject(subject)].makeAndStore(
            caller,
            target,
            { ...about, before, wanted: desired },
            {
              ...(removedCaps.length > 0 && more.length > 0
                ? { first: remove, change: Effect.andThen(add, as) }
                : { change: Effect.andThen(removedCaps.length > 0 ? remove : add, as) }),
              store: () => Effect.void,
              entity: () => ({ type: "rgw_user", id: entityId(about.id), label: about.name }),
              remains: (error) =>
                Effect.logWarning("Capabilities could not be put back yet").pipe(
                  Effect.annotateLogs({ uid, code: error.code })
                )
            }
          )
        }
        return { caps: (yield* settings.settings(target, uid)).caps }
      })

      const remove = Effect.fn("UsersOnGateway.delete")(function* (caller: Caller, id: number) {
        const registration = yield* registrations.find("s3_user", id)
        const { name } = registration
        yield* confirmedName("RGW user", name)
        yield* proveUnlinking(registration)
        const { about, target, uid } = yield* reached(registration)
        yield* requireOtherUser(target, yield* settings.settings(target, uid), "cannot be deleted here")
        yield* requireNoBuckets(yield* rgw.bucketNames(target, { _tag: "Uid", uid }), "RGW user")
        yield* deletion.makeIdempotent(caller, target, about, {
          before: Effect.succeed(false),
          change: settings.delete(target, uid)
        })
        return { id, name, external_id: uid }
      })

      return UsersOnGateway.of({ get, update, setQuota, setCaps, setRateLimit, suspend, delete: remove })
    })
  )
}
