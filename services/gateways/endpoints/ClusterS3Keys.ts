import { Context, DateTime, Effect, Layer } from "effect"
import type { Caller } from "#domain/platform/access/Caller.ts"
import {
  hasClusterAbility,
  type ClusterS3Ability,
  type ClusterS3Key,
  type ClusterS3KeyState
} from "#domain/gateways/endpoints/ClusterS3Key.ts"
import type { SetClusterS3Key } from "#domain/gateways/endpoints/ClusterS3Key.ts"
import type { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { InvalidInput, NotFound } from "#domain/platform/errors/Errors.ts"
import { CredentialCipher } from "#services/gateways/credentials/CredentialCipher.ts"
import { storedCredential } from "#services/gateways/credentials/storedCredential.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import { byCaller } from "#services/platform/audit/auditBy.ts"
import { adminUrlOf } from "./adminTarget.ts"
import { ClusterS3KeyRecords } from "./ClusterS3KeyRecords.ts"
import { EndpointProbe } from "./EndpointProbe.ts"
import { EndpointRecords } from "./EndpointRecords.ts"
import type { GatewayKey } from "./Rgw.ts"

export const clusterS3Purpose = (endpointId: number) => `storage_endpoint/${endpointId}/s3`

export class ClusterS3Keys extends Context.Service<
  ClusterS3Keys,
  {
    readonly get: (endpointId: number) => Effect.Effect<ClusterS3KeyState, NotFound>
    /** Checks the key at the gateway; a key that the gateway refuses is not stored. */
    readonly set: (
      caller: Caller,
      endpointId: number,
      input: SetClusterS3Key
    ) => Effect.Effect<ClusterS3KeyState, NotFound | InvalidInput>
    readonly check: (endpointId: number) => Effect.Effect<ClusterS3KeyState, NotFound>
    readonly remove: (caller: Caller, endpointId: number) => Effect.Effect<ClusterS3KeyState, NotFound>
    /** Null without a key, and while it is unknown whether the key writes to buckets of any owner. */
    readonly writing: (endpointId: number) => Effect.Effect<GatewayCredential | null>
    /** The key of `writing`, when it also keeps ids of versions; else null. */
    readonly keepingVersionIds: (endpointId: number) => Effect.Effect<GatewayCredential | null>
  }
>()("stowage/services/gateways/endpoints/ClusterS3Keys") {
  static readonly layer = Layer.effect(
    ClusterS3Keys,
    Effect.gen(function* () {
      const records = yield* ClusterS3KeyRecords
      const endpoints = yield* EndpointRecords
      const probe = yield* EndpointProbe
      const cipher = yield* CredentialCipher
      const audited = yield* Audited

      const inspect = (endpoint: StorageEndpoint, key: GatewayKey): Effect.Effect<ClusterS3Key> =>
        Effect.map(
          probe.clusterKey({
            url: endpoint.url,
            adminUrl: adminUrlOf(endpoint),
            region: endpoint.region,
            verifyTls: endpoint.verify_tls,
            key
          }),
          (findings) => ({ access_key: key.access_key, ...findings })
        )

      const credentialOf = (endpointId: number, accessKey: string, sealed: string) =>
        storedCredential(cipher, { accessKey, sealed, purpose: clusterS3Purpose(endpointId) })

      const credentialWith = (endpointId: number, ...abilities: ReadonlyArray<ClusterS3Ability>) =>
        Effect.map(records.find(endpointId), (stored) =>
          stored === null || !abilities.every((ability) => hasClusterAbility(stored.key, ability))
            ? null
            : credentialOf(endpointId, stored.key.access_key, stored.secret)
        )

      const stateOf = (endpointId: number) =>
        Effect.map(records.find(endpointId), (stored): ClusterS3KeyState => ({ key: stored?.key ?? null }))

      const auditedAs = (caller: Caller, verb: "set" | "remove", endpoint: StorageEndpoint, accessKey: string) =>
        audited.rows(
          `storage_endpoint.s3_key.${verb}`,
          { type: "storage_endpoint", id: String(endpoint.id), label: endpoint.name },
          {
            by: byCaller(caller, "admin"),
            message: `Cluster S3 key ${verb}: ${endpoint.name}`,
            metadata: { access_key: accessKey }
          }
        )

      return ClusterS3Keys.of({
        get: Effect.fn("ClusterS3Keys.get")((endpointId) =>
          Effect.andThen(endpoints.find(endpointId), stateOf(endpointId))
        ),

        set: Effect.fn("ClusterS3Keys.set")(function* (caller, endpointId, { access_key, secret_key }) {
          const endpoint = yield* endpoints.find(endpointId)
          const key = yield* inspect(endpoint, { access_key, secret_key })
          const signs = key.abilities.find(({ ability }) => ability === "signs")
          if (signs?.available === false)
            return yield* InvalidInput.at("payload.secret_key", `The gateway refuses this key: ${signs.evidence}`)
          const secret = yield* cipher.encrypt(clusterS3Purpose(endpointId), secret_key)
          yield* Effect.flatMap(DateTime.now, (now) => records.put(endpointId, { key, secret }, now)).pipe(
            auditedAs(caller, "set", endpoint, access_key)
          )
          return { key }
        }),

        check: Effect.fn("ClusterS3Keys.check")(function* (endpointId) {
          const endpoint = yield* endpoints.find(endpointId)
          const stored = yield* records.find(endpointId)
          if (stored === null) return { key: null }
          const { accessKey, secretKey } = yield* credentialOf(endpointId, stored.key.access_key, stored.secret).open
          yield* records.setFindings(
            endpointId,
            yield* inspect(endpoint, { access_key: accessKey, secret_key: secretKey })
          )
          return yield* stateOf(endpointId)
        }),

        remove: Effect.fn("ClusterS3Keys.remove")(function* (caller, endpointId) {
          const endpoint = yield* endpoints.find(endpointId)
          const stored = yield* records.find(endpointId)
          if (stored === null) return yield* new NotFound({ entity: "Cluster S3 key of", id: endpoint.name })
          yield* records.remove(endpointId).pipe(auditedAs(caller, "remove", endpoint, stored.key.access_key))
          return { key: null }
        }),

        writing: Effect.fn("ClusterS3Keys.writing")((endpointId) => credentialWith(endpointId, "writes_any_owner")),

        keepingVersionIds: Effect.fn("ClusterS3Keys.keepingVersionIds")((endpointId) =>
          credentialWith(endpointId, "writes_any_owner", "keeps_version_ids")
        )
      })
    })
  )
}
