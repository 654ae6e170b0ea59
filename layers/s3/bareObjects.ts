import { type Duration, Effect, Exit } from "effect"
import type { GatewayCredential } from "#domain/gateways/endpoints/GatewayCredential.ts"
import type { S3Target } from "#domain/gateways/endpoints/Targets.ts"
import { type GatewayFailure, NotFound } from "#domain/platform/errors/Errors.ts"
import { asWorkCaller, type EndpointGuard, type GatewayCaller, gatewayCaller } from "../gateway/EndpointGuard.ts"
import { annotateAnswer } from "../gateway/annotateAnswer.ts"
import { failureOfNodeError } from "../gateway/failures.ts"
import type { BodilessRequest, GatewayHttp, OpenAnswer, OpenObject } from "../rgw/GatewayHttp.ts"
import { type ListingDocument, readListing } from "./listingXml.ts"
import { isGrantedRequest, requireGrant } from "./grantedRequest.ts"
import { type ListingRequest, listingQuery } from "./listingQuery.ts"
import { objectAt, objectRefusal, readShort, readText } from "./objectAnswers.ts"
import { unreadable } from "./s3Failure.ts"
import { explainExpiredToken } from "./temporaryKeys.ts"

const MAX_PAGE_BYTES = 24 * 1024 * 1024

const brokenConnectionFailure = (operation: string) => failureOfNodeError(operation, new Error("broken"))

const isSuccess = ({ status }: OpenAnswer) => status >= 200 && status < 300

type Prepared = {
  readonly send: OpenObject
  readonly caller: GatewayCaller
  readonly explain: ReturnType<typeof explainExpiredToken>
}

const named = (operation: string) => operation.replace(/^s3\./u, "")

/** Caches credential and signer, which cost as much as a small call. `pathOf` null: a key outside of the grants. */
export const objectCalls = (http: GatewayHttp["Service"]) => {
  const preparedCalls = new WeakMap<GatewayCredential, Map<string, Prepared>>()
  return Effect.fnUntraced(function* (target: S3Target, operation: string, bucket: string) {
    const at = objectAt(target, bucket)
    if (at === null) return yield* new NotFound({ entity: "Storage", id: bucket })
    const { credential, endpointId, region, userSupplied, verifyTls } = target
    const pathOf = (key: string) =>
      isGrantedRequest(target, { operation: named(operation), bucket, key }) ? at.pathOf(key) : null
    const name = JSON.stringify([at.url, target.url, endpointId, region, userSupplied, verifyTls])
    const cachedCall = preparedCalls.get(credential)?.get(name)
    if (cachedCall !== undefined) return { ...cachedCall, path: at.path, pathOf }
    const key = yield* credential.open
    const newCall: Prepared = {
      send: yield* http.objects(operation, { url: at.url, region, key, userSupplied, verifyTls }),
      caller: gatewayCaller(target, key),
      explain: explainExpiredToken(key)
    }
    preparedCalls.set(credential, (preparedCalls.get(credential) ?? new Map<string, Prepared>()).set(name, newCall))
    return { ...newCall, path: at.path, pathOf }
  })
}

interface CallOptions {
  readonly idempotent: boolean
  readonly background?: boolean
  readonly timeout?: Duration.Duration
}

/** The SDK costs more CPU than the gateway for small objects and wraps large ones. */
export const bareObjects = (http: GatewayHttp["Service"], guard: EndpointGuard["Service"]) => {
  const prepared = objectCalls(http)

  const answered = (send: OpenObject, operation: string, about: string, request: BodilessRequest) =>
    Effect.callback<OpenAnswer, NotFound | GatewayFailure>((resume) => {
      const cancel = send(operation, request, (exit) => {
        if (Exit.isFailure(exit) || isSuccess(exit.value)) return resume(exit)
        const answer = exit.value
        readShort(answer.body, (text) =>
          resume(
            Effect.suspend(() =>
              Effect.fail(
                text === null ? brokenConnectionFailure(operation) : objectRefusal(operation, about, answer, text)
              )
            )
          )
        )
      })
      return Effect.sync(cancel)
    })

  const call = Effect.fnUntraced(function* <A>(
    target: S3Target,
    operation: string,
    bucket: string,
    key: string,
    request: Omit<BodilessRequest, "path">,
    options: CallOptions,
    read: (answer: OpenAnswer) => Effect.Effect<A, NotFound | GatewayFailure>
  ): Effect.fn.Return<A, NotFound | GatewayFailure> {
    const versioned = request.query.includes("versionId=")
    yield* requireGrant(target, { operation: named(operation), bucket, key, versioned })
    const { caller, pathOf, send, explain } = yield* prepared(target, operation, bucket)
    const path = pathOf(key)
    const about = `${bucket}/${key}`
    if (path === null) return yield* new NotFound({ entity: "Storage", id: about })
    const whose = options.background === true ? asWorkCaller(caller) : caller
    return yield* Effect.mapError(
      guard.run(
        whose,
        operation,
        options.idempotent,
        Effect.flatMap(answered(send, operation, about, { ...request, path }), read),
        options.timeout === undefined ? {} : { timeout: options.timeout }
      ),
      explain
    )
  })

  const list = Effect.fnUntraced(function* (target: S3Target, bucket: string, request: ListingRequest) {
    const operation = "s3.ListObjectsV2"
    yield* requireGrant(target, { operation: named(operation), bucket, prefix: request.prefix })
    const { caller, path, send, explain } = yield* prepared(target, operation, bucket)
    const page = Effect.flatMap(
      answered(send, operation, bucket, { method: "GET", path, query: listingQuery(request) }),
      (answer) =>
        annotateAnswer(answer.status, answer.headers["x-amz-request-id"]).pipe(
          Effect.andThen(
            Effect.callback<string, GatewayFailure>((resume) => {
              readText(answer.body, MAX_PAGE_BYTES, (text) =>
                resume(text === null ? Effect.fail(brokenConnectionFailure(operation)) : Effect.succeed(text))
              )
              return Effect.sync(() => answer.body.destroy())
            })
          ),
          Effect.flatMap((text): Effect.Effect<ListingDocument, GatewayFailure> => {
            const listing = readListing(text)
            return listing === null ? Effect.fail(unreadable(operation, answer.status)) : Effect.succeed(listing)
          })
        )
    )
    return yield* Effect.mapError(guard.run(caller, operation, true, page), explain)
  })

  const open = (target: S3Target, bucket: string, key: string, request: Omit<BodilessRequest, "path" | "method">) => {
    const operation = "s3.GetObject"
    return call(target, operation, bucket, key, { ...request, method: "GET" }, { idempotent: true }, (answer) => {
      if (answer.headers.etag !== undefined && answer.headers["content-length"] !== undefined)
        return Effect.succeed(answer)
      answer.body.destroy()
      return Effect.fail(unreadable(operation, answer.status))
    })
  }

  return { call, list, open }
}
