import { Effect, Layer } from "effect"
import type { AdminTarget, S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import { RoleDenials } from "#services/accounts/directory/RoleDenials.ts"
import { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { IamEntities, type IamPage } from "./IamEntities.ts"
import { type ChangeRefused, IamGateway } from "./IamGateway.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"

const POLICY = "StowageFreeze"
const PAGE_SIZE = 100
const MAX_ROLES = 200
const DENY_EVERYTHING = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Sid: POLICY, Effect: "Deny", Action: "*", Resource: "*" }]
})

const make = Effect.gen(function* () {
  const accounts = yield* GatewayAccounts
  const activeKeys = yield* ActiveKeys
  const entities = yield* IamEntities
  const iam = yield* IamGateway

  const rootTarget = Effect.fnUntraced(function* (target: AdminTarget, accountId: string) {
    for (const uid of yield* accounts.accountRoots(target, accountId)) {
      const key = yield* Effect.catchTag(activeKeys.of(target, uid), "NotFound", () => Effect.succeed(null))
      if (key === null) continue
      const { access_key: accessKey, secret_key: secretKey } = key
      const credential = GatewayCredential.opened({ accessKey, secretKey, sessionToken: null })
      const s3: S3Target = { ...target, credential, userSupplied: false, pathStyle: true }
      return s3
    }
    return yield* new Conflict({
      code: "state_conflict",
      detail: `No root user of ${accountId} has an active access key, which policies of its roles can be changed with`
    })
  })

  const changeEach = (
    names: ReadonlyArray<string>,
    change: (name: string) => Effect.Effect<void, ChangeRefused, GatewayIntent>
  ) =>
    Effect.forEach(
      names,
      (name) =>
        change(name).pipe(
          Effect.catchTag("NotFound", () => Effect.void),
          // the document is ours
          Effect.catchTag("InvalidInput", (error) => Effect.die(error))
        ),
      { discard: true }
    )

  return RoleDenials.of({
    roles: Effect.fnUntraced(function* (target: AdminTarget, accountId: string) {
      const s3 = yield* rootTarget(target, accountId)
      const names: Array<string> = []
      for (let marker: string | null = null; ; ) {
        const { items, next }: IamPage = yield* entities.page(s3, "roles", PAGE_SIZE, marker)
        names.push(...items.map(({ name }) => name))
        if (next === null || names.length > MAX_ROLES) break
        marker = next
      }
      if (names.length > MAX_ROLES)
        return yield* new Conflict({
          code: "state_conflict",
          detail: `This account has more than ${MAX_ROLES} roles: freeze it without stopping their sessions`
        })
      return names
    }),
    deny: Effect.fnUntraced(function* (target: AdminTarget, accountId: string, names: ReadonlyArray<string>) {
      if (names.length === 0) return
      const s3 = yield* rootTarget(target, accountId)
      yield* changeEach(names, (name) =>
        iam.change(s3, { change: "inline.put", holder: "roles", name, policy: POLICY, document: DENY_EVERYTHING })
      )
    }),
    allow: Effect.fnUntraced(function* (target: AdminTarget, accountId: string, names: ReadonlyArray<string>) {
      if (names.length === 0) return
      const s3 = yield* rootTarget(target, accountId)
      yield* changeEach(names, (name) =>
        iam.change(s3, { change: "inline.delete", holder: "roles", name, policy: POLICY })
      )
    })
  })
})

/** An inline policy that denies everything. */
export const layer = Layer.effect(RoleDenials, make)
