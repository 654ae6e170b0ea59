import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { HttpClient, HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ProblemDocuments } from "#api/Middleware.ts"
import { ProblemDocumentsRendered } from "#http/middleware/ProblemDocuments.ts"
import { RequestFacts } from "#http/RequestFacts.ts"

class SampleApi extends HttpApi.make("sample")
  .add(
    HttpApiGroup.make("sample").add(
      HttpApiEndpoint.get("fail", "/api/things/:id", { success: HttpApiSchema.NoContent })
    )
  )
  .middleware(ProblemDocuments) {}

const handlers = HttpApiBuilder.group(SampleApi, "sample", (handle) =>
  handle.handleAll({
    fail: () =>
      Effect.andThen(
        Effect.map(RequestFacts, (facts) => {
          facts.userId = 7
        }),
        Effect.die(new Error("of ours"))
      )
  })
)

it.live("the line of a fault of ours names the route and the user", () =>
  Effect.gen(function* () {
    const lines: Array<readonly [string, unknown]> = []
    const logger = Logger.make((entry) => {
      lines.push([String(entry.message), entry.fiber.getRef(References.CurrentLogAnnotations)])
    })
    const server = HttpRouter.serve(
      HttpApiBuilder.layer(SampleApi).pipe(Layer.provide(handlers), Layer.provide(ProblemDocumentsRendered)),
      { disableLogger: true, disableListenLog: true }
    ).pipe(
      Layer.provide(Layer.succeed(RequestFacts, { userId: null })),
      Layer.provideMerge(NodeHttpServer.layerTest),
      Layer.provideMerge(Logger.layer([logger]))
    )
    const { status } = yield* Effect.provide(HttpClient.get("/api/things/of-somebody"), server)
    assert.strictEqual(status, 500)
    assert.deepStrictEqual(lines, [["Request failed", { route: "/api/things/:id", user_id: 7 }]])
  })
)
