import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { parentPort } from "node:worker_threads"
import { Api } from "#api/Api.ts"
import { inlineScriptPolicy } from "./inlineScriptPolicy.ts"

export interface Documentation {
  readonly html: Uint8Array
  readonly policy: string
}

const path = "/"
const makePage = Effect.gen(function* () {
  const answer = yield* HttpRouter.toHttpEffect(HttpApiScalar.layer(Api, { path, scalar: { withDefaultFonts: false } }))
  const request = HttpServerRequest.fromWeb(new Request(`http://localhost${path}`))
  const response = yield* Effect.provideService(answer, HttpServerRequest.HttpServerRequest, request)
  const html = yield* Effect.promise(() => HttpServerResponse.toWeb(response).text())
  return { html: new TextEncoder().encode(html), policy: inlineScriptPolicy(html) } satisfies Documentation
})

parentPort?.postMessage(await Effect.runPromise(Effect.scoped(makePage)))
