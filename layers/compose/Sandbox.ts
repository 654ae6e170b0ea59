import { Console, Effect, Layer } from "effect"
import { rm } from "node:fs/promises"
import * as path from "node:path"
import { Caller } from "#domain/platform/access/Caller.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/platform/Settings.ts"
import { makeSandbox } from "../../sandbox/Sandbox.ts"
import { registerSandbox } from "./registerSandbox.ts"

/** The start of the service itself acts. */
const starter = Caller.cases.Internal.make({})

/**
 * Removes the sandbox whole: its endpoint with everything that is registered on it, and its files. Does nothing where there is none,
 * or where ENV_STORAGE_ENDPOINTS names its address: then the endpoint is the administrator's.
 */
const removeSandbox = Effect.fnUntraced(function*(dir: string) {
  const endpoints = yield* StorageEndpoints
  const known = (yield* endpoints.list).find(({ is_sandbox, source }) => is_sandbox && source !== "environment")
  if (known !== undefined) {
    // another replica may have removed it meanwhile
    yield* endpoints.remove(starter, known.id).pipe(Effect.catchTag("NotFound", () => Effect.void), Effect.orDie)
    yield* Console.log("The sandbox gateway is removed, with what was registered on it.")
  }
  yield* Effect.promise(() => rm(dir, { recursive: true, force: true }))
})

/**
 * The sandbox gateway, started under DATA_DIR/sandbox and registered as "Sandbox". It is offered while no other storage endpoint is
 * registered, and runs as long as its endpoint is: whoever registers a gateway of their own keeps it, or deletes it with everything
 * on it. Where it is switched off (always in production) it is removed.
 */
export const SandboxOffered = Layer.effectDiscard(Effect.gen(function*() {
  const { dataDir, sandbox } = yield* Settings
  const dir = path.resolve(dataDir, "sandbox")
  const registered = yield* (yield* StorageEndpoints).list
  const isWanted = registered.some(({ is_sandbox }) => is_sandbox) || registered.length === 0
  if (!sandbox || !isWanted) return yield* removeSandbox(dir)
  const gateway = yield* makeSandbox({ dir, seed: true, people: true })
  yield* registerSandbox(gateway)
  yield* Console.log("The sandbox gateway runs: a small S3 server for trying things out. Do not keep real data in it.")
}))
