import { Effect, Layer } from "effect"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { element, leaf } from "#domain/platform/xml/Element.ts"
import { printXml } from "#domain/platform/xml/printXml.ts"
import { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { MarkerNotifications } from "#services/iam/topics/MarkerNotifications.ts"
import { EndpointGuard } from "../gateway/EndpointGuard.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { bareCall } from "./bareCall.ts"
import { isDone, refused } from "./featureDocument.ts"

const documentOf = (id: string, topic: string, prefix: string): string =>
  printXml(
    element(
      "NotificationConfiguration",
      element(
        "TopicConfiguration",
        leaf("Id", id),
        leaf("Topic", topic),
        leaf("Event", "s3:ObjectCreated:*"),
        element("Filter", element("S3Key", element("FilterRule", leaf("Name", "prefix"), leaf("Value", prefix))))
      )
    )
  )

export const MarkerNotificationsS3 = Layer.effect(
  MarkerNotifications,
  Effect.gen(function* () {
    const call = bareCall(yield* GatewayHttp, yield* EndpointGuard)
    return MarkerNotifications.of({
      add: Effect.fn("MarkerNotifications.add")(function* (target, bucket, id, topic, prefix) {
        yield* GatewayIntent
        const operation = "s3.PutBucket.notification"
        const answer = yield* call(
          target,
          operation,
          {
            method: "PUT",
            bucket,
            query: { notification: "" },
            idempotent: true,
            document: { type: "application/xml", text: documentOf(id, topic, prefix) }
          },
          Effect.succeed
        )
        if (isDone(answer)) return
        const { code, error } = refused(operation, answer)
        return yield* code === "NoSuchBucket" ? new NotFound({ entity: "Bucket", id: bucket }) : error
      }),
      remove: Effect.fn("MarkerNotifications.remove")(function* (target, bucket, id) {
        yield* GatewayIntent
        const operation = "s3.DeleteBucket.notification"
        const answerMissing = (): Effect.Effect<null, GatewayFailure> => Effect.succeed(null)
        const answer = yield* Effect.catchTag(
          call(
            target,
            operation,
            { method: "DELETE", bucket, query: { notification: id }, idempotent: true },
            Effect.succeed
          ),
          "NotFound",
          answerMissing
        )
        if (answer === null || isDone(answer)) return
        const { code, error } = refused(operation, answer)
        if (code !== "NoSuchBucket") return yield* error
      })
    })
  })
)
