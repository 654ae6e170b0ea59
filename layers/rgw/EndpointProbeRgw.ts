import { Clock, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import type { GatewayFailure } from "#domain/platform/errors/Errors.ts"
import { StorageTimeout } from "#domain/platform/errors/Errors.ts"
import { diagnose, diagnoseHealth, keyIsProven, diagnoseLiveness } from "#domain/gateways/endpoints/GatewayDiagnosis.ts"
import type { FeatureEvidence, FeatureName } from "#domain/gateways/endpoints/StorageEndpoint.ts"
import {
  type CheckAnswer,
  type CheckPlace,
  EndpointProbe,
  type ProbeTarget
} from "#services/gateways/endpoints/EndpointProbe.ts"
import { type Answer, GatewayHttp } from "./GatewayHttp.ts"
import { CONNECTION_BROKEN } from "../gateway/failures.ts"
import { isWithoutKeys } from "./readAnswer.ts"
import { clusterKeyProbe } from "./clusterKeyProbe.ts"
import { secondsAheadOf, decodeInfo, observedState, speaksS3 } from "./observedState.ts"

const PROBE_TIMEOUT = Duration.seconds(5)

type Verdict = readonly [available: boolean | null, evidence: string]

const UNUSED_ACCOUNT = "RGW00000000000000000"
const UNUSED_BUCKET = "stowage-probe-nothing"

const make = Effect.gen(function* () {
  const http = yield* GatewayHttp

  const ask = (
    target: ProbeTarget,
    path: string,
    query: Record<string, string>,
    service: "s3" | "iam" | "sts" | "sns",
    form: string | null,
    signed: boolean
  ) =>
    http
      .send(
        "rgw.Probe",
        {
          method: form === null ? "GET" : "POST",
          url: path.startsWith("/admin") ? target.adminUrl : target.url,
          path,
          query,
          region: target.region,
          service,
          key: signed ? target.key : null,
          form
        },
        target.verifyTls
      )
      .pipe(
        Effect.timeoutOrElse({
          duration: PROBE_TIMEOUT,
          orElse: () => Effect.fail(new StorageTimeout({ operation: "rgw.Probe" }))
        })
      )

  const makeEvidence = (feature: FeatureName, [available, evidence]: Verdict) =>
    Effect.map(DateTime.now, (checked_at): FeatureEvidence => ({ feature, available, evidence, checked_at }))

  const judgedBy =
    (feature: FeatureName, judge: (answer: Answer) => Verdict) => (result: Result.Result<Answer, GatewayFailure>) =>
      makeEvidence(
        feature,
        Result.match(result, {
          onFailure: (error): Verdict => [
            feature === "liveness" ? false : null,
            error._tag === "StorageTimeout" ? "No answer within 5 seconds" : error.detail
          ],
          onSuccess: judge
        })
      )

  /** IAM, STS and SNS are forms at the root of the S3 address. STS refuses the role, not the key. */
  const action = (target: ProbeTarget, feature: FeatureName, service: "iam" | "sts" | "sns", name: string, more = "") =>
    Effect.result(ask(target, "/", {}, service, `Action=${name}&Version=2010-05-08${more}`, true)).pipe(
      Effect.flatMap(
        judgedBy(feature, ({ status }) => {
          if (status === 405 || status === 501) return [false, `${name} answered ${status}: not supported`]
          if (status === 403)
            return feature === "sts"
              ? [true, `${name} was understood and refused`]
              : [null, `The key may not ask ${name}`]
          if (status >= 500) return [null, `${name} answered ${status}`]
          return [true, `${name} answered ${status}`]
        })
      ),
      Effect.map((evidence) => ({ evidence: [evidence], lacks: [] }))
    )

  const probeCapability = (
    target: ProbeTarget,
    path: string,
    query: Record<string, string>,
    capability: string,
    feature: FeatureName | null,
    good: number,
    words: string
  ) =>
    Effect.gen(function* () {
      const result = yield* Effect.result(ask(target, path, query, "s3", null, true))
      const lacks = Result.isSuccess(result) && result.success.status === 403 ? [capability] : []
      if (feature === null) return { evidence: [], lacks }
      const evidence = yield* judgedBy(feature, ({ status }) =>
        status === good
          ? [true, `GET ${path} ${words}`]
          : status === 403
            ? [null, `Refused: the RGW user of the key lacks ${capability}`]
            : [false, `GET ${path} answered ${status}`]
      )(result)
      return { evidence: [evidence], lacks }
    })

  const probeUserRead = (target: ProbeTarget) =>
    Effect.map(
      Effect.result(ask(target, "/admin/user", { "access-key": target.key?.access_key ?? "" }, "s3", null, true)),
      (result) => ({
        evidence: [],
        lacks:
          Result.isSuccess(result) &&
          (result.success.status === 403 || (result.success.status === 200 && isWithoutKeys(result.success.text)))
            ? ["users=read"]
            : []
      })
    )

  const rights = (target: ProbeTarget) => [
    probeCapability(
      target,
      "/admin/account",
      { id: UNUSED_ACCOUNT },
      "accounts=read",
      "account",
      404,
      "knows accounts"
    ),
    probeCapability(
      target,
      "/admin/usage",
      { "show-entries": "false", "show-summary": "false" },
      "usage=read",
      "usage",
      200,
      "answered"
    ),
    action(target, "iam", "iam", "ListRoles"),
    action(
      target,
      "sts",
      "sts",
      "AssumeRole",
      "&RoleArn=arn%3Aaws%3Aiam%3A%3A%3Arole%2Fstowage-probe&RoleSessionName=probe"
    ),
    action(target, "sns", "sns", "ListTopics"),
    probeUserRead(target),
    probeCapability(target, "/admin/bucket", { bucket: UNUSED_BUCKET }, "buckets=read", null, 404, ""),
    probeCapability(target, "/admin/metadata/user", { "max-entries": "1" }, "metadata=read", null, 200, "")
  ]

  // T7: anonymous GET / answers an empty list of buckets
  const liveness = judgedBy("liveness", (answer) =>
    speaksS3(answer)
      ? [true, `GET / answered ${answer.status} as an S3 gateway does`]
      : [false, `GET / answered ${answer.status}, but not as an S3 gateway does`]
  )

  const infoVerdict = (answer: Answer): Verdict =>
    answer.status === 200 && Option.isSome(decodeInfo(answer.text))
      ? [true, "GET /admin/info answered the cluster id"]
      : answer.status === 403
        ? [false, "GET /admin/info was refused: the RGW user of the key lacks info=read"]
        : [false, `GET /admin/info answered ${answer.status}`]

  const unchecked = ["admin", "account", "usage", "iam", "sts", "sns"] as const

  const features = Effect.fn("EndpointProbe.features")(function* (target: ProbeTarget) {
    const greeting = yield* Effect.result(ask(target, "/", {}, "s3", null, false))
    const alive = yield* liveness(greeting)
    const observed = {
      liveness: observedState(greeting),
      aheadSeconds: secondsAheadOf(greeting, yield* Clock.currentTimeMillis),
      info: null,
      signed: null,
      refusedCapabilities: []
    }
    if (alive.available === false || target.key === null)
      return { cluster_id: null, evidence: [alive], diagnosis: diagnose(observed) }
    const info = yield* Effect.result(ask(target, "/admin/info", {}, "s3", null, true))
    // T3: a refused key and a missing capability look alike; a key that lists buckets is right
    const signed = keyIsProven({ info: observedState(info), signed: null })
      ? null
      : observedState(yield* Effect.result(ask(target, "/", {}, "s3", null, true)))
    const keyed = { ...observed, info: observedState(info), signed }
    if (!keyIsProven(keyed)) {
      const diagnosis = diagnose(keyed)
      const rest = yield* Effect.forEach(unchecked, (feature) =>
        makeEvidence(feature, [null, "Not checked: the key could not be used"])
      )
      return { cluster_id: null, evidence: [alive, ...rest], diagnosis }
    }
    const admin = yield* judgedBy("admin", infoVerdict)(info)
    const probedRights = yield* Effect.all(rights(target), { concurrency: 3 })
    const cluster = Result.isFailure(info) ? Option.none() : decodeInfo(info.success.text)
    return {
      cluster_id: Option.match(cluster, {
        onNone: () => null,
        onSome: (document) => document.info.storage_backends[0]?.cluster_id ?? null
      }),
      evidence: [alive, admin, ...probedRights.flatMap(({ evidence }) => evidence)],
      diagnosis: diagnose({ ...keyed, refusedCapabilities: probedRights.flatMap(({ lacks }) => lacks) })
    }
  })

  const checkOnce = Effect.fnUntraced(function* ({ healthUrl, url, verifyTls }: CheckPlace) {
    const began = yield* Clock.currentTimeMillis
    const testedRights =
      healthUrl === null ? { url, path: "/" } : { url: new URL(healthUrl).origin, path: new URL(healthUrl).pathname }
    const place = { url: testedRights.url, adminUrl: testedRights.url, region: "", verifyTls, key: null }
    const result = yield* Effect.result(ask(place, testedRights.path, {}, "s3", null, false))
    return { result, took: (yield* Clock.currentTimeMillis) - began }
  })

  const check = Effect.fn("EndpointProbe.check")(function* (place: CheckPlace): Effect.fn.Return<CheckAnswer> {
    const first = yield* checkOnce(place)
    const broken =
      Result.isFailure(first.result) &&
      first.result.failure._tag === "StorageError" &&
      first.result.failure.storage_code === CONNECTION_BROKEN
    const { result, took } = broken ? yield* checkOnce(place) : first
    return {
      latency_ms: Result.isSuccess(result) ? took : null,
      trouble:
        place.healthUrl === null ? diagnoseLiveness(observedState(result)) : diagnoseHealth(observedState(result))
    }
  })

  const clusterKey = Effect.fn("EndpointProbe.clusterKey")(
    clusterKeyProbe((target, path, query) => Effect.result(ask(target, path, query, "s3", null, true)))
  )

  return EndpointProbe.of({ features, check, clusterKey })
})

export const layer = Layer.effect(EndpointProbe, make).pipe(Layer.provide(GatewayHttp.layer))
