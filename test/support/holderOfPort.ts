import { readdirSync, readFileSync, readlinkSync } from "node:fs"

const openIn = (pid: number): ReadonlyArray<string> =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)]
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
      throw error
    }
  })

/** Source: proc(5), net/tcp. */
export const holderOfPort = (port: number, pids: ReadonlyArray<number>): number | undefined => {
  const rows = ["tcp", "tcp6"].flatMap((file) => readFileSync(`/proc/net/${file}`, "utf8").trim().split("\n").slice(1))
  const sockets = new Set(
    rows
      .map((row) => row.trim().split(/\s+/))
      .flatMap(([, local = "", ...rest]) =>
        Number.parseInt(local.split(":")[1] ?? "", 16) === port ? [`socket:[${rest[7]}]`] : []
      )
  )
  return pids.find((pid) => openIn(pid).some((name) => sockets.has(name)))
}
