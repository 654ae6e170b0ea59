import { Effect, Schema } from "effect"
import type { AdminTarget, S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { StorageEndpoint } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import { Caller } from "#domain/platform/access/Caller.ts"
import { BucketGateway } from "#services/buckets/BucketGateway.ts"
import { AdminTargets } from "#services/gateways/endpoints/AdminTargets.ts"
import { EndpointRecords } from "#services/gateways/endpoints/EndpointRecords.ts"
import { Audited } from "#services/platform/audit/Audited.ts"
import type { GatewayChangeKind, Recovered } from "#services/platform/audit/GatewayChangeKind.ts"

const About = Schema.Struct({ storage_endpoint_id: Schema.Int, name: Schema.String })
type About = typeof About.Type
type Creation = GatewayChangeKind<About, S3Target, boolean>

const system = Caller.cases.Internal.make({})

/** Unique per installation: others may share the cluster. */
export const probeBucketName = ({ created_at, id }: Pick<StorageEndpoint, "created_at" | "id">): string =>
  `stowage-status-${id}-${created_at.epochMilliseconds.toString(36)}`

const s3Target = ({ url }: Pick<StorageEndpoint, "url">, { credential, endpointId, region, verifyTls }: AdminTarget) =>
  ({ userSupplied: false, endpointId, url, region, verifyTls, pathStyle: true, credential }) satisfies S3Target

export const probeBuckets = Effect.gen(function* () {
  const endpoints = yield* EndpointRecords
  const admins = yield* AdminTargets
  const gateway = yield* BucketGateway
  const audited = yield* Audited

  const targetOf = (endpoint: StorageEndpoint) =>
    Effect.map(admins.of(endpoint), (admin) => (admin === null ? null : s3Target(endpoint, admin)))

  const recovered = (so: boolean): Recovered<boolean> => ({ isApplied: so, observed: so, rows: Effect.void })
  const kind: Creation = {
    action: "storage_status.bucket_create",
    scope: "admin",
    about: About,
    gateway: ({ storage_endpoint_id }) => `endpoint:${storage_endpoint_id}`,
    thing: ({ name, storage_endpoint_id }) => `endpoint:${storage_endpoint_id}/bucket:${name}`,
    entity: ({ name }) => ({ type: "bucket", id: name, label: name }),
    messages: ({ name }) => ({
      success: `Bucket ${name} of the storage status was created`,
      failure: `Bucket ${name} of the storage status was not created`,
      unknown: `Whether bucket ${name} of the storage status was created is not known`
    }),
    metadata: ({ storage_endpoint_id }) => ({ storage_endpoint_id }),
    reach: ({ storage_endpoint_id }) =>
      Effect.gen(function* () {
        const endpoint = yield* endpoints.find(storage_endpoint_id)
        return s3Target(endpoint, yield* admins.reach(storage_endpoint_id))
      }),
    recover: (target, { name }) => Effect.map(gateway.exists(target, name), recovered),
    assumeApplied: () => recovered(true)
  }
  const creation = audited.gateway(kind)

  const create = (target: S3Target, endpointId: number, name: string) =>
    creation.makeIdempotent(
      system,
      target,
      { storage_endpoint_id: endpointId, name },
      { before: Effect.succeed(true), change: gateway.create(target, name, { objectLock: false }) }
    )

  return { targetOf, create }
})
