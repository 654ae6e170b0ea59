import { Effect } from "effect"
import { ConnectionLinks } from "#services/accounts/connections/ConnectionLinks.ts"
import { ConnectionRecords } from "#services/accounts/connections/ConnectionRecords.ts"
import { Connections, sharedConnections } from "#services/accounts/connections/Connections.ts"
import { connectionCredential } from "#services/accounts/connections/connectionSecrets.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { UiGroups } from "#services/identity/UiGroups.ts"
import { Transaction } from "#services/platform/audit/Transaction.ts"
import { DeclaredPeople } from "../DeclaredPeople.ts"
import { idOfRow, lowerCase, nullIfUnreadable, pickFields, rowId, type SectionWork, versionOf } from "../sectionWork.ts"
import { staleLinks } from "./plannedLinks.ts"

export const s3Connections = Effect.gen(function* () {
  const service = yield* Connections
  const connectionLinks = yield* ConnectionLinks
  const records = yield* ConnectionRecords
  const cipher = yield* CredentialCipher
  const uiGroups = yield* UiGroups
  const people = yield* DeclaredPeople
  const transaction = yield* Transaction

  const work: SectionWork<"s3_connections"> = {
    read: Effect.fnUntraced(function* () {
      const rows = yield* records.all(sharedConnections)
      const links = new Map((yield* people.connectionLinks).map((one) => [one.s3_connection_id, one]))
      return rows.map((row) => ({
        id: row.id,
        version: row.version,
        secrets: ["secret_key", ...(row.has_session_token ? ["session_token"] : [])],
        // the sandbox exists on this installation only
        hidden: row.storage_endpoint_is_sandbox,
        fixed: row.server_managed ? "Stowage itself manages this connection" : null,
        entry: {
          name: row.name,
          ...(row.storage_endpoint_name !== null
            ? { storage_endpoint: row.storage_endpoint_name }
            : row.custom_endpoint === null
              ? {}
              : { custom_endpoint: row.custom_endpoint }),
          access_key: row.access_key,
          expires_at: row.expires_at,
          capabilities: row.capabilities,
          owner_type: row.owner_type,
          owner_identifier: row.owner_identifier,
          tags: row.tags,
          users: links.get(row.id)?.users ?? [],
          groups: links.get(row.id)?.groups ?? []
        },
        storedSecret: Effect.fnUntraced(function* (field) {
          const open = yield* nullIfUnreadable(connectionCredential(cipher, row).open)
          return open === null ? null : field === "session_token" ? open.sessionToken : open.secretKey
        })
      }))
    }),
    createOrUpdate: (change, entry, { caller, idOf, secretOf }) => {
      const {
        access_key,
        custom_endpoint,
        groups: _groups,
        secret_key,
        session_token,
        storage_endpoint,
        users: _users,
        ...plain
      } = entry
      const [secret, token] = [secretOf(secret_key), secretOf(session_token)]
      const place =
        storage_endpoint !== undefined
          ? { storage_endpoint_id: idOf("storage_endpoints", lowerCase(storage_endpoint)) }
          : custom_endpoint === undefined
            ? {}
            : { custom_endpoint: { ...change.known?.entry?.custom_endpoint, ...custom_endpoint } }
      const keys = {
        access_key,
        ...(secret === undefined ? {} : { secret_key: secret }),
        ...(token === undefined ? {} : { session_token: token })
      }
      if (change.action === "create") {
        if (secret === undefined) return Effect.die(new Error("a new connection is planned with its secret key"))
        return idOfRow(service.create(caller, sharedConnections, { ...plain, ...place, ...keys, secret_key: secret }))
      }
      const moves = change.changed.has("storage_endpoint") || change.changed.has("custom_endpoint")
      const keyed =
        ["access_key", "secret_key", "session_token"].some((name) => change.changed.has(name)) ||
        (moves && secret !== undefined)
      // new keys reset the known expiry
      const ends = keyed && plain.expires_at !== undefined ? { expires_at: plain.expires_at } : {}
      return idOfRow(
        service.update(caller, sharedConnections, rowId(change), {
          ...pickFields(plain, change.changed),
          ...(moves ? place : {}),
          ...(keyed ? { ...keys, ...ends } : {}),
          ...versionOf(change)
        })
      )
    },
    setLinks: ({ fields }, _entry, id, { caller, idOf }) =>
      transaction.run(
        Effect.gen(function* () {
          for (const { after, path } of fields) {
            const [, field, key = ""] = /^(\w+)\[(.*)\]$/s.exec(path) ?? []
            if (field === "users") {
              yield* after === null
                ? connectionLinks.remove(caller, id, idOf("users", key))
                : connectionLinks.add(caller, id, idOf("users", key))
            } else {
              const of = yield* uiGroups.get(idOf("groups", key))
              const others = of.s3_connection_details
                .filter(({ s3_connection_id }) => s3_connection_id !== id)
                .map(({ s3_connection_id }) => ({ s3_connection_id }))
              if (others.length < of.s3_connection_details.length === (after !== null)) return yield* staleLinks
              yield* uiGroups.update(caller, of.id, {
                s3_connection_details: after === null ? others : [...others, { s3_connection_id: id }]
              })
            }
          }
          return id
        })
      )
  }
  return work
})
