import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { availableParallelism } from "node:os"

const TICK_MILLIS = 10

const statOf = (pid: string): ReadonlyArray<number> => {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number)
}

const of = (
  pid: string
): { readonly folder: string; readonly command: string; readonly milliseconds: number } | null => {
  try {
    const [user = 0, system = 0] = statOf(pid).slice(11, 13)
    return {
      folder: readlinkSync(`/proc/${pid}/cwd`),
      command: readFileSync(`/proc/${pid}/cmdline`, "utf8"),
      milliseconds: (user + system) * TICK_MILLIS
    }
  } catch {
    return null
  }
}

const ofPrograms = (): number => {
  const [user = 0, system = 0] = statOf("self").slice(13, 15)
  return (user + system) * TICK_MILLIS
}

const idle = (): number => {
  const [, , , , resting = 0, waiting = 0] = (/^cpu .*$/m.exec(readFileSync("/proc/stat", "utf8"))?.[0] ?? "")
    .split(/\s+/)
    .map(Number)
  return (resting + waiting) * TICK_MILLIS
}

/** CPU milliseconds: less sensitive to other load than durations. Linux only. */
export const processorTime = (dataDir: string) => {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => of(pid) ?? [])
  const sum = (which: (one: { readonly folder: string; readonly command: string }) => boolean) =>
    processes.filter(which).reduce((total, { milliseconds }) => total + milliseconds, 0)
  const here = process.cwd()
  return {
    gateway: sum(({ command, folder }) => folder === here && /radosgw|ceph-osd/.test(command)),
    service: sum(({ command, folder }) => folder === here && command.includes("layers/commands/main.ts")),
    database: sum(({ folder }) => folder.startsWith(dataDir)),
    program: ofPrograms(),
    idle: idle()
  }
}

export interface Spent {
  readonly seconds: number
  readonly each: string
  readonly others: number
}

export const measured = async (dataDir: string, things: number, work: () => Promise<void>): Promise<Spent> => {
  const [began, before] = [performance.now(), processorTime(dataDir)]
  await work()
  const milliseconds = performance.now() - began
  const after = processorTime(dataDir)
  const spent = (["gateway", "service", "database", "program", "idle"] as const).map(
    (who) => [who, after[who] - before[who]] as const
  )
  const all = milliseconds * availableParallelism()
  return {
    seconds: milliseconds / 1_000,
    each: spent.map(([who, took]) => `${who} ${(took / things).toFixed(3)}`).join(", "),
    others: Math.max(0, 1 - spent.reduce((sum, [, took]) => sum + took, 0) / all)
  }
}
