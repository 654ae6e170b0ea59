import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Api } from "#api/Api.ts"
import { VisitControl } from "#api/Middleware.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentVisit } from "#domain/objects/shares/ShareRecord.ts"
import { ShareVisits } from "#services/objects/shares/ShareVisits.ts"
import { shareProof } from "../shareProof.ts"
import { assertVisitsDeclared } from "./VisitDeclared.ts"

export const VisitResolved = Layer.effect(
  VisitControl,
  Effect.gen(function* () {
    const visits = yield* ShareVisits
    const wanting = yield* assertVisitsDeclared(Api)
    return (endpointEffect, { endpoint, group }) =>
      Effect.gen(function* () {
        const wantsPassword = wanting.get(`${group.identifier}/${endpoint.identifier}`)
        if (wantsPassword === undefined)
          return yield* Effect.die(new Error(`${endpoint.identifier} is no endpoint of links`))
        const visit = yield* visits.visit(
          yield* CurrentCaller,
          shareProof(yield* HttpServerRequest.HttpServerRequest),
          wantsPassword
        )
        return yield* Effect.provideService(endpointEffect, CurrentVisit, visit)
      })
  })
)
