import { CommonPasswords } from "#services/secrets/CommonPasswords.ts"
import { Effect, Layer } from "effect"

/** The list of @zxcvbn-ts/language-common, some 49,000 of leaked passwords; read when the first password is set, megabytes as it is. */
export const layer = Layer.effect(CommonPasswords, Effect.gen(function*() {
  const list = yield* Effect.cached(Effect.promise(async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common")
    return new Set(dictionary["passwords-common"])
  }))
  return CommonPasswords.of({ known: Effect.map(list, (all) => (text: string) => all.has(text)) })
}))
