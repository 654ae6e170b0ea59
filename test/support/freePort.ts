import { once } from "node:events"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"

/** Below the ephemeral ports, which outgoing connections could take first. */
const ports = { from: 20_000, count: 12_000 }

const folder = path.join(process.platform === "win32" ? tmpdir() : "/tmp", "stowage-test-ports")
const reserved = new Set<string>()
process.once("exit", () => reserved.forEach((file) => rmSync(file, { force: true })))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** False if another test process reserved the port: its server may not listen yet. */
const reserve = (port: number): boolean => {
  const file = path.join(folder, String(port))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o777 })
    writeFileSync(file, String(process.pid), { flag: "wx" })
    reserved.add(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    const holder = Number(readFileSync(file, { encoding: "utf8", flag: "a+" }))
    if (holder === process.pid || (holder > 0 && isAlive(holder))) return false
    writeFileSync(file, String(process.pid))
    reserved.add(file)
    return true
  }
}

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer()
  const free = await new Promise<boolean>((resolve) => {
    probe.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true))
  })
  if (free) {
    probe.close()
    await once(probe, "close")
  }
  return free
}

/** Returns a free port that no other test process gets until this one ends. */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = ports.from + Math.floor(Math.random() * ports.count)
    if (reserve(port) && (await isFree(port))) return port
  }
  throw new Error("no free port")
}
