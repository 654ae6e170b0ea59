import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { inheritedEnv } from "../../support/inheritedEnv.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"

const source = path.resolve(import.meta.dirname, "../../../layers/process/resolutionCache.ts")

const program = Effect.map(temporaryFolder(), (folder) => {
  const put = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const partsIn = (parts: string) =>
    put("package.json", JSON.stringify({ type: "module", imports: { "#part/*": `./${parts}/*` } }))
  mkdirSync(path.join(folder, "layers/process"), { recursive: true })
  copyFileSync(source, path.join(folder, "layers/process/resolutionCache.ts"))
  partsIn("first")
  for (const parts of ["first", "another"]) put(`${parts}/it.ts`, `export const it: string = "${parts}"\n`)
  put("run.ts", 'import { it } from "#part/it.ts"\nconsole.log(it)\n')
  put(
    "main.ts",
    'import { cacheResolutions } from "./layers/process/resolutionCache.ts"\nconst store = ' +
      'cacheResolutions()\nawait import("./run.ts")\nstore()\n'
  )
  const run = (cache = path.join(folder, "cache")) =>
    execFileSync(process.execPath, ["main.ts"], {
      cwd: folder,
      env: { ...inheritedEnv, NODE_COMPILE_CACHE: cache },
      encoding: "utf8"
    }).trim()
  const stored = () => globSync("cache/*/resolutions-*.json", { cwd: folder }).map((name) => path.join(folder, name))
  return { partsIn, put, run, stored }
})

it.effect("a second start takes the stored resolutions, adds new ones, and forgets them when packages change", () =>
  Effect.gen(function* () {
    const { partsIn, put, run, stored } = yield* program
    assert.strictEqual(run(), "first")
    const [file = ""] = stored()
    const names = () => Object.values<object>(JSON.parse(readFileSync(file, "utf8")).resolutions).flatMap(Object.keys)
    assert.includeMembers(names(), ["./run.ts", "#part/it.ts"])
    const altered = JSON.parse(readFileSync(file, "utf8"))
    altered.resolutions["run.ts"]["#part/it.ts"] = ["another/it.ts", "module-typescript"]
    writeFileSync(file, JSON.stringify(altered))
    assert.strictEqual(run(), "another")
    put("more.ts", 'export const more: string = "and more"\n')
    put("run.ts", 'import { it } from "#part/it.ts"\nimport { more } from "./more.ts"\nconsole.log(it, more)\n')
    assert.strictEqual(run(), "another and more")
    assert.include(names(), "./more.ts")
    partsIn("first")
    assert.strictEqual(run(), "first and more")
  }).pipe(Effect.scoped)
)

it.effect("a start does without stored resolutions that cannot be read, and without a cache", () =>
  Effect.gen(function* () {
    const { run, stored } = yield* program
    assert.strictEqual(run(), "first")
    const [file = ""] = stored()
    writeFileSync(file, readFileSync(file, "utf8").slice(0, 40))
    assert.strictEqual(run(), "first")
    assert.strictEqual(run("/dev/null/nowhere"), "first")
    assert.strictEqual(run(""), "first")
  }).pipe(Effect.scoped)
)
