import { Effect, Layer } from "effect"
import { NotFound } from "#domain/platform/errors/Errors.ts"
import { LogDelivery } from "#services/usage/accesslogs/LogDelivery.ts"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { bareCall } from "./bareCall.ts"
import { isDone, refused } from "./featureDocument.ts"

const OPERATION = "s3.PostBucketLogging"

export const LogDeliveryS3 = Layer.effect(
  LogDelivery,
  Effect.gen(function* () {
    const call = bareCall(yield* GatewayHttp, yield* EndpointGuard)
    return LogDelivery.of({
      flush: Effect.fn("LogDelivery.flush")((target, bucket) =>
        call(
          target,
          OPERATION,
          // a second flush delivers later records
          { method: "POST", bucket, query: { logging: "" }, idempotent: true },
          (answer) =>
            isDone(answer)
              ? Effect.void
              : Effect.fail(
                  answer.status === 404
                    ? new NotFound({ entity: "Bucket", id: bucket })
                    : refused(OPERATION, answer).error
                )
        )
      )
    })
  })
)
