import { Duration } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Effect } from "effect"
import { unlockedFor } from "#services/objects/shares/ShareVisits.ts"

const cookie = "__Secure-stowage_share"

export const setShareProof = (token: string, proof: string) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.orDie(
      HttpServerResponse.setCookie(response, cookie, proof, {
        path: `/api/share/${token}`,
        httpOnly: true,
        secure: true,
        sameSite: "strict",
        maxAge: Duration.seconds(Duration.toSeconds(unlockedFor))
      })
    )
  )

export const shareProof = (request: HttpServerRequest.HttpServerRequest): string | null =>
  request.cookies[cookie] ?? null
