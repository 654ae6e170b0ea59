import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { driftDifferences, type DriftRepair, repairedKinds, type RepairDrift } from "#domain/accounts/Drift.ts"
import { Conflict, type DomainError, type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { AgreedNames } from "#services/accounts/AgreedNames.ts"
import { newAccessKey } from "#services/accounts/gatewayNames.ts"
import { nouns } from "#services/accounts/registrationChanges.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import type { RegistrationKind } from "#services/accounts/Registrations.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { RowVersions } from "#services/platform/audit/RowVersions.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { GatewayAccounts } from "#services/gateways/endpoints/GatewayAccounts.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { KeyHolders } from "#services/fleet/rotation/KeyHolders.ts"
import { keyRotationSteps } from "#services/fleet/rotation/rotateKey.ts"
import { DriftChecks } from "./DriftChecks.ts"
import { DriftRecords } from "./DriftRecords.ts"
import { accountUserName, recreatingKind } from "./recreating.ts"

type Failure = NotFound | Conflict | GatewayFailure

const noDrift: Readonly<Record<DriftRepair, string>> = {
  recreate: "The gateway has it: there is nothing to make",
  new_key: "The gateway knows the stored key, and it works: there is nothing to store",
  take_name: "The gateway calls it as before: there is nothing to take over",
  keep_name: "The gateway calls it as before: there is nothing to agree upon"
}

export class DriftRepairs extends Context.Service<
  DriftRepairs,
  {
    readonly repair: (
      caller: Caller,
      kind: RegistrationKind,
      id: number,
      request: RepairDrift
    ) => Effect.Effect<void, Failure>
  }
>()("stowage/services/fleet/drift/DriftRepairs") {
  static readonly layer = Layer.effect(
    DriftRepairs,
    Effect.gen(function* () {
      const checks = yield* DriftChecks
      const records = yield* DriftRecords
      const names = yield* AgreedNames
      const versions = yield* RowVersions
      const audited = yield* Audited
      const holders = yield* KeyHolders
      const accounts = yield* GatewayAccounts
      const users = yield* GatewayUsers
      const cipher = yield* CredentialCipher
      const steps = yield* keyRotationSteps("admin")
      const recreating = {
        account: audited.gateway(recreatingKind({ users, reach: steps.reach }, "account")),
        s3_user: audited.gateway(recreatingKind({ users, reach: steps.reach }, "s3_user"))
      }
      type Compared = Effect.Success<ReturnType<typeof checks.one>>

      const entityOf = ({ id, kind, name }: Pick<Compared, "id" | "kind" | "name">) => ({
        type: nouns[kind],
        id: String(id),
        label: name
      })

      const lockRegistration = Effect.fnUntraced(function* ({ id, kind }: Compared) {
        return (
          (yield* holders.find(kind, id)) ??
          (yield* new NotFound({ entity: kind === "account" ? "RGW account" : "RGW user", id: String(id) }))
        )
      })

      const agree = (
        caller: Caller,
        { gateway_name, id, kind, name, seen: observed }: Compared,
        version: number | undefined,
        renames: boolean
      ) => {
        const nameAtGateway =
          (kind === "account" ? observed.account?.name : observed.user?.display_name) ?? gateway_name
        const action = `${nouns[kind]}.${renames ? "take_gateway_name" : "keep_name"}`
        return versions.lock(nouns[kind], id, version).pipe(
          Effect.andThen(names.agree(kind, id, nameAtGateway, renames)),
          audited.rows(action, entityOf({ id, kind, name: renames ? nameAtGateway : name }), {
            by: byCaller(caller, "admin"),
            metadata: { gateway_name: nameAtGateway, was: gateway_name },
            message: renames
              ? `${name} is called ${nameAtGateway}, as on the gateway`
              : `${name} stays; the gateway calls it ${nameAtGateway}`
          })
        )
      }

      const newKey = Effect.fnUntraced(function* (caller: Caller, compared: Compared) {
        const old = yield* lockRegistration(compared)
        const key = newAccessKey()
        yield* steps.renew(caller, old, key)
        if (!compared.seen.user?.inactive_keys.includes(old.access_key)) return
        // the new key works: failing to delete the old one does not fail the repair
        yield* Effect.catch(
          steps.retire(caller, { ...old, access_key: key }, old.access_key, true),
          (error: DomainError) =>
            audited.noted(`${nouns[compared.kind]}.key.retire`, entityOf(compared), {
              by: byCaller(caller, "admin"),
              status: "failure",
              metadata: { old_key: old.access_key, code: error.code },
              message: `${compared.name}: the switched-off key ${old.access_key} remains on the gateway`
            })
        )
      })

      const recreate = Effect.fnUntraced(function* (caller: Caller, compared: Compared) {
        const old = yield* lockRegistration(compared)
        const target = yield* steps.reach(old.endpoint_id)
        const { external_id, gateway_name, id, kind, name, seen: observed, uid } = compared
        const accessKey = newAccessKey()
        const makes = kind === "account" && observed.account === null ? ("account" as const) : ("user" as const)
        const isRoot = kind === "account"
        const accountMissing = new Conflict({
          code: "state_conflict",
          detail: "The account went from the gateway meanwhile: try again"
        })
        yield* recreating[kind].makeAndStore(
          caller,
          target,
          {
            id,
            name,
            external_id,
            endpoint_id: old.endpoint_id,
            uid,
            access_key: accessKey,
            old_key: old.access_key,
            makes
          },
          {
            ...(makes === "account"
              ? {
                  first: accounts.createAccount(target, {
                    id: external_id,
                    name: gateway_name,
                    email: null,
                    limits: {}
                  })
                }
              : {}),
            change: users
              .createUser(target, {
                uid,
                displayName: isRoot ? accountUserName(uid) : gateway_name,
                email: null,
                accountRootOf: isRoot ? external_id : null,
                accessKey
              })
              .pipe(
                Effect.catchTag("NotFound", () => Effect.fail(accountMissing)),
                Effect.map(({ key }) => key)
              ),
            store: Effect.fnUntraced(function* ({ access_key, secret_key }) {
              const secret = yield* cipher.encrypt(
                registrationSecretPurpose(kind, old.endpoint_id, external_id),
                secret_key
              )
              if (!(yield* holders.replace(old, { access_key, secret, seal: null }))) {
                return yield* new Conflict({
                  code: "conflict",
                  detail: "Somebody else changed the stored key meanwhile: what was made is taken back"
                })
              }
            }),
            entity: () => entityOf(compared),
            remains: (error) =>
              Effect.logWarning("What was made on a gateway could not be taken back yet: it is tried again").pipe(
                Effect.annotateLogs({ code: error.code })
              )
          }
        )
      })

      const repair = Effect.fn("DriftRepairs.repair")(function* (
        caller: Caller,
        kind: RegistrationKind,
        id: number,
        { repair: requestedRepair, version }: RepairDrift
      ) {
        const compared = yield* checks.one(kind, id)
        if (!compared.found.some((found) => repairedKinds[requestedRepair].includes(found)))
          return yield* new Conflict({ code: "state_conflict", detail: noDrift[requestedRepair] })
        if (requestedRepair === "recreate") yield* recreate(caller, compared)
        else if (requestedRepair === "new_key") yield* newKey(caller, compared)
        else yield* agree(caller, compared, version, requestedRepair === "take_name")
        // the repair succeeded even if the gateway is silent now: other findings stay until the next check
        yield* Effect.catch(checks.one(kind, id), () =>
          Effect.gen(function* () {
            const remainingDifferences = driftDifferences(compared, compared.seen).filter(
              (difference) => !repairedKinds[requestedRepair].includes(difference.kind)
            )
            yield* records.replace(yield* records.find(kind, id), remainingDifferences, yield* DateTime.now)
          })
        )
      })

      return DriftRepairs.of({ repair })
    })
  )
}
