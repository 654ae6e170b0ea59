import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { cacheEncodings } from "./compressAnswer.ts"

/** Characters above which a response is cached as bytes, which all receivers share; text is copied. */
const MIN_SHARED_LENGTH = 100_000
const encoder = new TextEncoder()

export const cachedEncoder = <A extends object, I>(schema: Schema.Codec<A, I>) => {
  const encode = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(schema)))
  const responses = new WeakMap<A, HttpServerResponse.HttpServerResponse>()
  return (value: A): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const answer = responses.get(value)
    if (answer !== undefined) return Effect.succeed(answer)
    return Effect.map(Effect.orDie(encode(value)), (text) => {
      const response = cacheEncodings(
        text.length < MIN_SHARED_LENGTH
          ? HttpServerResponse.text(text, { contentType: "application/json" })
          : HttpServerResponse.uint8Array(encoder.encode(text), { contentType: "application/json" })
      )
      responses.set(value, response)
      return response
    })
  }
}
