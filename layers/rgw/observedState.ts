import { Option, Result, Schema } from "effect"
import type { ObservedAnswer } from "#domain/gateways/endpoints/GatewayDiagnosis.ts"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { handshakeFailed } from "../gateway/failures.ts"
import type { Answer } from "./GatewayHttp.ts"
import { WireFailure } from "./wire/Failure.ts"

const Info = Schema.Struct({
  info: Schema.Struct({ storage_backends: Schema.Array(Schema.Struct({ cluster_id: Schema.String })) })
})

export const decodeInfo = Schema.decodeUnknownOption(Schema.fromJsonString(Info))

export const speaksS3 = ({ text }: Answer) => /<(ListAllMyBucketsResult|Error)[ >]/.test(text)

const adminFailure = Schema.decodeUnknownOption(WireFailure)

/** Admin Ops errors are JSON, or XML when it refuses a signature early. */
export const errorCodeOf = ({ text }: Answer): string | null =>
  Option.match(adminFailure(text), {
    onNone: () => /<Code>([A-Za-z0-9]{1,64})<\/Code>/.exec(text)?.[1] ?? null,
    onSome: ({ Code }) => Code
  })

const isGateway = (answer: Answer): boolean =>
  speaksS3(answer) || errorCodeOf(answer) !== null || Option.isSome(decodeInfo(answer.text))

export const observedState = (result: Result.Result<Answer, GatewayFailure>): ObservedAnswer => {
  if (Result.isSuccess(result)) {
    return {
      _tag: "Answer",
      status: result.success.status,
      code: errorCodeOf(result.success),
      gateway: isGateway(result.success)
    }
  }
  const { failure } = result
  if (failure._tag === "StorageTimeout")
    return { _tag: "Silence", reason: "timeout", detail: "No answer within 5 seconds" }
  const reason =
    failure._tag === "Unavailable"
      ? "unreachable"
      : handshakeFailed(failure)
        ? "tls"
        : failure.storage_code === "CertificateRefused"
          ? "certificate"
          : "broken"
  return { _tag: "Silence", reason, detail: failure.detail }
}

export const secondsAheadOf = (result: Result.Result<Answer, GatewayFailure>, now: number): number | null => {
  const date = Result.isSuccess(result) ? Date.parse(result.success.headers.date ?? "") : Number.NaN
  return Number.isNaN(date) ? null : Math.round((date - now) / 1000)
}
