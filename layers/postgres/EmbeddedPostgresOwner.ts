import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { PostgresPaths } from "./EmbeddedPostgresPlace.ts"

/** Names the process that stops the server. Others may use it, and take over when the owner ends. */
const file = (place: PostgresPaths) => path.join(place.home, "postgres.owner")

/** The start time makes a process id unique. */
const mark = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return `${pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`
  } catch {
    return String(pid)
  }
}

export const running = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM"
  }
}

export const isOwnedByOtherProcess = (place: PostgresPaths): boolean => {
  const text = read(place)
  const pid = Number(text.split(" ")[0])
  return text !== "" && pid !== process.pid && running(pid) && mark(pid) === text
}

const read = (place: PostgresPaths): string => {
  try {
    return readFileSync(file(place), "utf8")
  } catch {
    return ""
  }
}

export const claimDirectory = (place: PostgresPaths): boolean => {
  if (isOwnedByOtherProcess(place)) return false
  const draft = `${file(place)}.${process.pid}`
  try {
    writeFileSync(draft, mark(process.pid))
    renameSync(draft, file(place))
  } finally {
    rmSync(draft, { force: true })
  }
  return read(place) === mark(process.pid)
}

export const releaseDirectory = (place: PostgresPaths): void => {
  if (read(place) === mark(process.pid)) rmSync(file(place), { force: true })
}
