import { DateTime, Effect } from "effect"
import { Conflict } from "#domain/platform/errors/Errors.ts"
import {
  type ConnectionFields,
  ConnectionRecords,
  type Ownership
} from "#services/accounts/connections/ConnectionRecords.ts"
import { sealConnection } from "#services/accounts/connections/connectionSecrets.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import type { GatewayKey } from "#services/gateways/endpoints/Rgw.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { type StoredAccess, PrivateAccessRecords } from "./PrivateAccessRecords.ts"

const MAX_NAME_ATTEMPTS = 50

const ownedBy = (userId: number): Ownership => ({ _tag: "Private", userId })

export const accessConnections = Effect.gen(function* () {
  const records = yield* PrivateAccessRecords
  const connections = yield* ConnectionRecords
  const cipher = yield* CredentialCipher
  const secrets = yield* Secrets

  const added = Effect.fnUntraced(function* (one: StoredAccess, fields: Omit<ConnectionFields, "name">) {
    for (let number = 1; number <= MAX_NAME_ATTEMPTS; number++) {
      const name = number === 1 ? one.connection_name : `${one.connection_name} ${number}`
      const id = yield* connections.add(ownedBy(one.user_id ?? 0), { name, ...fields }, yield* DateTime.now)
      if (id !== null) return id
    }
    return yield* new Conflict({
      code: "already_exists",
      detail: `They have an S3 connection named ${one.connection_name} already`
    })
  })

  const store = Effect.fnUntraced(function* (one: StoredAccess, key: GatewayKey) {
    if (one.user_id === null) return
    const now = yield* DateTime.now
    const seal = yield* secrets.id
    const keys = {
      access_key: key.access_key,
      seal,
      secret: yield* sealConnection(cipher, seal, key.secret_key, null),
      has_session_token: false
    }
    if (one.connection_id !== null) {
      yield* connections.update(ownedBy(one.user_id), one.connection_id, keys, undefined, now)
      return
    }
    const id = yield* added(one, {
      ...keys,
      storage_endpoint_id: one.storage_endpoint_id,
      custom_endpoint: null,
      expires_at: null,
      capabilities: { can_manage_iam: false },
      owner_type: "iam_user",
      owner_identifier: one.iam_user_name,
      server_managed: true
    })
    yield* records.change(one.id, { connection_id: id }, now)
  })

  /** Deletes it, which ends access here regardless of the gateway. */
  const end = ({ connection_id, user_id }: StoredAccess): Effect.Effect<void> =>
    connection_id === null || user_id === null ? Effect.void : connections.remove(ownedBy(user_id), connection_id)

  return { store, end }
})
