import { Duration } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { Effect } from "effect"
import { unlockedFor } from "#services/objects/shares/ShareVisits.ts"

const cookieName = "__Secure-stowage_share"

export const setShareProof = (token: string, proof: string) =>
  HttpEffect.appendPreResponseHandler((_request, response) =>
    Effect.orDie(
      HttpServerResponse.setCookie(response, cookieName, proof, {
        path: `/api/share/${token}`,
        httpOnly: true,
        secure: true,
        sameSite: "strict",
        maxAge: Duration.seconds(Duration.toSeconds(unlockedFor))
      })
    )
  )

export const shareProof = (request: HttpServerRequest.HttpServerRequest): string | null =>
  request.cookies[cookieName] ?? null
