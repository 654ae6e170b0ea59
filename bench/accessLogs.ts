import { spawnSync } from "node:child_process"
import { readAccessLog } from "#domain/usage/accesslogs/readAccessLog.ts"
import { accessLogText, accessLogTime } from "./support/accessLogText.ts"
import { type Figure, median, printTable } from "./support/figures.ts"
import { benchSize } from "./support/size.ts"

const lines = benchSize("LINES", 200_000, 2000)
const rounds = benchSize("ROUNDS", 5, 1)
const MAX_MICROSECONDS_PER_LINE = 10

const text = accessLogText(lines)
const facts = { bucket: "logs", from: accessLogTime, until: accessLogTime + 3_600_000 }
const times = Array.from({ length: rounds }, () => {
  let count = 0
  const began = process.cpuUsage()
  readAccessLog(text, facts, true, { onRecord: () => count++, onRefusal: () => undefined })
  if (count !== lines) throw new Error(`${count} records of ${lines} lines`)
  const { system, user } = process.cpuUsage(began)
  return system + user
})
const perLine = median(times) / lines

const awkPass = (): number | null => {
  const began = performance.now()
  const { status } = spawnSync("awk", ["{ count[$8]++ } END { for (name in count) print name, count[name] }"], {
    input: text
  })
  return status === 0 ? ((performance.now() - began) * 1_000) / lines : null
}
const awkTimes = Array.from({ length: rounds }, awkPass).filter((time) => time !== null)
const awk: ReadonlyArray<Figure> =
  awkTimes.length === 0 ? [] : [["microseconds per line, awk counts operations (wall)", median(awkTimes), null, null]]

const figures: ReadonlyArray<Figure> = [
  ["lines per second of CPU", 1_000_000 / perLine, null, null],
  ["microseconds of CPU per line", perLine, perLine, MAX_MICROSECONDS_PER_LINE],
  ...awk
]
printTable(`Reading access logs, ${lines} lines, ${rounds} rounds`, figures)
