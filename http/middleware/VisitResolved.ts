import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Api } from "#api/Api.ts"
import { VisitControl } from "#api/Middleware.ts"
import { CurrentCaller } from "#domain/platform/access/Caller.ts"
import { CurrentVisit } from "#domain/objects/shares/ShareRecord.ts"
import { ShareVisits } from "#services/objects/shares/ShareVisits.ts"
import { shareProof } from "../shareProof.ts"
import { assertVisitsDeclared } from "./VisitDeclared.ts"

/**
 * The one place where a visitor gets what a link opens: as the link and its maker's rights stand now, and only with its password where
 * the endpoint wants it. Fails to build while an endpoint of links is half declared.
 */
export const VisitResolved = Layer.effect(VisitControl, Effect.gen(function*() {
  const visits = yield* ShareVisits
  const wanting = yield* assertVisitsDeclared(Api)
  return (endpointEffect, { endpoint, group }) =>
    Effect.gen(function*() {
      const wantsPassword = wanting.get(`${group.identifier}/${endpoint.identifier}`)
      if (wantsPassword === undefined) return yield* Effect.die(new Error(`${endpoint.identifier} is no endpoint of links`))
      const visit = yield* visits.visit(yield* CurrentCaller, shareProof(yield* HttpServerRequest.HttpServerRequest), wantsPassword)
      return yield* Effect.provideService(endpointEffect, CurrentVisit, visit)
    })
}))
