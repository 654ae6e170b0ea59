import { Clock, DateTime, Duration, Effect, Layer, Result } from "effect"
import type { ConnectionCall, ConnectionEvidence, ConnectionIdentity } from "#domain/accounts/ConnectionEvidence.ts"
import { diagnoseConnection, ownerTypeOf } from "#domain/accounts/diagnoseConnection.ts"
import type { OpenCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type GatewayFailure, StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { singleLine } from "#domain/platform/Text.ts"
import { ConnectionProbe } from "#services/accounts/connections/ConnectionProbe.ts"
import { type Answer, GatewayHttp } from "./GatewayHttp.ts"
import { secondsAheadOf, errorCodeOf, observedState } from "./observedState.ts"

const PROBE_TIMEOUT = Duration.seconds(5)

type Call = ConnectionCall["call"]
interface ProbeResult {
  readonly result: Result.Result<Answer, GatewayFailure>
  readonly took_ms: number
}

const element = (text: string, name: string): string | null => {
  const elementText = new RegExp(`<${name}>([^<]{1,2048})</${name}>`).exec(text)?.[1]
  return elementText === undefined ? null : singleLine(elementText).slice(0, 500)
}

const isSuccess = ({ result }: ProbeResult) =>
  Result.isSuccess(result) && result.success.status >= 200 && result.success.status < 300

const make = Effect.gen(function* () {
  const http = yield* GatewayHttp

  const ask = (
    target: S3Target,
    { accessKey, secretKey, sessionToken }: OpenCredential,
    service: "s3" | "iam" | "sts",
    form: string | null
  ) =>
    Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const result = yield* http
        .send(
          "s3.Probe",
          {
            method: form === null ? "GET" : "POST",
            url: target.url,
            path: "/",
            query: {},
            region: target.region,
            service,
            form,
            key: { access_key: accessKey, secret_key: secretKey },
            sessionToken,
            userSupplied: target.userSupplied
          },
          target.verifyTls
        )
        .pipe(
          Effect.timeoutOrElse({
            duration: PROBE_TIMEOUT,
            orElse: () => Effect.fail(new StorageTimeout({ operation: "s3.Probe" }))
          }),
          Effect.result
        )
      const probed: ProbeResult = { result, took_ms: (yield* Clock.currentTimeMillis) - began }
      return probed
    })

  const call = (name: Call, probed: ProbeResult, good: string): ConnectionCall => {
    const { result, took_ms } = probed
    if (Result.isFailure(result)) {
      const { failure } = result
      const evidence =
        failure._tag === "StorageTimeout" ? `${name}: no answer within 5 seconds` : `${name}: ${failure.detail}`
      return { call: name, http_status: null, code: null, took_ms, worked: null, evidence }
    }
    const { status } = result.success
    const code = errorCodeOf(result.success)
    const answer = code === null ? `HTTP ${status}` : `HTTP ${status}, ${code}`
    if (isSuccess(probed))
      return { call: name, http_status: status, code, took_ms, worked: true, evidence: `${name} answered: ${good}` }
    if (status === 405 || status === 501 || status === 404 || status === 400) {
      return {
        call: name,
        http_status: status,
        code,
        took_ms,
        worked: name === "ListBuckets" ? false : null,
        evidence: `${name} is not supported here, or not in this way (${answer})`
      }
    }
    return {
      call: name,
      http_status: status,
      code,
      took_ms,
      worked: status >= 500 ? null : false,
      evidence: `${name} was refused (${answer})`
    }
  }

  const textOf = (probed: ProbeResult): string =>
    isSuccess(probed) && Result.isSuccess(probed.result) ? probed.result.success.text : ""

  const identityOf = (user: ProbeResult, caller: ProbeResult): ConnectionIdentity | null => {
    if (isSuccess(caller)) {
      const arn = element(textOf(caller), "Arn")
      if (arn !== null) return { arn, user_name: null, told_by: "sts:GetCallerIdentity" }
    }
    if (!isSuccess(user)) return null
    const [arn, user_name] = [element(textOf(user), "Arn"), element(textOf(user), "UserName")]
    return arn === null && user_name === null ? null : { arn, user_name, told_by: "iam:GetUser" }
  }

  const run = Effect.fn("ConnectionProbe.run")(function* (target: S3Target) {
    const began = yield* Clock.currentTimeMillis
    const key = yield* target.credential.open
    const listed = yield* ask(target, key, "s3", null)
    const { finding, next, summary } = diagnoseConnection(
      observedState(listed.result),
      secondsAheadOf(listed.result, yield* Clock.currentTimeMillis),
      Result.isSuccess(listed.result) ? element(listed.result.success.text, "Region") : null
    )
    const bucketCount = finding === "ready" ? (textOf(listed).match(/<Bucket>/g) ?? []).length : null
    const first = call("ListBuckets", listed, `${bucketCount ?? 0} buckets`)
    const base = { finding, summary, next, bucket_count: bucketCount, checked_at: yield* DateTime.now }
    // wrong keys get no further calls; keys that may not list buckets may be right
    if (finding !== "ready" && first.code !== "AccessDenied") {
      const evidence: ConnectionEvidence = {
        ...base,
        identity: null,
        can_manage_iam: null,
        suggested_owner_type: null,
        calls: [first],
        took_ms: (yield* Clock.currentTimeMillis) - began
      }
      return evidence
    }
    const [user, users, caller] = yield* Effect.all(
      [
        ask(target, key, "iam", "Action=GetUser&Version=2010-05-08"),
        ask(target, key, "iam", "Action=ListUsers&Version=2010-05-08&MaxItems=1"),
        ask(target, key, "sts", "Action=GetCallerIdentity&Version=2011-06-15")
      ],
      { concurrency: 3 }
    )
    const identity = identityOf(user, caller)
    const iam = call("iam:ListUsers", users, "the keys may look at IAM users")
    const evidence: ConnectionEvidence = {
      ...base,
      identity,
      can_manage_iam:
        iam.worked ??
        (Result.isSuccess(users.result) && [405, 501].includes(users.result.success.status) ? false : null),
      suggested_owner_type: ownerTypeOf(identity),
      calls: [
        first,
        call(
          "iam:GetUser",
          user,
          identity?.told_by === "iam:GetUser"
            ? `these are the keys of ${identity.arn ?? identity.user_name ?? ""}`
            : "it knows whose keys these are"
        ),
        iam,
        call(
          "sts:GetCallerIdentity",
          caller,
          identity?.told_by === "sts:GetCallerIdentity"
            ? `these are the keys of ${identity.arn ?? ""}`
            : "it knows whose keys these are"
        )
      ],
      took_ms: (yield* Clock.currentTimeMillis) - began
    }
    return evidence
  })

  return ConnectionProbe.of({ run })
})

export const layer = Layer.effect(ConnectionProbe, make).pipe(Layer.provide(GatewayHttp.layer))
