import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import type { Place } from "./EmbeddedPostgresPlace.ts"

/**
 * Which process looks after the server of a data directory. Several may use it at once (a service and an operator
 * command); only the owner stops it, and when the owner is gone another one takes over.
 */
const file = (place: Place) => path.join(place.home, "postgres.owner")

/** A process id alone can be somebody else's by now; with the moment of its start it cannot. */
const mark = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    return `${pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`
  } catch {
    // not Linux, or no such process
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

/** Is the server somebody else's, who is alive? */
export const ownedByAnother = (place: Place): boolean => {
  const text = read(place)
  const pid = Number(text.split(" ")[0])
  return text !== "" && pid !== process.pid && running(pid) && mark(pid) === text
}

const read = (place: Place): string => {
  try {
    return readFileSync(file(place), "utf8")
  } catch {
    // nobody wrote it yet
    return ""
  }
}

/** Takes the server over; false when another process was quicker. */
export const claim = (place: Place): boolean => {
  if (ownedByAnother(place)) return false
  const draft = `${file(place)}.${process.pid}`
  try {
    writeFileSync(draft, mark(process.pid))
    renameSync(draft, file(place))
  } finally {
    rmSync(draft, { force: true })
  }
  return read(place) === mark(process.pid)
}

export const release = (place: Place): void => {
  if (read(place) === mark(process.pid)) rmSync(file(place), { force: true })
}
