/** Serves a sandbox in its own process, so that a test can kill it: prints the address and the keys, then stays. */
import { Effect } from "effect"
import { makeSandbox } from "../../../sandbox/Sandbox.ts"

const dir = process.argv[2] ?? ""
await Effect.runPromise(
  Effect.scoped(
    Effect.gen(function* () {
      const { accounts, admin, url } = yield* makeSandbox({ dir, seed: true })
      console.log(JSON.stringify({ url, admin, accounts }))
      return yield* Effect.never
    })
  )
)
