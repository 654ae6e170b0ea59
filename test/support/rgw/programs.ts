import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, openSync } from "node:fs"
import { homedir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"

/** Cache folder, shared by all checkouts of a user: STOWAGE_TEST_CACHE, or the user's cache folder. */
export const cache = path.join(
  process.env["STOWAGE_TEST_CACHE"] ??
    path.join(process.env["XDG_CACHE_HOME"] ?? path.join(homedir(), ".cache"), "stowage-test"),
  "rgw"
)
export const root = path.join(cache, "programs")
export const libraries = path.join(root, "usr/lib/x86_64-linux-gnu")

export class Impossible extends Error {}

export const install = (): void => {
  if (existsSync(path.join(root, "usr/bin/radosgw"))) return
  mkdirSync(cache, { recursive: true })
  process.stderr.write("fetching Ceph's programs for the tests on a real gateway (once, about 125 MB) …\n")
  const script = fileURLToPath(new URL("./install.sh", import.meta.url))
  const result = spawnSync("bash", [script, root], { encoding: "utf8", timeout: 600_000 })
  if (result.status === 0) return
  const reason = /^rgw: (.*)$/m.exec(result.stderr ?? "")?.[1]
  throw new Impossible(
    reason ??
      result.error?.message ??
      `install.sh ended with ${result.status}: ${(result.stderr ?? "").trim().split("\n").at(-1)}`
  )
}

// use the programs' own loader and libraries: the machine's belong to another release
const loader = [
  path.join(root, "usr/lib64/ld-linux-x86-64.so.2"),
  "--inhibit-cache",
  "--library-path",
  `${libraries}:${libraries}/ceph`
]
// skip fsync: no test needs durability
const withoutSync = ["--preload", path.join(libraries, "libeatmydata.so")]

const command = (program: string, args: ReadonlyArray<string>) =>
  [...loader, ...withoutSync, path.join(root, "usr/bin", program), ...args] as [string, ...Array<string>]

export const call = (program: string, ...args: ReadonlyArray<string>): string => {
  const [file, ...rest] = command(program, args)
  const python =
    program === "python3"
      ? { PYTHONHOME: path.join(root, "usr"), PYTHONNOUSERSITE: "1", PYTHONDONTWRITEBYTECODE: "1" }
      : {}
  const result = spawnSync(file, rest, { encoding: "utf8", timeout: 60_000, env: { ...process.env, ...python } })
  if (result.status === 0) return result.stdout
  throw new Error(`${program} ${args.join(" ")}: ${(result.stderr || String(result.error ?? result.signal)).trim()}`)
}

export const launch = (program: string, args: ReadonlyArray<string>, log: string): ChildProcess => {
  const [file, ...rest] = command(program, args)
  const output = openSync(log, "a")
  const child = spawn(file, rest, { detached: true, stdio: ["ignore", output, output] })
  child.unref()
  return child
}
