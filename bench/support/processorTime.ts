import { readdirSync, readFileSync, readlinkSync } from "node:fs"

const of = (pid: string): { readonly folder: string; readonly command: string; readonly milliseconds: number } | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const [user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13).map(Number)
    return { folder: readlinkSync(`/proc/${pid}/cwd`), command: readFileSync(`/proc/${pid}/cmdline`, "utf8"), milliseconds: ((user ?? 0) + (system ?? 0)) * 10 }
  } catch {
    // it ended meanwhile
    return null
  }
}

/**
 * Milliseconds of processor time that this checkout's gateway, service, and the service's database have taken so far. Unlike
 * durations they hardly tell how busy the machine is otherwise. Linux only: elsewhere nothing is told.
 */
export const processorTime = (dataDir: string): { readonly gateway: number; readonly service: number; readonly database: number } => {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((pid) => of(pid) ?? [])
  const sum = (which: (one: { readonly folder: string; readonly command: string }) => boolean) =>
    processes.filter(which).reduce((total, { milliseconds }) => total + milliseconds, 0)
  const here = process.cwd()
  return {
    gateway: sum(({ command, folder }) => folder === here && /radosgw|ceph-osd/.test(command)),
    service: sum(({ command, folder }) => folder === here && command.includes("layers/commands/main.ts")),
    database: sum(({ folder }) => folder.startsWith(dataDir))
  }
}
