import { Console, Effect, Layer } from "effect"
import { rm } from "node:fs/promises"
import * as path from "node:path"
import { Caller } from "#domain/platform/access/Caller.ts"
import { StorageEndpoints } from "#services/gateways/endpoints/StorageEndpoints.ts"
import { Settings } from "#services/platform/Settings.ts"
import { makeSandbox } from "../../sandbox/Sandbox.ts"
import { registerSandbox } from "./registerSandbox.ts"

const starter = Caller.cases.Internal.make({})

const removeSandbox = Effect.fnUntraced(function* (dir: string) {
  const endpoints = yield* StorageEndpoints
  const sandbox = (yield* endpoints.list).find(({ is_sandbox, source }) => is_sandbox && source !== "environment")
  if (sandbox !== undefined) {
    yield* endpoints.remove(starter, sandbox.id).pipe(
      Effect.catchTag("NotFound", () => Effect.void),
      Effect.orDie
    )
    yield* Console.log("The sandbox gateway is removed, with what was registered on it.")
  }
  yield* Effect.promise(() => rm(dir, { recursive: true, force: true }))
})

/** Offered while no other endpoint is registered. Removed when disabled, always in production. */
export const SandboxLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { dataDir, sandbox } = yield* Settings
    const dir = path.resolve(dataDir, "sandbox")
    const registered = yield* (yield* StorageEndpoints).list
    const isWanted = registered.some(({ is_sandbox }) => is_sandbox) || registered.length === 0
    if (!sandbox || !isWanted) return yield* removeSandbox(dir)
    const gateway = yield* makeSandbox({ dir, seed: true, people: true })
    yield* registerSandbox(gateway)
    yield* Console.log(
      "The sandbox gateway runs: a small S3 server for trying things out. Do not keep real data in it."
    )
  })
)
