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
  CreateAccount,
  ImportAccount,
  RgwAccount,
  RgwAccountSummary,
  Unregistered,
  UpdateAccount
} from "#domain/accounts/StorageAccess.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { newAccessKey, newAccountId } from "./gatewayNames.ts"
import { requireStepUpForLinks } from "./requireStepUpForLinks.ts"
import { linksOf, type Registration, type RegistrationQuery, Registrations } from "./Registrations.ts"
import { Registry } from "./Registry.ts"

const noUser = InvalidInput.at("payload.rgw_user_uid", "The gateway has no such user")

/** I6: unique and valid as a user name inside the account. */
const rootName = (accountId: string) => `${accountId}-root`

/** RGW requires the user to be in the tenant of the account. */
const rootUid = ({ id, tenant }: { readonly id: string; readonly tenant: string }) =>
  tenant === "" ? rootName(id) : `${tenant}$${rootName(id)}`

type Failure = InvalidInput | Forbidden | Conflict | GatewayFailure

export const accountOf = ({
  access_key: _key,
  external_id,
  secret: _secret,
  uid,
  ...rest
}: Registration): RgwAccount => ({
  ...rest,
  rgw_account_id: external_id,
  rgw_user_uid: uid
})

export class RgwAccounts extends Context.Service<
  RgwAccounts,
  {
    readonly page: (query: RegistrationQuery) => Effect.Effect<Page<RgwAccount>>
    readonly minimal: Effect.Effect<ReadonlyArray<RgwAccountSummary>>
    readonly get: (id: number) => Effect.Effect<RgwAccount, NotFound>
    readonly create: (caller: Caller, input: CreateAccount) => Effect.Effect<RgwAccount, Failure>
    /** `root`: root user found by an earlier scan of all users (null for none); undefined scans all users. */
    readonly import: (caller: Caller, input: ImportAccount, root?: string | null) => Effect.Effect<RgwAccount, Failure>
    readonly update: (
      caller: Caller,
      id: number,
      input: UpdateAccount
    ) => Effect.Effect<RgwAccount, InvalidInput | NotFound | Forbidden | Conflict>
    readonly unregister: (
      caller: Caller,
      id: number
    ) => Effect.Effect<Unregistered, Forbidden | NotFound | Conflict | GatewayFailure>
  }
>()("stowage/services/accounts/RgwAccounts") {
  static readonly layer = Layer.effect(
    RgwAccounts,
    Effect.gen(function* () {
      const registrations = yield* Registrations
      const registry = yield* Registry
      const targets = yield* AdminTargets
      const accounts = yield* GatewayAccounts
      const users = yield* GatewayUsers

      const get = Effect.fn("RgwAccounts.get")((id: number) => Effect.map(registrations.find("account", id), accountOf))

      const create = Effect.fn("RgwAccounts.create")(function* (caller: Caller, input: CreateAccount) {
        yield* requireStepUpForLinks(caller, input)
        const target = yield* targets.required(input.storage_endpoint_id)
        const [id, accessKey] = [newAccountId(), newAccessKey()]
        const account = accounts.createAccount(target, {
          id,
          name: input.name,
          email: input.email ?? null,
          limits: input.limits ?? {}
        })
        return accountOf(
          yield* registry.make(
            caller,
            "account",
            target,
            {
              name: input.name,
              externalId: id,
              uid: rootName(id),
              endpointId: input.storage_endpoint_id,
              links: linksOf(input),
              verb: "create",
              makes: "account",
              accessKey
            },
            makeRoot(target, { id, tenant: "" }, accessKey),
            account
          )
        )
      })

      const makeRoot = (
        target: AdminTarget,
        account: { readonly id: string; readonly tenant: string },
        accessKey: string
      ) =>
        users
          .createUser(target, {
            uid: rootUid(account),
            displayName: rootName(account.id),
            email: null,
            accountRootOf: account.id,
            accessKey
          })
          .pipe(
            Effect.catchTag("NotFound", (error) => Effect.die(error)),
            Effect.map(({ key }) => key)
          )

      const rootOf = Effect.fnUntraced(function* (target: AdminTarget, input: ImportAccount) {
        if (input.rgw_user_uid === undefined) {
          const [root] = yield* accounts.accountRoots(target, input.rgw_account_id)
          return root ?? null
        }
        const user = yield* users
          .user(target, input.rgw_user_uid)
          .pipe(Effect.catchTag("NotFound", () => Effect.fail(noUser)))
        if (user.account_id !== input.rgw_account_id || !user.is_account_root) {
          return yield* InvalidInput.at("payload.rgw_user_uid", "This is not a root user of the account")
        }
        return user.uid
      })

      const importAccount = Effect.fn("RgwAccounts.import")(function* (
        caller: Caller,
        input: ImportAccount,
        knownRoot?: string | null
      ) {
        yield* requireStepUpForLinks(caller, input)
        const target = yield* targets.required(input.storage_endpoint_id)
        if ((yield* registrations.registered("account", input.storage_endpoint_id, [input.rgw_account_id])).size > 0) {
          return yield* new Conflict({ code: "already_exists", detail: "This account is registered already" })
        }
        const account = yield* accounts
          .account(target, input.rgw_account_id)
          .pipe(
            Effect.catchTag("NotFound", () =>
              Effect.fail(InvalidInput.at("payload.rgw_account_id", "The gateway has no such account"))
            )
          )
        const root = knownRoot === undefined ? yield* rootOf(target, input) : knownRoot
        const accessKey = newAccessKey()
        return accountOf(
          yield* registry.make(
            caller,
            "account",
            target,
            {
              name: account.name,
              externalId: account.id,
              uid: root ?? rootUid(account),
              endpointId: input.storage_endpoint_id,
              links: linksOf(input),
              verb: "import",
              makes: root === null ? "user" : "key",
              accessKey
            },
            root === null
              ? makeRoot(target, account, accessKey)
              : Effect.catchTag(users.mintKey(target, root, accessKey), "NotFound", () => Effect.fail(noUser))
          )
        )
      })

      const update = Effect.fn("RgwAccounts.update")((caller: Caller, id: number, input: UpdateAccount) =>
        Effect.map(registry.update(caller, "account", id, input), accountOf)
      )

      return RgwAccounts.of({
        page: Effect.fn("RgwAccounts.page")((query: RegistrationQuery) =>
          Effect.map(registrations.page("account", query), (page) => ({ ...page, items: page.items.map(accountOf) }))
        ),
        minimal: Effect.map(registrations.all("account"), (all) =>
          all
            .map(accountOf)
            .map(
              ({ group_links, id, name, rgw_account_id, storage_endpoint_id, storage_endpoint_name, user_links }) => ({
                id,
                name,
                rgw_account_id,
                storage_endpoint_id,
                storage_endpoint_name,
                user_links,
                group_links
              })
            )
        ),
        get,
        create,
        import: importAccount,
        update,
        unregister: Effect.fn("RgwAccounts.unregister")((caller: Caller, id: number) =>
          Effect.flatMap(registrations.find("account", id), (registration) =>
            registry.unregister(caller, "account", registration)
          )
        )
      })
    })
  )
}
