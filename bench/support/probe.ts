// Loaded into a measured process (`--expose-gc --import`): on SIGUSR2 it collects garbage and writes its figures.
import { PerformanceObserver } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"

/** After a full collection; CPU and collections since the start in milliseconds, memory in bytes. */
export interface Probed {
  readonly cpuMs: number
  readonly upMs: number
  readonly cpuAfterMs: number
  readonly upAfterMs: number
  readonly rss: number
  readonly heapUsed: number
  readonly heapTotal: number
  readonly heapLimit: number
  readonly external: number
  readonly arrayBuffers: number
  readonly collectMs: number
  readonly collections: number
}

let collectMs = 0
let collections = 0
let asked = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (asked > 0) {
      asked -= 1
      continue
    }
    collectMs += entry.duration
    collections += 1
  }
}).observe({ entryTypes: ["gc"] })

process.on("SIGUSR2", () => {
  const { system, user } = process.cpuUsage()
  const began = performance.now()
  const collect = (globalThis as { gc?: () => void }).gc
  asked += 2
  collect?.()
  collect?.()
  const after = process.cpuUsage()
  const { arrayBuffers, external, heapTotal, heapUsed, rss } = process.memoryUsage()
  const probed: Probed = {
    cpuMs: (user + system) / 1000,
    upMs: began,
    cpuAfterMs: (after.user + after.system) / 1000,
    upAfterMs: performance.now(),
    rss,
    heapUsed,
    heapTotal,
    heapLimit: getHeapStatistics().heap_size_limit,
    external,
    arrayBuffers,
    collectMs,
    collections
  }
  process.stdout.write(`@probe ${JSON.stringify(probed)}\n`)
})
