import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import type { Connection, RenewConnectionKeys, ProbeConnection } from "#domain/accounts/Connection.ts"
import type { ConnectionEvidence } from "#domain/accounts/ConnectionEvidence.ts"
import { connectionFault, hostIsAllowed } from "#domain/accounts/usability.ts"
import { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { Conflict, InvalidInput, type NotFound } from "#domain/platform/errors/Errors.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Secrets } from "#services/platform/Secrets.ts"
import { Settings } from "#services/platform/Settings.ts"
import { connectionOf } from "./connectionOf.ts"
import { ConnectionProbe } from "./ConnectionProbe.ts"
import { ConnectionRecords, type Ownership } from "./ConnectionRecords.ts"
import { customEndpoint, noConnection, refuseManaged, staleConnection } from "./connectionRules.ts"
import { sealConnection } from "./connectionSecrets.ts"
import { connectionTarget } from "./connectionTarget.ts"

export class ConnectionKeys extends Context.Service<
  ConnectionKeys,
  {
    readonly probe: (of: Ownership, id: number) => Effect.Effect<Connection, NotFound | Conflict>
    readonly attempt: (input: ProbeConnection) => Effect.Effect<ConnectionEvidence, InvalidInput>
    /** Tests the new keys first; rejected ones are not stored. */
    readonly renew: (
      caller: Caller,
      of: Ownership,
      id: number,
      input: RenewConnectionKeys
    ) => Effect.Effect<Connection, InvalidInput | NotFound | Conflict>
  }
>()("stowage/services/accounts/connections/ConnectionKeys") {
  static readonly layer = Layer.effect(
    ConnectionKeys,
    Effect.gen(function* () {
      const records = yield* ConnectionRecords
      const endpoints = yield* EndpointRecords
      const probe = yield* ConnectionProbe
      const cipher = yield* CredentialCipher
      const secrets = yield* Secrets
      const audited = yield* Audited
      const { allowedStorageHosts } = yield* Settings

      const findConnection = Effect.fnUntraced(function* (of: Ownership, id: number) {
        return (yield* records.find(of, id)) ?? (yield* noConnection(id))
      })
      const withFaults = Effect.fnUntraced(function* (of: Ownership, id: number) {
        return connectionOf(yield* findConnection(of, id), allowedStorageHosts, yield* DateTime.now)
      })

      const stored = Effect.fn("ConnectionKeys.probe")(function* (of: Ownership, id: number) {
        const record = yield* findConnection(of, id)
        const fault = connectionFault(
          { customUrl: record.custom_endpoint?.url ?? null, expiresAt: record.expires_at },
          allowedStorageHosts,
          yield* DateTime.now
        )
        if (fault !== null) return yield* new Conflict({ code: "state_conflict", detail: fault.detail })
        yield* records.setProbe(id, record.seal, yield* probe.run(connectionTarget(cipher, record)))
        return yield* withFaults(of, id)
      })

      const targetOf = Effect.fnUntraced(function* (input: ProbeConnection) {
        const credential = GatewayCredential.opened({
          accessKey: input.access_key,
          secretKey: input.secret_key,
          sessionToken: input.session_token ?? null
        })
        const id = input.storage_endpoint_id ?? null
        if (id !== null) {
          const endpoint = yield* Effect.catchTag(endpoints.find(id), "NotFound", () =>
            Effect.fail(InvalidInput.at("payload.storage_endpoint_id", "There is no such storage endpoint"))
          )
          const target: S3Target = {
            endpointId: id,
            url: endpoint.url,
            region: endpoint.region,
            verifyTls: endpoint.verify_tls,
            userSupplied: false,
            pathStyle: true,
            credential
          }
          return target
        }
        const custom = yield* customEndpoint(input.custom_endpoint ?? { url: "" })
        if (!hostIsAllowed(allowedStorageHosts, custom.url)) {
          return yield* InvalidInput.at(
            "payload.custom_endpoint.url",
            `${new URL(custom.url).hostname} is not on USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: it can be ` +
              "stored, but is not asked"
          )
        }
        const target: S3Target = {
          endpointId: null,
          url: custom.url,
          region: custom.region,
          verifyTls: custom.verify_tls,
          userSupplied: true,
          pathStyle: custom.force_path_style,
          credential
        }
        return target
      })

      const attempt = Effect.fn("ConnectionKeys.attempt")((input: ProbeConnection) =>
        Effect.flatMap(targetOf(input), probe.run)
      )

      const renew = Effect.fn("ConnectionKeys.renew")(function* (
        caller: Caller,
        of: Ownership,
        id: number,
        input: RenewConnectionKeys
      ) {
        const before = yield* findConnection(of, id)
        yield* refuseManaged(before)
        if (input.version !== undefined && input.version !== before.version) return yield* staleConnection
        const now = yield* DateTime.now
        const expiresAt = input.expires_at ?? null
        if (expiresAt !== null && DateTime.isLessThanOrEqualTo(expiresAt, now))
          return yield* InvalidInput.at("payload.expires_at", "These credentials have ended already")
        const customUrl = before.custom_endpoint?.url ?? null
        const fault = connectionFault({ customUrl, expiresAt: null }, allowedStorageHosts, now)
        if (fault !== null) return yield* new Conflict({ code: "state_conflict", detail: fault.detail })
        const token = input.session_token ?? null
        const evidence = yield* probe.run({
          ...connectionTarget(cipher, before),
          credential: GatewayCredential.opened({
            accessKey: input.access_key,
            secretKey: input.secret_key,
            sessionToken: token
          })
        })
        const denied = evidence.calls[0]?.code === "AccessDenied"
        if (evidence.finding !== "ready" && !(denied && input.accept_denied === true)) {
          return yield* InvalidInput.at(
            "payload.secret_key",
            "The new keys were tried and not kept. " +
              `${evidence.summary}${evidence.next === null ? "" : `. ${evidence.next}`}`
          )
        }
        const seal = yield* secrets.id
        const secret = yield* sealConnection(cipher, seal, input.secret_key, token)
        return yield* Effect.gen(function* () {
          // the endpoint as tested: a concurrent move wins
          const outcome = yield* records.update(
            of,
            id,
            {
              access_key: input.access_key,
              secret,
              seal,
              has_session_token: token !== null,
              expires_at: expiresAt
            },
            before.version,
            yield* DateTime.now
          )
          if (outcome !== "done") {
            yield* findConnection(of, id)
            return yield* staleConnection
          }
          yield* records.setProbe(id, seal, evidence)
          return yield* withFaults(of, id)
        }).pipe(
          audited.rows<Connection>(
            "s3_connection.rotate_keys",
            ({ name }) => ({ type: "s3_connection", id: String(id), label: name }),
            {
              by: byCaller(caller, of._tag === "Private" ? "profile" : "admin"),
              message: ({ name }) => `The keys of S3 connection ${name} were replaced`,
              metadata: ({ has_session_token }) => ({ temporary: has_session_token, tested: evidence.finding })
            }
          )
        )
      })

      return ConnectionKeys.of({ probe: stored, attempt, renew })
    })
  )
}
