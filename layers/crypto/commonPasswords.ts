import { Effect } from "effect"

/** Some 49,000 leaked passwords (@zxcvbn-ts/language-common); megabytes, so loaded at first use. */
export const commonPasswords = Effect.cached(
  Effect.promise(async () => {
    const { dictionary } = await import("@zxcvbn-ts/language-common")
    return new Set(dictionary["passwords-common"])
  })
)
