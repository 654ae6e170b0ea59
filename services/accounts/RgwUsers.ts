import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import {
  Conflict,
  type Forbidden,
  type GatewayFailure,
  InvalidInput,
  type NotFound
} from "#domain/platform/errors/Errors.ts"
import type { Page } from "#domain/platform/Paging.ts"
import type {
  CreateS3User,
  ImportS3User,
  S3User,
  S3UserSummary,
  Unregistered,
  UpdateS3User
} from "#domain/accounts/StorageAccess.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { newAccessKey } from "./gatewayNames.ts"
import { requireStepUpForLinks } from "./requireStepUpForLinks.ts"
import { linksOf, type Registration, type RegistrationQuery, Registrations } from "./Registrations.ts"
import { Registry } from "./Registry.ts"

type Failure = InvalidInput | Forbidden | Conflict | GatewayFailure

export const userOf = ({
  access_key: _key,
  external_id: _id,
  secret: _secret,
  uid,
  ...rest
}: Registration): S3User => ({
  ...rest,
  rgw_user_uid: uid
})

export class RgwUsers extends Context.Service<
  RgwUsers,
  {
    readonly page: (query: RegistrationQuery) => Effect.Effect<Page<S3User>>
    readonly minimal: Effect.Effect<ReadonlyArray<S3UserSummary>>
    readonly get: (id: number) => Effect.Effect<S3User, NotFound>
    readonly create: (caller: Caller, input: CreateS3User) => Effect.Effect<S3User, Failure>
    /** Creates an additional key for us; existing keys stay. */
    readonly import: (caller: Caller, input: ImportS3User) => Effect.Effect<S3User, Failure>
    readonly update: (
      caller: Caller,
      id: number,
      input: UpdateS3User
    ) => Effect.Effect<S3User, InvalidInput | NotFound | Forbidden | Conflict>
    readonly unregister: (
      caller: Caller,
      id: number
    ) => Effect.Effect<Unregistered, Forbidden | NotFound | Conflict | GatewayFailure>
  }
>()("stowage/services/accounts/RgwUsers") {
  static readonly layer = Layer.effect(
    RgwUsers,
    Effect.gen(function* () {
      const registrations = yield* Registrations
      const registry = yield* Registry
      const targets = yield* AdminTargets
      const users = yield* GatewayUsers

      const create = Effect.fn("RgwUsers.create")(function* (caller: Caller, input: CreateS3User) {
        yield* requireStepUpForLinks(caller, input)
        const target = yield* targets.required(input.storage_endpoint_id)
        const [uid, accessKey] = [input.rgw_user_uid, newAccessKey()]
        return userOf(
          yield* registry.make(
            caller,
            "s3_user",
            target,
            {
              name: input.name,
              externalId: uid,
              uid,
              endpointId: input.storage_endpoint_id,
              links: linksOf(input),
              verb: "create",
              makes: "user",
              accessKey
            },
            users
              .createUser(target, {
                uid,
                displayName: input.name,
                email: input.email ?? null,
                accountRootOf: null,
                accessKey
              })
              .pipe(
                Effect.catchTag("NotFound", (error) => Effect.die(error)),
                Effect.map(({ key }) => key)
              )
          )
        )
      })

      const importUser = Effect.fn("RgwUsers.import")(function* (caller: Caller, input: ImportS3User) {
        yield* requireStepUpForLinks(caller, input)
        const target = yield* targets.required(input.storage_endpoint_id)
        if ((yield* registrations.registered("s3_user", input.storage_endpoint_id, [input.rgw_user_uid])).size > 0) {
          return yield* new Conflict({ code: "already_exists", detail: "This user is registered already" })
        }
        const missing = InvalidInput.at("payload.rgw_user_uid", "The gateway has no such user")
        const user = yield* users
          .user(target, input.rgw_user_uid)
          .pipe(Effect.catchTag("NotFound", () => Effect.fail(missing)))
        if (user.account_id !== null) {
          return yield* InvalidInput.at(
            "payload.rgw_user_uid",
            `This user belongs to account ${user.account_id}: import the account`
          )
        }
        const accessKey = newAccessKey()
        return userOf(
          yield* registry.make(
            caller,
            "s3_user",
            target,
            {
              name: user.display_name,
              externalId: user.uid,
              uid: user.uid,
              endpointId: input.storage_endpoint_id,
              links: linksOf(input),
              verb: "import",
              makes: "key",
              accessKey
            },
            Effect.catchTag(users.mintKey(target, user.uid, accessKey), "NotFound", () => Effect.fail(missing))
          )
        )
      })

      return RgwUsers.of({
        page: Effect.fn("RgwUsers.page")((query: RegistrationQuery) =>
          Effect.map(registrations.page("s3_user", query), (page) => ({ ...page, items: page.items.map(userOf) }))
        ),
        minimal: Effect.map(registrations.all("s3_user"), (all) =>
          all
            .map(userOf)
            .map(({ group_links, id, name, rgw_user_uid, storage_endpoint_id, storage_endpoint_name, user_links }) => ({
              id,
              name,
              rgw_user_uid,
              storage_endpoint_id,
              storage_endpoint_name,
              user_links,
              group_links
            }))
        ),
        get: Effect.fn("RgwUsers.get")((id: number) => Effect.map(registrations.find("s3_user", id), userOf)),
        create,
        import: importUser,
        update: Effect.fn("RgwUsers.update")((caller: Caller, id: number, input: UpdateS3User) =>
          Effect.map(registry.update(caller, "s3_user", id, input), userOf)
        ),
        unregister: Effect.fn("RgwUsers.unregister")((caller: Caller, id: number) =>
          Effect.flatMap(registrations.find("s3_user", id), (registration) =>
            registry.unregister(caller, "s3_user", registration)
          )
        )
      })
    })
  )
}
