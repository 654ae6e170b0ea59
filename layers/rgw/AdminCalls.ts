import { Context, type Duration, Effect, Layer, type Result, type Schema } from "effect"
import type { GatewayFailure, StorageError } from "#domain/platform/errors/Errors.ts"
import type { AdminTarget } from "#domain/gateways/endpoints/Targets.ts"
import type { GatewayIntent } from "#services/platform/audit/GatewayIntent.ts"
import { EndpointGuard, gatewayCaller } from "../gateway/EndpointGuard.ts"
import { type Answer, GatewayHttp } from "./GatewayHttp.ts"
import { readSeries } from "./readSeries.ts"
import { queryText } from "./signRequest.ts"
import { expectDone, readDocument, readDocumentNow } from "./readAnswer.ts"

type Method = "GET" | "PUT" | "POST" | "DELETE"

/** An Admin Ops call: query parameters only, never a body (T6). */
export interface AdminCall<M extends Method = Method> {
  readonly operation: string
  readonly method: M
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly idempotent: boolean
  readonly timeout?: Duration.Duration
}

/** Many calls with one path. */
export interface AdminReads {
  readonly operation: string
  readonly path: string
  readonly queries: ReadonlyArray<Readonly<Record<string, string>>>
  /** Failures that end it; the others are delivered. */
  readonly ends: (failure: GatewayFailure) => boolean
}

type Leave<M extends Method> = M extends "GET" ? never : GatewayIntent

/** RGW decodes the values of Admin Ops twice: without this escape `alice%x` would name `alice`, and a plus a space. */
const escapeTwice = (query: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, value.replace(/%/g, "%25").replace(/\+/g, "%2B")])
  )

/** One key acts for all tenants: a failing subject must not open the breaker for the others. */
const subjectOf = (query: AdminCall["query"]) => query["uid"] ?? query["id"] ?? query["bucket"] ?? ""

const sortedText = (query: Readonly<Record<string, string>>) =>
  queryText(Object.fromEntries(Object.entries(query).sort(([one], [other]) => (one < other ? -1 : 1))))

export class AdminCalls extends Context.Service<
  AdminCalls,
  {
    readonly document: <S extends Schema.ConstraintDecoder<unknown>, M extends Method>(
      target: AdminTarget,
      call: AdminCall<M>,
      schema: S
    ) => Effect.Effect<S["Type"], GatewayFailure, S["DecodingServices"] | Leave<M>>
    /** Reads many documents of one kind; `deliver` gets the position of each query, in no order. */
    readonly documents: <A, I>(
      target: AdminTarget,
      call: AdminReads,
      schema: Schema.ConstraintCodec<A, I>,
      deliver: (index: number, read: Result.Result<A, GatewayFailure>) => void
    ) => Effect.Effect<void, GatewayFailure>
    readonly done: <M extends Method>(
      target: AdminTarget,
      call: AdminCall<M>
    ) => Effect.Effect<void, GatewayFailure, Leave<M>>
  }
>()("stowage/layers/rgw/AdminCalls") {
  static readonly layer = Layer.effect(
    AdminCalls,
    Effect.gen(function* () {
      const http = yield* GatewayHttp
      const guard = yield* EndpointGuard
      const series = readSeries(http, guard)

      const run = <A, R>(
        target: AdminTarget,
        call: AdminCall,
        read: (answer: Answer) => Effect.Effect<A, StorageError, R>
      ) => {
        const operation = `rgw.${call.operation}`
        const request = {
          method: call.method,
          url: target.url,
          path: `/admin${call.path}`,
          query: { format: "json", ...escapeTwice(call.query) },
          region: target.region,
          service: "s3",
          form: null
        } as const
        const options = { timeout: call.timeout, change: call.method !== "GET" }
        return Effect.flatMap(target.credential.open, ({ accessKey, secretKey }) => {
          const signed = { ...request, key: { access_key: accessKey, secret_key: secretKey } }
          const sent = Effect.flatMap(http.send(operation, signed, target.verifyTls), read)
          const caller = gatewayCaller(target, { accessKey, secretKey }, subjectOf(call.query))
          return guard.run(caller, operation, call.idempotent, sent, options)
        })
      }

      return AdminCalls.of({
        document: (target, call, schema) => run(target, call, readDocument(`rgw.${call.operation}`, schema)),
        documents: <A, I>(
          target: AdminTarget,
          { ends, operation, path, queries }: AdminReads,
          schema: Schema.ConstraintCodec<A, I>,
          deliver: (index: number, read: Result.Result<A, GatewayFailure>) => void
        ) =>
          Effect.flatMap(target.credential.open, (key) =>
            series<A, StorageError>({
              operation: `rgw.${operation}`,
              caller: gatewayCaller(target, key, path),
              source: { url: target.url, region: target.region, key, userSupplied: false, verifyTls: target.verifyTls },
              jobs: queries.map((query) => ({
                path: `/admin${path}`,
                query: sortedText(escapeTwice({ format: "json", ...query }))
              })),
              decode: readDocumentNow(`rgw.${operation}`, schema),
              deliver,
              ends
            })
          ),
        done: (target, call) => run(target, call, expectDone(`rgw.${call.operation}`))
      })
    })
  ).pipe(Layer.provide(GatewayHttp.layer))
}
