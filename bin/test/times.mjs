import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import path from "node:path"
import { root } from "../runtime.mjs"

const file = path.join(root, ".cache/test-times.json")

export const readTimes = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).files : {})

export const saveTimes = (files, wholeRunSeconds) => {
  const times = { ...readTimes(), ...Object.fromEntries(files.map(({ file, seconds }) => [file, seconds])) }
  const existing = Object.entries(times)
    .filter(([name]) => existsSync(path.join(root, name)))
    .sort(([, a], [, b]) => b - a)
  const draft = `${file}.${process.pid}`
  writeFileSync(
    draft,
    `${JSON.stringify({ seconds: wholeRunSeconds, files: Object.fromEntries(existing) }, undefined, 1)}\n`
  )
  renameSync(draft, file)
}

export const slowestFiles = (files, count = 20) => {
  const rooms = new Map()
  for (const { file, seconds } of files) {
    const room = file.split("/").slice(0, 2).join("/")
    const { count = 0, sum = 0 } = rooms.get(room) ?? {}
    rooms.set(room, { count: count + 1, sum: sum + seconds })
  }
  const line = (seconds, text) => `${seconds.toFixed(1).padStart(8)} s  ${text}`
  return [
    `The ${Math.min(count, files.length)} slowest files:`,
    ...[...files]
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, count)
      .map(({ file, seconds }) => line(seconds, file)),
    "Seconds of all files by folder (several run concurrently):",
    ...[...rooms].sort(([, a], [, b]) => b.sum - a.sum).map(([room, { count, sum }]) => line(sum, `${room} (${count})`))
  ]
}
