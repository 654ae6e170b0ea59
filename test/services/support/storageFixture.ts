import { DateTime, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#domain/platform/access/Caller.ts"
import {
  Conflict,
  type GatewayFailure,
  NotFound,
  type StorageError,
  StorageTimeout
} from "#domain/platform/errors/Errors.ts"
import type { GatewayAccount, GatewayUser } from "#domain/gateways/endpoints/Gateway.ts"
import { CurrentStepUp } from "#domain/identity/CurrentStepUp.ts"
import type { FeatureEvidence } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { Storage } from "#layers/compose/Storage.ts"
import * as SecretsNode from "#layers/crypto/SecretsNode.ts"
import * as CredentialCipherAes from "#layers/crypto/CredentialCipherAes.ts"
import { AuditTrail } from "#layers/compose/AuditTrail.ts"
import { ConnectionProbe } from "#services/accounts/connections/ConnectionProbe.ts"
import type { GatewayFinding } from "#domain/gateways/endpoints/GatewayDiagnosis.ts"
import {
  type CheckAnswer,
  type CheckPlace,
  EndpointProbe,
  type ProbeTarget
} from "#services/gateways/endpoints/EndpointProbe.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import { GatewayAccountSettings } from "#services/gateways/endpoints/GatewayAccountSettings.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { GatewaySeries } from "#services/gateways/endpoints/GatewaySeries.ts"
import { ActiveKeys } from "#services/gateways/endpoints/ActiveKeys.ts"
import { IamEntities } from "#services/iam/IamEntities.ts"
import { IamGateway } from "#services/iam/IamGateway.ts"
import { GatewayUserSettings } from "#services/gateways/endpoints/GatewayUserSettings.ts"
import { Rgw } from "#services/gateways/endpoints/Rgw.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { noS3Sessions } from "../../support/noS3Sessions.ts"
import { TestSettings } from "../../support/testSettings.ts"

/** A gateway in memory. Operations in `failing` time out. */
export class FakeStorage {
  readonly accounts = new Map<string, GatewayAccount>()
  readonly users = new Map<string, GatewayUser>()
  readonly failing = new Set<string>()
  readonly refusing = new Map<string, StorageError>()
  readonly targets: Array<AdminTarget> = []
  readonly probed: Array<ProbeTarget> = []
  evidence: ReadonlyArray<FeatureEvidence> = []
  finding: GatewayFinding = "ready"
  readonly checks: Array<CheckPlace> = []
  readonly troubles = new Map<string, NonNullable<CheckAnswer["trouble"]>>()
  latency = 12

  addAccount(id: string, name: string) {
    const account: GatewayAccount = { id, name, tenant: "", email: null, max_buckets: 1000 }
    this.accounts.set(id, account)
    return account
  }
  addUser(uid: string, account: string | null = null, root = false) {
    const user: GatewayUser = {
      uid,
      display_name: `Display of ${uid}`,
      email: null,
      account_id: account,
      is_account_root: root,
      suspended: false,
      access_keys: [`OWN-${uid}`],
      inactive_keys: []
    }
    this.users.set(uid, user)
    return user
  }
  addKey(uid: string, access: string) {
    const user = this.users.get(uid)!
    this.users.set(uid, { ...user, access_keys: [...user.access_keys, access] })
    return { access_key: access, secret_key: Redacted.make(`gateway-secret-of-${access}`) }
  }
}

const absent = (entity: string, id: string) => new NotFound({ entity, id })

const upTo = (ids: ReadonlyArray<string>, most: number) => ({ ids: ids.slice(0, most), more: ids.length > most })

const rgwOf = (fake: FakeStorage) => {
  const call = <A, E = never>(
    target: AdminTarget,
    operation: string,
    work: () => Effect.Effect<A, E>
  ): Effect.Effect<A, E | GatewayFailure> =>
    Effect.suspend((): Effect.Effect<A, E | GatewayFailure> => {
      fake.targets.push(target)
      const refusal = fake.refusing.get(operation)
      if (refusal !== undefined) return Effect.fail(refusal)
      return fake.failing.has(operation) ? Effect.fail(new StorageTimeout({ operation })) : work()
    })
  const found = <A>(held: A | undefined, entity: string, id: string) =>
    held === undefined ? Effect.fail(absent(entity, id)) : Effect.succeed(held)
  return Layer.merge(
    Layer.mock(GatewayAccounts, {
      account: (target, id) => call(target, "account", () => found(fake.accounts.get(id), "Account", id)),
      accountNamed: (target, name) =>
        call(target, "accountNamed", () =>
          found(
            [...fake.accounts.values()].find((one) => one.name === name),
            "Account",
            name
          )
        ),
      accountIds: (target, most) =>
        call(target, "accountIds", () => Effect.succeed(upTo([...fake.accounts.keys()], most))),
      createAccount: (target, { id, name }) =>
        call(target, "createAccount", () => Effect.sync(() => fake.addAccount(id, name))),
      removeAccount: (target, id) =>
        call(target, "removeAccount", () => Effect.sync(() => void fake.accounts.delete(id))),
      accountRoots: (target, id) =>
        call(target, "accountRoots", () =>
          Effect.sync(() =>
            [...fake.users.values()]
              .filter((user) => user.account_id === id && user.is_account_root)
              .map(({ uid }) => uid)
          )
        ),
      rootsOfAll: (target) =>
        call(target, "rootsOfAll", () =>
          Effect.sync(
            () =>
              new Map(
                [...fake.users.values()].flatMap(({ account_id, is_account_root, uid }) =>
                  is_account_root && account_id !== null ? [[account_id, uid] as const] : []
                )
              )
          )
        )
    }),
    Layer.mock(GatewayUsers, {
      user: (target, uid) => call(target, "user", () => found(fake.users.get(uid), "User", uid)),
      userIds: (target, most) => call(target, "userIds", () => Effect.succeed(upTo([...fake.users.keys()], most))),
      createUser: (target, { accessKey, accountRootOf, uid }) =>
        call(target, "createUser", () =>
          fake.users.has(uid)
            ? Effect.fail(new Conflict({ code: "already_exists", detail: "The gateway has this user" }))
            : Effect.sync(() => {
                fake.addUser(uid, accountRootOf, accountRootOf !== null)
                const key = fake.addKey(uid, accessKey)
                return { user: fake.users.get(uid)!, key }
              })
        ),
      mintKey: (target, uid, accessKey) =>
        call(target, "mintKey", () =>
          Effect.map(found(fake.users.get(uid), "User", uid), () => fake.addKey(uid, accessKey))
        ),
      ownerOf: (target, key) =>
        call(target, "ownerOf", () =>
          found(
            [...fake.users.values()].find((user) => [...user.access_keys, ...user.inactive_keys].includes(key)),
            "Key",
            key
          )
        ),
      setKeyActive: (target, uid, key, active) =>
        call(target, "setKeyActive", () =>
          Effect.map(found(fake.users.get(uid), "User", uid), (user) => {
            const [on, off] = [
              user.access_keys.filter((held) => held !== key),
              user.inactive_keys.filter((held) => held !== key)
            ]
            fake.users.set(uid, {
              ...user,
              access_keys: active ? [...on, key] : on,
              inactive_keys: active ? off : [...off, key]
            })
            return { access_key: key, secret_key: Redacted.make(`gateway-secret-of-${key}`) }
          })
        ),
      removeKey: (target, key) =>
        call(target, "removeKey", () =>
          Effect.sync(() => {
            for (const user of fake.users.values())
              fake.users.set(user.uid, {
                ...user,
                access_keys: user.access_keys.filter((held) => held !== key),
                inactive_keys: user.inactive_keys.filter((held) => held !== key)
              })
          })
        ),
      removeUser: (target, uid) => call(target, "removeUser", () => Effect.sync(() => void fake.users.delete(uid)))
    })
  )
}

const probeOf = (fake: FakeStorage) =>
  Layer.mock(EndpointProbe, {
    features: (target) =>
      Effect.sync(() => {
        fake.probed.push(target)
        return {
          cluster_id: "c0ffee",
          evidence: fake.evidence,
          diagnosis: { finding: fake.finding, summary: "asked", next: null, missing_capabilities: [] }
        }
      }),
    check: (place) =>
      Effect.sync(() => {
        fake.checks.push(place)
        const trouble = fake.troubles.get(place.url) ?? null
        return { latency_ms: trouble === null ? fake.latency : null, trouble }
      })
  })

const gatewaySettings = Layer.mergeAll(
  Layer.mock(ActiveKeys, {}),
  Layer.mock(IamEntities, {}),
  Layer.mock(IamGateway, {}),
  Layer.mock(GatewayUserSettings, {}),
  Layer.mock(GatewaySeries, {}),
  Layer.mock(GatewayAccountSettings, {}),
  Layer.mock(Rgw, {})
)

export const StorageWorld = (fake: FakeStorage) =>
  Storage.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        rgwOf(fake),
        probeOf(fake),
        Layer.mock(ConnectionProbe, {}),
        gatewaySettings,
        SecretsNode.layer,
        CredentialCipherAes.layer,
        AuditTrail,
        noS3Sessions
      )
    ),
    Layer.provideMerge(TestDatabase.layer),
    Layer.provideMerge(Layer.succeed(CurrentStepUp, Effect.void)),
    Layer.provide(TestSettings()),
    Layer.fresh
  )

type Provided = Layer.Success<ReturnType<typeof StorageWorld>>

export const inWorld = <A, E, R>(
  test: (fake: FakeStorage) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, Exclude<R, Provided>> => {
  const fake = new FakeStorage()
  return Effect.provide(test(fake), StorageWorld(fake))
}

export const administrator = Caller.cases.Session.make({
  session_id: "00000000-0000-4000-8000-000000000001",
  user: { id: 1, email: "ada@example.org", full_name: "Ada", role: "ui_superadmin" },
  mfa_verified_at: null,
  authenticated_at: DateTime.makeUnsafe(0)
})

export const addUser = Effect.fnUntraced(function* (
  role: "ui_superadmin" | "ui_user" | "ui_none" = "ui_user",
  active = true
) {
  const sql = yield* SqlClient.SqlClient
  const email = `${crypto.randomUUID()}@example.org`
  const [row] = yield* sql<{ id: number }>`
    insert into ui_users (email, full_name, role, is_active, created_at, updated_at)
      values (${email}, 'Some One', ${role}, ${active}, now(), now()) returning id`
  const user = { id: row!.id, email, full_name: "Some One", role }
  return {
    id: user.id,
    caller: Caller.cases.Session.make({
      session_id: crypto.randomUUID(),
      user,
      mfa_verified_at: null,
      authenticated_at: DateTime.makeUnsafe(0)
    })
  }
})

export const adminSecret = "technical-secret-of-the-endpoint"

export const addEndpoint = (name = "North", url = `http://${name.toLowerCase()}.example.org:7480`) =>
  StorageEndpoints.use((endpoints) =>
    endpoints.create(administrator, {
      name,
      url,
      features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
      admin_access_key: "TECHNICAL",
      admin_secret_key: Redacted.make(adminSecret)
    })
  )

export const audited = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ action: string }>`select action from audit_logs order by id`, (rows) =>
    rows.map(({ action }) => action)
  )
)

export const rowsAsText = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ text: string }>`select t::text as text from ${sql(table)} t`, (rows) =>
      rows.map(({ text }) => text).join("\n")
    )
  )
