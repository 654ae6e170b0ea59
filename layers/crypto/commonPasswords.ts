import { Effect } from "effect"

/** The list of @zxcvbn-ts/language-common, some 49,000 of leaked passwords; read when the first password is set, megabytes as it is. */
export const commonPasswords = Effect.cached(Effect.promise(async () => {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  return new Set(dictionary["passwords-common"])
}))
