import { Clock, Duration, Effect, Layer, Result } from "effect"
import { randomUUID } from "node:crypto"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import {
  type ProbeFailure,
  type ProbeObstacle,
  type ProbeOperation,
  probeObstacles,
  type ProbeResult
} from "#domain/iam/portal/StorageStatus.ts"
import { type GatewayFailure, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { SyntheticProbe } from "#services/iam/portal/SyntheticProbe.ts"
import { CONNECTION_BROKEN } from "../gateway/failures.ts"
import { type Answer, GatewayHttp } from "../rgw/GatewayHttp.ts"
import type { GatewayRequest } from "../rgw/signRequest.ts"
import { isDone, placed, refused } from "./featureDocument.ts"

const OPERATION_TIMEOUT = Duration.seconds(10)
/** One key: a probe that is interrupted before its deletion leaves one object, which the next one overwrites. */
const KEY = "stowage-status-probe"

interface Step extends Pick<GatewayRequest, "method" | "query" | "document"> {
  readonly operation: ProbeOperation
  readonly ofBucket?: boolean
  readonly isRight?: (answer: Answer) => boolean
}

const stepsOf = (content: string): ReadonlyArray<Step> => [
  { operation: "put", method: "PUT", query: {}, document: { type: "text/plain", text: content } },
  { operation: "get", method: "GET", query: {}, isRight: ({ text }) => text === content },
  {
    operation: "list",
    method: "GET",
    query: { "list-type": "2", prefix: KEY },
    ofBucket: true,
    isRight: ({ text }) => text.includes(`<Key>${KEY}</Key>`)
  },
  { operation: "delete", method: "DELETE", query: {} }
]

const failureOf = (error: GatewayFailure): ProbeFailure =>
  error._tag === "StorageTimeout" ? "timeout" : error._tag === "Unavailable" ? "unreachable" : "connection"

const judge = ({ isRight, operation }: Step, answer: Answer): ProbeFailure | ProbeObstacle | "missing" | null => {
  if (isDone(answer)) return isRight === undefined || isRight(answer) ? null : "wrong_answer"
  if (answer.status >= 500) return "server_error"
  const { code } = refused("s3.Probe", answer)
  if (code === "NoSuchBucket") return operation === "put" ? "missing" : "wrong_answer"
  if (code === "QuotaExceeded") return "quota"
  return answer.status === 404 ? "wrong_answer" : "refused"
}

const isBroken = (error: GatewayFailure): boolean =>
  error._tag === "StorageError" && error.storage_code === CONNECTION_BROKEN

const isObstacle = (cause: ProbeFailure | ProbeObstacle): cause is ProbeObstacle =>
  probeObstacles.some((one) => one === cause)

export const SyntheticProbeS3 = Layer.effect(
  SyntheticProbe,
  Effect.gen(function* () {
    const http = yield* GatewayHttp

    const send = Effect.fnUntraced(function* (target: S3Target, bucket: string, step: Step) {
      const { accessKey, secretKey } = yield* target.credential.open
      const { path, url } = placed(target.url, target.pathStyle, bucket, target.tenant)
      const { document, method, ofBucket = false, query } = step
      return yield* http
        .send(
          "s3.Probe",
          {
            method,
            url,
            path: ofBucket ? path : `${path}/${KEY}`,
            query,
            region: target.region,
            service: "s3",
            key: { access_key: accessKey, secret_key: secretKey },
            form: null,
            ...(document === undefined ? {} : { document })
          },
          target.verifyTls
        )
        .pipe(
          Effect.retry({ times: 1, while: isBroken }),
          Effect.timeoutOrElse({
            duration: OPERATION_TIMEOUT,
            orElse: () => Effect.fail(new StorageTimeout({ operation: "s3.Probe" }))
          })
        )
    })

    const run = Effect.fn("SyntheticProbe.run")(function* (target: S3Target, bucket: string) {
      const latencies: Partial<Record<ProbeOperation, number>> = {}
      for (const step of stepsOf(`stowage ${randomUUID()}`)) {
        const began = yield* Clock.currentTimeMillis
        const answer = yield* Effect.result(send(target, bucket, step))
        const { operation } = step
        const cause = Result.isFailure(answer) ? failureOf(answer.failure) : judge(step, answer.success)
        if (cause === "missing") return null
        if (cause !== null) {
          const outcome = isObstacle(cause) ? "not_possible" : "failed"
          return { outcome, latencies, operation, cause } satisfies ProbeResult
        }
        latencies[operation] = (yield* Clock.currentTimeMillis) - began
      }
      return { outcome: "succeeded", latencies, operation: null, cause: null } satisfies ProbeResult
    })

    return SyntheticProbe.of({ run })
  })
)
