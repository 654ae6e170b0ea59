import { Context, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { LinkBatchItem } from "#domain/accounts/LinkBatch.ts"
import type { RgwAccount, S3User } from "#domain/accounts/StorageAccess.ts"
import { Conflict, type Forbidden, InvalidInput } from "#domain/platform/errors/Errors.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import type { RegistrationKind } from "./Registrations.ts"
import { Registry } from "./Registry.ts"
import { accountOf } from "./RgwAccounts.ts"
import { userOf } from "./RgwUsers.ts"

type Failure = InvalidInput | Forbidden | Conflict

const things = { account: "RGW account", s3_user: "RGW user" } as const

export class LinkBatches extends Context.Service<
  LinkBatches,
  {
    /** Atomic; the error names the invalid entry and link. */
    readonly accounts: (
      caller: Caller,
      items: ReadonlyArray<LinkBatchItem>
    ) => Effect.Effect<ReadonlyArray<RgwAccount>, Failure>
    readonly s3Users: (
      caller: Caller,
      items: ReadonlyArray<LinkBatchItem>
    ) => Effect.Effect<ReadonlyArray<S3User>, Failure>
  }
>()("stowage/services/accounts/LinkBatches") {
  static readonly layer = Layer.effect(
    LinkBatches,
    Effect.gen(function* () {
      const registry = yield* Registry
      const transaction = yield* Transaction

      const save = Effect.fn("LinkBatches.save")(
        (caller: Caller, kind: RegistrationKind, list: string, items: ReadonlyArray<LinkBatchItem>) =>
          transaction.run(
            Effect.forEach(items, ({ id, ...change }, index) => {
              const at = [list, String(index)]
              return registry.update(caller, kind, id, change).pipe(
                Effect.catchTags({
                  NotFound: () =>
                    Effect.fail(
                      new InvalidInput({
                        issues: [{ path: ["payload", ...at, "id"], message: `There is no ${things[kind]} ${id}` }]
                      })
                    ),
                  InvalidInput: ({ issues }) =>
                    Effect.fail(
                      new InvalidInput({
                        issues: issues.map(({ message, path: [payload = "payload", ...rest] }) => ({
                          path: [payload, ...at, ...rest],
                          message
                        }))
                      })
                    ),
                  Conflict: ({ code, detail }) =>
                    Effect.fail(new Conflict({ code, detail: `${at.join(".")} (${things[kind]} ${id}): ${detail}` }))
                })
              )
            })
          )
      )

      return LinkBatches.of({
        accounts: (caller, items) =>
          Effect.map(save(caller, "account", "accounts", items), (saved) => saved.map(accountOf)),
        s3Users: (caller, items) => Effect.map(save(caller, "s3_user", "s3_users", items), (saved) => saved.map(userOf))
      })
    })
  )
}
