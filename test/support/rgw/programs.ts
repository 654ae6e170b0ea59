import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, openSync, writeFileSync } from "node:fs"
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
const librariesOf = (folder: string) => path.join(folder, "usr/lib/x86_64-linux-gnu")
export const libraries = librariesOf(root)

export class Impossible extends Error {}

const unpack = (folder: string, what: string, packages: ReadonlyArray<string>): void => {
  mkdirSync(cache, { recursive: true })
  process.stderr.write(`fetching ${what} …\n`)
  const script = fileURLToPath(new URL("./install.sh", import.meta.url))
  const result = spawnSync("bash", [script, folder, ...packages], { encoding: "utf8", timeout: 600_000 })
  if (result.status === 0) return
  const reason = /^rgw: (.*)$/m.exec(result.stderr ?? "")?.[1]
  throw new Impossible(
    reason ??
      result.error?.message ??
      `install.sh ended with ${result.status}: ${(result.stderr ?? "").trim().split("\n").at(-1)}`
  )
}

export const install = (): void => {
  if (existsSync(path.join(root, "usr/bin/radosgw"))) return
  unpack(root, "Ceph's programs for the tests on a real gateway (once, about 125 MB)", [])
}

const managerRoot = path.join(cache, "manager")
const managerPackages = [
  "ceph-mgr",
  "ceph-mgr-dashboard",
  "ceph-mgr-modules-core",
  "python3-jmespath",
  "python3-xmltodict"
]

/** Only benches need the manager: it has a folder of its own, so that everybody else fetches less. */
export const installManager = (): void => {
  if (existsSync(path.join(managerRoot, "usr/bin/ceph-mgr"))) return
  unpack(managerRoot, "Ceph's manager and its dashboard (once, about 300 MB)", managerPackages)
}

// use the programs' own loader and libraries: the machine's belong to another release
const loaderOf = (folder: string) => [
  path.join(folder, "usr/lib64/ld-linux-x86-64.so.2"),
  "--inhibit-cache",
  "--library-path",
  `${librariesOf(folder)}:${librariesOf(folder)}/ceph`
]
const loader = loaderOf(root)
// skip fsync: no test needs durability
const withoutSync = ["--preload", path.join(libraries, "libeatmydata.so")]

const pythonOf = (folder: string) => ({
  PYTHONHOME: path.join(folder, "usr"),
  PYTHONNOUSERSITE: "1",
  PYTHONDONTWRITEBYTECODE: "1"
})

const command = (program: string, args: ReadonlyArray<string>) =>
  [...loader, ...withoutSync, path.join(root, "usr/bin", program), ...args] as [string, ...Array<string>]

export const call = (program: string, ...args: ReadonlyArray<string>): string => {
  const [file, ...rest] = command(program, args)
  const python = program === "python3" ? pythonOf(root) : {}
  const result = spawnSync(file, rest, { encoding: "utf8", timeout: 60_000, env: { ...process.env, ...python } })
  if (result.status === 0) return result.stdout
  throw new Error(`${program} ${args.join(" ")}: ${(result.stderr || String(result.error ?? result.signal)).trim()}`)
}

const inBackground = (
  [file = "", ...rest]: ReadonlyArray<string>,
  log: string,
  env: NodeJS.ProcessEnv = process.env
): ChildProcess => {
  const output = openSync(log, "a")
  const child = spawn(file, rest, { detached: true, stdio: ["ignore", output, output], env })
  child.unref()
  return child
}

export const launch = (program: string, args: ReadonlyArray<string>, log: string): ChildProcess =>
  inBackground(command(program, args), log)

/** The manager starts Python and radosgw-admin by their names: they are given those of its own folder. */
export const launchManager = (configuration: string, log: string): ChildProcess => {
  const wrappers = path.join(managerRoot, "wrappers")
  mkdirSync(wrappers, { recursive: true })
  for (const [name, env] of [
    ["python3", `PYTHONHOME=${managerRoot}/usr`],
    ["radosgw-admin", ""]
  ] as const) {
    const words = [env, "exec", ...loaderOf(managerRoot), path.join(managerRoot, "usr/bin", name), '"$@"']
    writeFileSync(path.join(wrappers, name), `#!/bin/sh\n${words.join(" ")}\n`, { mode: 0o755 })
  }
  return inBackground(
    [
      ...loaderOf(managerRoot),
      path.join(managerRoot, "usr/bin/ceph-mgr"),
      "-f",
      "-c",
      configuration,
      "-i",
      "x",
      `--mgr_module_path=${managerRoot}/usr/share/ceph/mgr`
    ],
    log,
    { ...process.env, ...pythonOf(managerRoot), PATH: `${wrappers}:${process.env["PATH"]}` }
  )
}
