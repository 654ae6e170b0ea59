import { randomUUID } from "node:crypto"
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../freePort.ts"
import { configuration, type Layout } from "./configuration.ts"
import { call, launch, root } from "./programs.ts"

const daemons = ["rgw", "osd", "mon"] as const
type Daemon = (typeof daemons)[number]
const configurationOf = (folder: string) => path.join(folder, "ceph.conf")
const pidFile = (folder: string, daemon: Daemon) => path.join(folder, `${daemon}.pid`)

const pidOf = (folder: string, daemon: Daemon): number | undefined => {
  const file = pidFile(folder, daemon)
  if (!existsSync(file)) return undefined
  const pid = readFileSync(file, "utf8").trim()
  return isOurs(folder, pid) ? Number(pid) : undefined
}

const isOurs = (folder: string, pid: string): boolean => {
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) && readFileSync(commandLine, "utf8").includes(configurationOf(folder))
}

export const isUp = (folder: string): boolean => daemons.every((daemon) => pidOf(folder, daemon) !== undefined)

export const remove = async (folder: string): Promise<void> => {
  for (const pid of besidePids(folder)) process.kill(pid, "SIGKILL")
  for (const daemon of daemons) {
    const pid = pidOf(folder, daemon)
    if (pid !== undefined) process.kill(pid, "SIGKILL")
  }
  await until("the daemons' end", 20, () => daemons.every((daemon) => pidOf(folder, daemon) === undefined))
  rmSync(folder, { recursive: true, force: true })
}

const until = async (what: string, seconds: number, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + seconds * 1_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s in vain for ${what}`)
    await sleep(100)
  }
}

export const create = async (folder: string): Promise<{ readonly url: string }> => {
  for (const name of ["log", "run", "mon", "osd"]) mkdirSync(path.join(folder, name), { recursive: true })
  const layout: Layout = {
    folder,
    clusterId: randomUUID(),
    monitorPort: await freePort(),
    gatewayPort: await freePort()
  }
  const file = configurationOf(folder)
  writeFileSync(file, configuration(layout))

  const map = path.join(folder, "monmap")
  const monitor = `[v2:127.0.0.1:${layout.monitorPort}]`
  call("monmaptool", "--create", "--fsid", layout.clusterId, "--addv", "a", monitor, "--set-min-mon-release", "20", map)
  call("ceph-mon", "-c", file, "--mkfs", "-i", "a", "--monmap", map)
  start(folder, "mon", "ceph-mon", "-i", "a")
  const store = randomUUID()
  ceph(folder, "osd", "new", store)
  call("ceph-osd", "-c", file, "-i", "0", "--mkfs", "--osd-uuid", store)
  start(folder, "osd", "ceph-osd", "-i", "0")
  await until("the store", 60, () => ceph(folder, "osd", "stat", "-f", "json").includes(`"num_up_osds":1`))
  start(folder, "rgw", "radosgw", "-n", "client.rgw")
  const url = `http://127.0.0.1:${layout.gatewayPort}`
  await until("the gateway", 60, () => {
    if (pidOf(folder, "rgw") === undefined) throw new Error(`radosgw ended: see ${folder}/log`)
    return answers(url)
  })
  return { url }
}

const start = (folder: string, daemon: Daemon, program: string, ...args: ReadonlyArray<string>) => {
  const child = launch(
    program,
    ["-f", "-c", configurationOf(folder), ...args],
    path.join(folder, "log", `${daemon}.out`)
  )
  writeFileSync(pidFile(folder, daemon), String(child.pid))
}

const besides = (folder: string) => path.join(folder, "beside")

const besidePids = (folder: string): ReadonlyArray<number> =>
  existsSync(besides(folder))
    ? readdirSync(besides(folder))
        .map((name) => Number(name.split(" ")[0]))
        .filter((pid) => isOurs(folder, String(pid)))
    : []

/** Another gateway on the same store. It is never stopped alone: others would wait 30 s at each change. */
export const beside = async (
  folder: string,
  settings: Readonly<Record<string, string | number>>
): Promise<{ readonly url: string }> => {
  mkdirSync(besides(folder), { recursive: true })
  const settingArguments = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const name = settingArguments.join("").replace(/\W+/g, "-")
  const running = readdirSync(besides(folder))
    .map((file) => file.split(" "))
    .find(([pid = "", , of]) => of === name && isOurs(folder, pid))
  if (running !== undefined) return { url: `http://127.0.0.1:${running[1]}` }
  const port = await freePort()
  const { pid = 0 } = launch(
    "radosgw",
    [
      "-f",
      "-c",
      configurationOf(folder),
      "-n",
      "client.rgw",
      ...settingArguments,
      `--rgw_frontends=beast endpoint=127.0.0.1:${port} tcp_nodelay=1`
    ],
    path.join(folder, "log/beside.out")
  )
  writeFileSync(path.join(besides(folder), `${pid} ${port} ${name}`), "")
  const url = `http://127.0.0.1:${port}`
  await until("the gateway beside", 60, () => {
    if (!isOurs(folder, String(pid))) throw new Error(`radosgw ended: see ${folder}/log`)
    return answers(url)
  })
  return { url }
}

const ceph = (folder: string, ...args: ReadonlyArray<string>) =>
  call(
    "python3",
    "-W",
    "ignore",
    path.join(root, "usr/bin/ceph"),
    "-c",
    configurationOf(folder),
    "--connect-timeout",
    "30",
    ...args
  )

export const admin = (folder: string, ...args: ReadonlyArray<string>): string =>
  call("radosgw-admin", "-c", configurationOf(folder), "-n", "client.rgw", ...args)

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false
  )

/** Runs `work` under a lock file; a lock of a dead process is ignored. */
export const alone = async <A>(file: string, work: () => Promise<A>): Promise<A> => {
  mkdirSync(path.dirname(file), { recursive: true })
  await until(`the lock ${file}`, 900, () => take(file))
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Empty while the file is written, or after its removal. */
const holderOf = (file: string): string => {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    return ""
  }
}

const take = (file: string): boolean => {
  try {
    const handle = openSync(file, "wx")
    writeFileSync(handle, String(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    const holder = holderOf(file)
    if (holder !== "" && !existsSync(`/proc/${holder}`)) rmSync(file, { force: true })
    return false
  }
}
