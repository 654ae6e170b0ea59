import { Config, Effect } from "effect"
import * as path from "node:path"

/** npm runs the command in the package's folder; INIT_CWD is the caller's. */
export const typedPath = Effect.fnUntraced(function* (typed: string) {
  return path.resolve(yield* Config.withDefault(Config.String("INIT_CWD"), process.cwd()), typed)
})
