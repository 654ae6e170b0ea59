import { readAccessLog } from "#domain/usage/accesslogs/readAccessLog.ts"
import { accessLogText, accessLogTime } from "./support/accessLogText.ts"
import { type Figure, median, printTable } from "./support/figures.ts"

const lines = Number(process.env["LINES"] ?? 200_000)
const rounds = Number(process.env["ROUNDS"] ?? 5)
/** Above this, a collector of one busy gateway falls behind (microseconds). */
const MAX_MICROSECONDS_PER_LINE = 20

const text = accessLogText(lines)
const facts = { bucket: "logs", from: accessLogTime, until: accessLogTime + 3_600_000 }
const times = Array.from({ length: rounds }, () => {
  let count = 0
  const began = performance.now()
  readAccessLog(text, facts, true, { onRecord: () => count++, onRefusal: () => undefined })
  if (count !== lines) throw new Error(`${count} records of ${lines} lines`)
  return performance.now() - began
})
const perLine = (median(times) * 1_000) / lines
const figures: ReadonlyArray<Figure> = [
  ["lines per second", 1_000_000 / perLine, null, null],
  ["microseconds per line", perLine, perLine, MAX_MICROSECONDS_PER_LINE]
]
printTable(`Reading access logs, ${lines} lines, ${rounds} rounds`, figures)
