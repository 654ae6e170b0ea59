import { randomUUID } from "node:crypto"
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../freePort.ts"
import { configuration, type Layout } from "./configuration.ts"
import { call, launch, launchManager, root } from "./programs.ts"

interface GatewayKey {
  readonly accessKey: string
  readonly secretKey: string
}

export interface Dashboard {
  readonly url: string
  readonly username: string
  readonly password: string
}

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

/** The real Ceph Dashboard on the cluster; removed with it. Takes half a minute. */
export const startDashboard = async (folder: string, key: GatewayKey): Promise<Dashboard> => {
  mkdirSync(besides(folder), { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startManager = async () => {
    const { pid = 0 } = launchManager(configurationOf(folder), path.join(folder, "log/manager.out"))
    writeFileSync(path.join(besides(folder), `${pid} ${port} manager`), "")
    await until("the manager", 60, () => ceph(folder, "mgr", "stat", "-f", "json").includes('"available":true'))
    return pid
  }
  const first = await startManager()
  const set = (name: string, value: string) => ceph(folder, "config", "set", "mgr", `mgr/dashboard/${name}`, value)
  set("ssl", "false")
  set("server_addr", "127.0.0.1")
  set("server_port", String(port))
  ceph(folder, "mgr", "module", "enable", "dashboard", "--force")
  // another set of modules makes the manager execute itself again, which it cannot through a loader
  await sleep(1_000)
  if (isOurs(folder, String(first))) process.kill(first, "SIGKILL")
  await until("the manager's end", 20, () => !isOurs(folder, String(first)))
  await startManager()
  await until("the dashboard", 90, () => answers(url))
  const credentials = { username: "dash", password: "dash-Passw0rd" }
  const fromFile = (text: string, ...words: ReadonlyArray<string>) => {
    const file = path.join(folder, "input")
    writeFileSync(file, text)
    ceph(folder, "dashboard", ...words.map((word) => (word === "FILE" ? file : word)))
    rmSync(file)
  }
  const { password, username } = credentials
  fromFile(password, "ac-user-create", username, "-i", "FILE", "administrator", "--force-password")
  fromFile(key.accessKey, "set-rgw-api-access-key", "-i", "FILE")
  fromFile(key.secretKey, "set-rgw-api-secret-key", "-i", "FILE")
  return { url, ...credentials }
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
