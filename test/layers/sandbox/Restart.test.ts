import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { statSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { makeSandbox, type SandboxGateway } from "../../../sandbox/Sandbox.ts"
import { endWithUs } from "../../support/endWithUs.ts"
import { account, type CallFailed, raw, run, temporaryDirectory } from "./support.ts"

const program = join(import.meta.dirname, "holdSandbox.ts")

const held = (
  dir: string
): Effect.Effect<
  { readonly gateway: SandboxGateway; readonly child: ChildProcess; readonly errors: () => string },
  CallFailed,
  Scope.Scope
> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const running = spawn(process.execPath, [program, dir], { stdio: ["ignore", "pipe", "pipe"] })
        endWithUs(running)
        return running
      }),
      (running) => Effect.sync(() => running.kill("SIGKILL"))
    )
    let errors = ""
    child.stderr.on("data", (piece: Buffer) => {
      errors += piece.toString()
    })
    const line = yield* run(
      () =>
        new Promise<string>((resolve, reject) => {
          createInterface({ input: child.stdout }).once("line", resolve)
          child.once("exit", () => reject(`the sandbox ended: ${errors}`))
        })
    )
    return { gateway: JSON.parse(line) as SandboxGateway, child, errors: () => errors }
  })

describe("A sandbox directory", () => {
  it.effect("keeps keys, buckets and objects over a restart, and only its owner can read it", () =>
    Effect.gen(function* () {
      const dir = join(yield* temporaryDirectory, "sandbox")
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const gateway = yield* makeSandbox({ dir, seed: true })
          yield* raw(gateway, account(gateway), { method: "PUT", target: "/kept" })
          yield* raw(gateway, account(gateway), { method: "PUT", target: "/kept/a", body: "kept" })
          yield* raw(gateway, account(gateway), { method: "DELETE", target: "/sample-empty" })
          return gateway
        })
      )
      const second = yield* makeSandbox({ dir, seed: true })
      assert.deepStrictEqual(second.accounts, first.accounts)
      assert.deepStrictEqual(second.admin, first.admin)
      assert.strictEqual((yield* raw(second, account(second), { method: "GET", target: "/kept/a" })).text, "kept")
      assert.strictEqual((yield* raw(second, account(second), { method: "HEAD", target: "/sample-empty" })).status, 404)
      assert.strictEqual(statSync(dir).mode & 0o777, 0o700)
      for (const file of ["index.sqlite", "index.sqlite-wal"])
        assert.strictEqual(statSync(join(dir, file)).mode & 0o777, 0o600)
    })
  )

  it.effect("has keys of its own, and two of them differ", () =>
    Effect.gen(function* () {
      const [one, two] = [
        yield* makeSandbox({ dir: yield* temporaryDirectory }),
        yield* makeSandbox({ dir: yield* temporaryDirectory })
      ]
      assert.notStrictEqual(one.admin.secretKey, two.admin.secretKey)
      assert.notStrictEqual(account(one).id, account(two).id)
      assert.match(account(one).id, /^RGW\d{17}$/)
    })
  )

  it.effect("cannot be served twice at once", () =>
    Effect.gen(function* () {
      const dir = yield* temporaryDirectory
      yield* makeSandbox({ dir })
      const error = yield* Effect.flip(makeSandbox({ dir }))
      assert.strictEqual(error._tag, "SandboxError")
      assert.match(error.message, /^the sandbox gateway cannot start: \S/)
    })
  )

  it.effect(
    "survives a kill in the middle of writing with every acknowledged object whole, and writes no warning",
    () =>
      Effect.gen(function* () {
        const dir = yield* temporaryDirectory
        const { child, errors, gateway } = yield* held(dir)
        yield* raw(gateway, account(gateway), { method: "PUT", target: "/load" })
        const acknowledged: Array<string> = []
        const writer = (name: string) =>
          Effect.gen(function* () {
            for (let i = 0; ; i++) {
              const key = `${name}-${i}`
              const answer = yield* raw(gateway, account(gateway), {
                method: "PUT",
                target: `/load/${key}`,
                body: key.repeat(2000)
              })
              if (answer.status === 200) acknowledged.push(key)
              if (acknowledged.length === 60) child.kill("SIGKILL")
            }
          }).pipe(Effect.ignore)
        yield* Effect.forEach(["a", "b", "c", "d"], writer, { concurrency: "unbounded" })
        assert.strictEqual(errors(), "")
        const again = yield* makeSandbox({ dir })
        for (const key of acknowledged) {
          assert.strictEqual(
            (yield* raw(again, account(again), { method: "GET", target: `/load/${key}` })).text,
            key.repeat(2000)
          )
        }
        const head = yield* raw(again, account(again), { method: "HEAD", target: "/load?read-stats=true" })
        const listed = yield* raw(again, account(again), { method: "GET", target: "/load?list-type=2" })
        assert.strictEqual(Number(head.headers.get("x-rgw-object-count")), [...listed.text.matchAll(/<Key>/g)].length)
      }),
    30_000
  )
})
