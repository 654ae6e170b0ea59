import { Console, Effect, Layer } from "effect"
import * as path from "node:path"
import { StorageEndpoints } from "#services/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/settings/Settings.ts"
import { makeSandbox } from "../sandbox/Sandbox.ts"
import { registerSandbox } from "./registerSandbox.ts"

/**
 * The sandbox gateway, in development only and only while no other storage endpoint is registered:
 * started under DATA_DIR/sandbox and registered as "Sandbox".
 */
export const SandboxOffered = Layer.effectDiscard(Effect.gen(function*() {
  const { dataDir, sandbox } = yield* Settings
  if (!sandbox) return
  const registered = yield* (yield* StorageEndpoints).list
  if (registered.some((endpoint) => !endpoint.is_sandbox)) return
  const gateway = yield* makeSandbox({ dir: path.resolve(dataDir, "sandbox"), seed: true, people: true })
  yield* registerSandbox(gateway)
  yield* Console.log("The sandbox gateway runs: a small S3 server of our own to try things out, not for data that matters.")
}))
