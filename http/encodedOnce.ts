import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { keepEncodings } from "./compressAnswer.ts"

/** From here on an answer is kept as bytes, which all who are sent it share; text is copied for each. Characters. */
const large = 100_000
const encoder = new TextEncoder()

/**
 * Answers with a value as the contract's schema encodes it, and encodes the same value only once: for what is read again and
 * again without having changed. The encoding goes when the value does, and so do its compressed ones.
 */
export const encodedOnce = <A extends object, I>(schema: Schema.Codec<A, I>) => {
  const encode = Schema.encodeEffect(Schema.fromJsonString(Schema.toCodecJson(schema)))
  const known = new WeakMap<A, HttpServerResponse.HttpServerResponse>()
  return (value: A): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const answer = known.get(value)
    if (answer !== undefined) return Effect.succeed(answer)
    return Effect.map(Effect.orDie(encode(value)), (text) => {
      const made = keepEncodings(text.length < large
        ? HttpServerResponse.text(text, { contentType: "application/json" })
        : HttpServerResponse.uint8Array(encoder.encode(text), { contentType: "application/json" }))
      known.set(value, made)
      return made
    })
  }
}
