import { Effect } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import { Conflict, type DomainError, type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget, S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { StoredKeyType } from "#domain/fleet/KeyRotation.ts"
import { registrationSecretPurpose } from "#services/accounts/registrationSecret.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { sealConnection } from "#services/accounts/connections/connectionSecrets.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { adminSecretPurpose } from "#services/gateways/endpoints/adminTarget.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { GatewayUsers } from "#services/gateways/endpoints/GatewayUsers.ts"
import { keyState } from "#services/gateways/endpoints/keyState.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import {
  gatewayCredentialOf,
  isAccepted,
  isRetired,
  keyChangeKind,
  keyChangeOf,
  type KeyVerb,
  nouns,
  retryUntilAccepted
} from "./keyChanges.ts"
import { type StoredKey, KeyHolders } from "./KeyHolders.ts"

const changed = new Conflict({
  code: "conflict",
  detail: "Somebody else changed the stored key meanwhile: the new one was taken back"
})

export const keyRotationSteps = (scope: "admin" | "manager") =>
  Effect.gen(function* () {
    const holders = yield* KeyHolders
    const endpoints = yield* EndpointRecords
    const targets = yield* AdminTargets
    const users = yield* GatewayUsers
    const buckets = yield* BucketGateway
    const cipher = yield* CredentialCipher
    const audited = yield* Audited

    const reach = Effect.fnUntraced(function* (endpointId: number) {
      const target = yield* targets.of(yield* endpoints.find(endpointId))
      return target ?? (yield* new NotFound({ entity: "Admin Ops of storage endpoint", id: String(endpointId) }))
    })

    const changesOf = (type: StoredKeyType) => {
      const of = (verb: KeyVerb) => audited.gateway(keyChangeKind({ users, reach }, type, verb, scope))
      return { rotate: of("rotate"), restore: of("restore"), retire: of("retire") }
    }
    const changes = {
      account: changesOf("account"),
      s3_user: changesOf("s3_user"),
      connection: changesOf("connection"),
      endpoint: changesOf("endpoint")
    }

    const uidOf = (heldKey: StoredKey, target: AdminTarget) =>
      heldKey.uid === null
        ? Effect.map(users.ownerOf(target, heldKey.access_key), ({ uid }) => uid)
        : Effect.succeed(heldKey.uid)

    const verify = Effect.fnUntraced(function* (heldKey: StoredKey, uid: string, target: AdminTarget, key: GatewayKey) {
      const credential = gatewayCredentialOf(key)
      if (heldKey.type === "endpoint")
        return yield* Effect.asVoid(retryUntilAccepted(users.user({ ...target, credential }, uid)))
      const { id, region, url, verify_tls: verifyTls } = yield* endpoints.find(heldKey.endpoint_id)
      const s3: S3Target = { userSupplied: false, endpointId: id, url, region, verifyTls, pathStyle: true, credential }
      yield* Effect.catchIf(retryUntilAccepted(buckets.list(s3)), isAccepted, () => Effect.void)
    })

    const sealKey = Effect.fnUntraced(function* (
      { endpoint_id, external_id, type }: StoredKey,
      { access_key, secret_key }: GatewayKey
    ) {
      if (type === "connection") {
        const seal = crypto.randomUUID()
        return { access_key, seal, secret: yield* sealConnection(cipher, seal, secret_key, null) }
      }
      const purpose =
        type === "endpoint"
          ? adminSecretPurpose(external_id)
          : registrationSecretPurpose(type, endpoint_id, external_id)
      return { access_key, seal: null, secret: yield* cipher.encrypt(purpose, secret_key) }
    })

    const store = Effect.fnUntraced(function* (heldKey: StoredKey, key: GatewayKey) {
      if (!(yield* holders.replace(heldKey, yield* sealKey(heldKey, key)))) return yield* changed
      return heldKey
    })

    const entity = ({ id, name, type }: StoredKey) => ({ type: nouns[type], id: String(id), label: name })

    const logRemains = (error: DomainError) =>
      Effect.logWarning("A key that was made could not be taken back yet: it is tried again").pipe(
        Effect.annotateLogs({ code: error.code })
      )

    const put = (
      caller: Caller,
      heldKey: StoredKey,
      target: AdminTarget,
      verb: "rotate" | "restore",
      uid: string,
      keys: { readonly old: string; readonly new: string },
      make: Effect.Effect<GatewayKey, NotFound | GatewayFailure, GatewayIntent>
    ) => {
      let key: GatewayKey | null = null
      return changes[heldKey.type][verb].makeAndStore(caller, target, keyChangeOf(heldKey, uid, keys, false), {
        first: Effect.tap(make, (newKey) =>
          Effect.sync(() => {
            key = newKey
          })
        ),
        change: Effect.suspend(() =>
          key === null ? Effect.die(new Error("no key was made")) : Effect.as(verify(heldKey, uid, target, key), key)
        ),
        store: (proven) => store(heldKey, proven),
        entity,
        remains: logRemains
      })
    }

    const renew = Effect.fnUntraced(function* (caller: Caller, heldKey: StoredKey, newKey: string) {
      const target = yield* reach(heldKey.endpoint_id)
      const uid = yield* uidOf(heldKey, target)
      return yield* put(
        caller,
        heldKey,
        target,
        "rotate",
        uid,
        { old: heldKey.access_key, new: newKey },
        users.mintKey(target, uid, newKey)
      )
    })

    const restore = Effect.fnUntraced(function* (caller: Caller, heldKey: StoredKey, oldKey: string) {
      const target = yield* reach(heldKey.endpoint_id)
      const uid = yield* uidOf(heldKey, target)
      return yield* put(
        caller,
        heldKey,
        target,
        "restore",
        uid,
        { old: oldKey, new: heldKey.access_key },
        users.setKeyActive(target, uid, oldKey, true)
      )
    })

    const retire = Effect.fnUntraced(function* (caller: Caller, heldKey: StoredKey, oldKey: string, deletes: boolean) {
      if (heldKey.access_key === oldKey)
        return yield* new Conflict({ code: "conflict", detail: "This is the key that is in use" })
      const target = yield* reach(heldKey.endpoint_id)
      const uid = yield* uidOf(heldKey, target)
      const state = keyState(users, target, uid, oldKey)
      if (isRetired(yield* state, deletes)) return
      yield* changes[heldKey.type].retire.makeIdempotent(
        caller,
        target,
        keyChangeOf(heldKey, uid, { old: oldKey, new: heldKey.access_key }, deletes),
        {
          before: Effect.map(state, (now) => isRetired(now, deletes)),
          change: deletes ? users.removeKey(target, oldKey, uid) : users.setKeyActive(target, uid, oldKey, false)
        }
      )
    })

    return { renew, restore, retire, reach }
  })
