import { Clock, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import type { GatewayFailure } from "#domain/errors/Errors.ts"
import { StorageTimeout } from "#domain/errors/Errors.ts"
import type { FeatureEvidence, FeatureName } from "#domain/endpoints/StorageEndpoint.ts"
import { EndpointProbe, type ProbeTarget } from "#services/endpoints/EndpointProbe.ts"
import { type Answer, GatewayHttp } from "./GatewayHttp.ts"
import { readDocument, refusalOf, unreadable } from "./readAnswer.ts"

const patience = Duration.seconds(5)

const Info = Schema.Struct({ info: Schema.Struct({ storage_backends: Schema.Array(Schema.Struct({ cluster_id: Schema.String })) }) })

/** What an answer says of a feature, and in which words. */
type Verdict = readonly [available: boolean | null, evidence: string]

const refused: Verdict = [null, "The key may not ask this"]

/** Nobody is given this id: the gateway's refusal tells whether it knows accounts at all. */
const noAccount = "RGW00000000000000000"

/** Whether an answer to `GET /` comes from an S3 server, be it a refusal. */
const speaksS3 = ({ text }: Answer) => /<(ListAllMyBucketsResult|Error)[ >]/.test(text)

const make = Effect.gen(function*() {
  const http = yield* GatewayHttp

  const ask = (target: ProbeTarget, path: string, query: Record<string, string>, service: "s3" | "iam" | "sts" | "sns", form: string | null, signed: boolean) =>
    http.send("rgw.Probe", {
      method: form === null ? "GET" : "POST", url: path.startsWith("/admin") ? target.adminUrl : target.url, path, query,
      region: target.region, service, key: signed ? target.key : null, form
    }, target.verifyTls).pipe(
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(new StorageTimeout({ operation: "rgw.Probe" })) })
    )

  /** A failure to reach the gateway is evidence too. */
  const judged = (feature: FeatureName, call: Effect.Effect<Answer, GatewayFailure>, judge: (answer: Answer) => Verdict) =>
    Effect.gen(function*() {
      const [available, evidence] = yield* Effect.match(call, {
        onFailure: (error): Verdict => [feature === "liveness" ? false : null, error._tag === "StorageTimeout" ? "No answer within 5 seconds" : error.detail],
        onSuccess: judge
      })
      return { feature, available, evidence, checked_at: yield* DateTime.now } satisfies FeatureEvidence
    })

  /** IAM, STS and SNS are forms at the root of the S3 address. */
  const action = (target: ProbeTarget, feature: FeatureName, service: "iam" | "sts" | "sns", name: string, more = "") =>
    judged(feature, ask(target, "/", {}, service, `Action=${name}&Version=2010-05-08${more}`, true), ({ status }) => {
      if (status === 405 || status === 501) return [false, `${name} answered ${status}: not supported`]
      if (status === 403) return [feature === "sts" ? true : null, feature === "sts" ? `${name} was understood and refused` : refused[1]]
      if (status >= 500) return [null, `${name} answered ${status}`]
      return [true, `${name} answered ${status}`]
    })

  const keyed = (target: ProbeTarget) => [
    judged("admin", ask(target, "/admin/info", {}, "s3", null, true), ({ status }) =>
      status === 200 ? [true, "GET /admin/info answered the cluster id"]
        : status === 403 ? [false, "GET /admin/info was refused: the key has no admin capabilities"]
        : [false, `GET /admin/info answered ${status}`]),
    judged("account", ask(target, "/admin/account", { id: noAccount }, "s3", null, true), ({ status }) =>
      status === 404 ? [true, "GET /admin/account knows accounts"]
        : status === 403 ? refused : [false, `GET /admin/account answered ${status}`]),
    judged("usage", ask(target, "/admin/usage", { "show-entries": "false", "show-summary": "false" }, "s3", null, true), ({ status }) =>
      status === 200 ? [true, "GET /admin/usage answered"] : status === 403 ? refused : [false, `GET /admin/usage answered ${status}`]),
    action(target, "iam", "iam", "ListRoles"),
    action(target, "sts", "sts", "AssumeRole", "&RoleArn=arn%3Aaws%3Aiam%3A%3A%3Arole%2Fstowage-probe&RoleSessionName=probe"),
    action(target, "sns", "sns", "ListTopics")
  ]

  const liveness = (target: ProbeTarget) =>
    // T7: anonymous GET / answers an empty list of buckets
    judged("liveness", ask(target, "/", {}, "s3", null, false), (answer) =>
      speaksS3(answer) ? [true, `GET / answered ${answer.status} as an S3 gateway does`]
        : [false, `GET / answered ${answer.status}, but not as an S3 gateway does`])

  const features = Effect.fn("EndpointProbe.features")(function*(target: ProbeTarget) {
    const alive = yield* liveness(target)
    if (alive.available === false || target.key === null) return { cluster_id: null, evidence: [alive] }
    const evidence = yield* Effect.all(keyed(target), { concurrency: 3 })
    const cluster = yield* ask(target, "/admin/info", {}, "s3", null, true).pipe(
      Effect.flatMap(readDocument("rgw.Probe", Info)), Effect.option
    )
    const clusterId = Option.match(cluster, { onNone: () => null, onSome: ({ info }) => info.storage_backends[0]?.cluster_id ?? null })
    return { cluster_id: clusterId, evidence: [alive, ...evidence] }
  })

  const ping = Effect.fn("EndpointProbe.ping")(function*(url: string, verifyTls: boolean) {
    const began = yield* Clock.currentTimeMillis
    const answer = yield* ask({ url, adminUrl: url, region: "", verifyTls, key: null }, "/", {}, "s3", null, false)
    // A proxy in front of a dead gateway answers too: only what the gateway itself says counts.
    if (answer.status >= 500) return yield* refusalOf("rgw.Probe", answer)
    if (!speaksS3(answer)) return yield* unreadable("rgw.Probe", answer.status, null)
    return { latency_ms: (yield* Clock.currentTimeMillis) - began }
  })

  return EndpointProbe.of({ features, ping })
})

/** Probes by the calls of an RGW; another S3 server simply lacks most of them. */
export const layer = Layer.effect(EndpointProbe, make).pipe(Layer.provide(GatewayHttp.layer))
