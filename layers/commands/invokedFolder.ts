import { Config, Effect } from "effect"
import * as path from "node:path"

/** A path as it was typed: npm runs us in the folder of the package, and tells where it was called. */
export const typedPath = Effect.fnUntraced(function*(typed: string) {
  return path.resolve(yield* Config.withDefault(Config.String("INIT_CWD"), process.cwd()), typed)
})
