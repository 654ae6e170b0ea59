import { Context, type Effect } from "effect"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"

/** Delivery of bucket logs by the gateway (layers/s3). */
export class LogDelivery extends Context.Service<
  LogDelivery,
  {
    /**
     * Makes RGW write the pending records of a bucket with logging into its log bucket. NotFound: the bucket or its log
     * bucket is missing. The flush itself is a record of the next log object.
     */
    readonly flush: (target: S3Target, bucket: string) => Effect.Effect<void, NotFound | GatewayFailure>
  }
>()("stowage/services/usage/accesslogs/LogDelivery") {}
