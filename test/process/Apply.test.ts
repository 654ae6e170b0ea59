import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"
import { readFileSync, statSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { makeSandbox } from "#sandbox/Sandbox.ts"
import { runStowage, stowageProcess } from "../support/cli.ts"
import { dumpOf } from "../support/dump.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { inheritedEnv } from "../support/inheritedEnv.ts"

const minutes = 300_000
const canary = "canary0f5ecret9Xq7"

const place = Effect.gen(function* () {
  const folder = yield* temporaryFolder()
  const url = yield* TestDatabase.url
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const runBy =
    (program: typeof runStowage) =>
    (args: ReadonlyArray<string>, more: Record<string, string> = {}, input = "") =>
      Effect.promise(() =>
        program(
          args,
          {
            DATABASE_URL: url,
            DATA_DIR: path.join(folder, "data"),
            SANDBOX_GATEWAY: "false",
            INIT_CWD: folder,
            ...more
          },
          input
        )
      )
  const run = runBy(runStowage)
  const runProcess = runBy(stowageProcess)
  yield* run(["preflight"])
  return { folder, file, run, runProcess }
})

layer(TestDatabase.layer, { timeout: "60 seconds", excludeTestServices: true })("stowage apply and export", (it) => {
  it.effect(
    "shows the difference, makes it so with secrets looked up here, and has nothing to do the second time",
    () =>
      Effect.gen(function* () {
        const gateway = yield* makeSandbox({ dir: yield* temporaryFolder(), seed: true })
        const { file, folder, run, runProcess } = yield* place
        file("archive.key", `${canary}file\n`)
        const document = file(
          "stowage.yaml",
          [
            "version: 1",
            "storage_endpoints:",
            `  - name: North`,
            `    url: ${gateway.url}`,
            `    admin_access_key: ${gateway.admin.accessKey}`,
            "    admin_secret_key: { env: NORTH_SECRET }",
            "    features_config: { features: { admin: { enabled: true }, account: { enabled: true } } }",
            "accounts:",
            "  - { storage_endpoint: North, name: Research, user_links: [{ user: ada@example.org, " +
              "manager_role: account_administrator }] }",
            "s3_connections:",
            "  - { name: Archive, storage_endpoint: North, access_key: AKARCHIVE, secret_key: { file: archive.key } }",
            "groups:",
            "  - { name: Readers, members: [ada@example.org] }",
            "users:",
            "  - { email: ada@example.org, full_name: Ada, role: ui_superadmin, password: { env: ADA_PASSWORD } }",
            "settings: { branding: { name: Depot } }",
            ""
          ].join("\n")
        )
        const secrets = { NORTH_SECRET: gateway.admin.secretKey, ADA_PASSWORD: `${canary} and more` }

        const empty = yield* dumpOf
        const dry = yield* run(["apply", "-f", document, "--dry-run"], secrets)
        assert.deepStrictEqual([dry.status, dry.stderr], [0, ""])
        assert.match(dry.stdout, /^\+ storage endpoint North$/m)
        assert.match(dry.stdout, /^ {4}admin_secret_key: is set$/m)
        assert.match(dry.stdout, /^~ RGW account Research, who may act as it$/m)
        assert.match(dry.stdout, /^5 to create, 0 to bring in, 3 to change, 0 unchanged\.$/m)
        assert.match(dry.stdout, /^Nothing was changed: this is a dry run\.\nPlan [0-9a-f]{64}\n$/m)
        assert.strictEqual(yield* dumpOf, empty, "byte for byte")

        const [, hash = ""] = /^Plan (\w+)$/m.exec(dry.stdout) ?? []
        const done = yield* run(["apply", "--file", "stowage.yaml", "--plan-hash", hash], secrets)
        assert.deepStrictEqual([done.status, done.stderr], [0, ""])
        assert.match(done.stdout, /^Done: 8\. Failed: 0\. Skipped: 0\.$/m)
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`select distinct actor_via, status from audit_logs`, [
          { actor_via: "operator", status: "success" }
        ] as never)
        assert.deepStrictEqual(yield* sql`select action from audit_logs order by id desc limit 1`, [
          { action: "configuration.apply" }
        ] as never)

        const again = yield* run(["apply", "-f", document], secrets)
        assert.deepStrictEqual([again.status, again.stdout, again.stderr], [0, "Nothing to do: 6 unchanged.\n", ""])

        const written = yield* run(["export", "-o", "export.yaml"])
        assert.deepStrictEqual(
          [written.status, written.stdout],
          [0, `Written to ${path.join(folder, "export.yaml")}\n`]
        )
        assert.strictEqual(statSync(path.join(folder, "export.yaml")).mode & 0o777, 0o600)
        const exported = readFileSync(path.join(folder, "export.yaml"), "utf8")
        const piped = yield* runProcess(["apply", "-f", "-", "--json"], {}, exported)
        assert.strictEqual(JSON.parse(piped.stdout).counts.unchanged, 6)
        for (const text of [dry, done, again, written, piped].flatMap(({ stderr, stdout }) => [stderr, stdout])) {
          assert.notInclude(text, canary)
          assert.notInclude(text, gateway.admin.secretKey)
        }
        for (const secret of [canary, gateway.admin.secretKey]) {
          assert.notInclude(exported, secret)
          assert.notInclude(yield* dumpOf, secret)
        }

        const changed = file(
          "changed.yaml",
          exported.replace("name: Depot", "name: Store").replace('description: ""', "description: They read")
        )
        const change = yield* run(["apply", "-f", changed])
        assert.match(change.stdout, /^~ group Readers\n {4}description: "" → "They read"\n {4}done$/m)
        assert.match(change.stdout, /^~ settings\n {4}branding\.name: "Depot" → "Store"\n {4}done$/m)
      }),
    minutes
  )

  it.effect(
    "says what is wrong line by line and exits with 1; a failure leaves the rest, or not, as asked",
    () =>
      Effect.gen(function* () {
        const { file, run } = yield* place
        const before = yield* dumpOf
        const bad = yield* run([
          "apply",
          "-f",
          file(
            "bad.yaml",
            `version: 1\nusers:\n  - email: x@example.org\n    full_name: X\n    role: root\n    password: ${canary}\n`
          )
        ])
        assert.deepStrictEqual([bad.status, bad.stdout], [1, ""])
        assert.match(bad.stderr, /^stowage: users\.0\.role: .+ \(line 5, column 5\)$/m)
        assert.match(bad.stderr, /^stowage: users\.0\.password: .+ \(line 6, column 5\)$/m)
        assert.notInclude(bad.stderr, canary)
        for (const [text, refusal] of [
          [
            "version: 1\nusers: [{ email: x@example.org, full_name: X, role: ui_user, password: { env: NOT_SET } }]\n",
            "secrets: The secret of env NOT_SET is missing"
          ],
          [
            "version: 1\nusers: [{ email: x@example.org, full_name: X, role: ui_user, password: { file: " +
              "none.txt } }]\n",
            "the secret in none.txt cannot be read: ENOENT"
          ],
          [`version: 1\ngroups: [${"{ name: g }, ".repeat(20_001)}]\n`, "groups: "]
        ] as const) {
          const ran = yield* run(["apply", "-f", file("refused.yaml", text)])
          assert.deepStrictEqual([ran.status, ran.stdout], [1, ""], refusal)
          assert.include(ran.stderr, `stowage: ${refusal}`)
        }
        assert.match((yield* run(["apply", "-f", "missing.yaml"])).stderr, /^stowage: .*missing\.yaml cannot be read: /)
        assert.strictEqual(yield* dumpOf, before)

        const half = file(
          "half.yaml",
          "version: 1\nusers:\n  - { email: weak@example.org, full_name: W, role: ui_user, password: { env: " +
            "WEAK } }\n  - { email: fine@example.org, full_name: F, role: ui_user }\n"
        )
        const stopped = yield* run(["apply", "-f", half], { WEAK: "weak@example.org" })
        assert.deepStrictEqual([stopped.status, stopped.stderr], [1, ""])
        assert.match(stopped.stdout, /^Done: 0\. Failed: 1\. Skipped: 1\.$/m)
        const gone = yield* run(["apply", "-f", half, "--on-error", "continue"], { WEAK: "weak@example.org" })
        assert.strictEqual(gone.status, 1)
        assert.match(gone.stdout, /^Done: 1\. Failed: 1\. Skipped: 0\.$/m)
        assert.match(gone.stdout, /users\.0\.password: /)
      }),
    minutes
  )

  it.effect(
    "stowage schema needs nothing, and its paths are those of where one stands",
    () =>
      Effect.gen(function* () {
        const { file, folder } = yield* place
        const bare = yield* Effect.promise(() => runStowage(["schema"], {}))
        assert.deepStrictEqual([bare.status, bare.stderr], [0, ""])
        assert.include(JSON.parse(bare.stdout).$schema, "2020-12")
        file("stowage.yaml", "version: 2\n")
        const url = yield* TestDatabase.url
        const ran = spawnSync(
          process.execPath,
          [path.resolve(import.meta.dirname, "../../bin/stowage.mjs"), "apply", "-f", "stowage.yaml"],
          {
            cwd: folder,
            encoding: "utf8",
            env: { ...inheritedEnv, DATABASE_URL: url, DATA_DIR: path.join(folder, "data") }
          }
        )
        assert.match(ran.stderr, /stowage: version: .*\(line 1, column 1\)/)
      }),
    minutes
  )
})
