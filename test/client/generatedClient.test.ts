import { randomBytes } from "node:crypto"
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"

const root = path.resolve(import.meta.dirname, "../..")
const folder = path.join(root, ".cache", `client-${process.pid}`)
const tools = createRequire(path.join(root, "frontend/package.json"))

const run = async (program: string, ...args: ReadonlyArray<string>) => {
  const { stderr, stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024
  }).catch((failure: { stdout: string; stderr: string }) => {
    throw new Error(`${path.basename(program)}: ${failure.stdout}${failure.stderr}`)
  })
  return stdout + stderr
}

describe("a client generated from the OpenAPI document", () => {
  let service: ServiceProcess
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    cpSync(path.join(import.meta.dirname, "program"), folder, { recursive: true })
    service = await startService()
  }, 120_000)
  afterAll(async () => {
    await service?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it("is generated from what the service serves, and compiles; what is wrong does not", async () => {
    const response = await fetch(`${service.origin}/api/openapi.json`)
    expect(response.status).toBe(200)
    writeFileSync(path.join(folder, "openapi.json"), await response.text())
    const generator = path.join(path.dirname(tools.resolve("openapi-typescript/package.json")), "bin/cli.js")
    await run(generator, "openapi.json", "-o", "schema.d.ts")
    await run(tools.resolve("typescript/bin/tsc"), "-p", "tsconfig.json")
  }, 120_000)

  it("walks the main job, from the setup token to a bucket that is gone again", async () => {
    const { walk } = (await import(path.join(folder, "walk.ts"))) as {
      readonly walk: (...args: ReadonlyArray<unknown>) => Promise<unknown>
    }
    const bucket = `client-${randomBytes(4).toString("hex")}`
    const token = /token=([^&\s]+)/.exec(service.setupLink ?? "")?.[1]
    expect(await walk(service.origin, token, new SoftAuthenticator(service.origin), bucket)).toEqual({
      created: bucket,
      again: "already_exists",
      refused: ["payload.name"],
      listed: [bucket],
      total: 1,
      live: [bucket],
      objects: [{ key: "deep/", size_bytes: 0 }],
      kept: "bucket_not_empty",
      deleted: [{ deleted: true, key: "deep/" }],
      gone: 0
    })
  }, 60_000)
})
