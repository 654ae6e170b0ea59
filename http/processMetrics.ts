import { constants, monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks"
import { getHeapStatistics } from "node:v8"
import { Effect, Metric } from "effect"
import { version } from "#domain/identity/application/version.ts"
import { observedCounter, observedGauge } from "#services/platform/health/observed.ts"

const gauge = (name: string, description: string) => Metric.gauge(`stowage_${name}`, { description })
const counter = (name: string, description: string) =>
  Metric.counter(`stowage_${name}`, { description, incremental: true })

const build = Metric.withAttributes(gauge("build_info", "What runs: always 1"), {
  version,
  node: process.versions.node
})
const startTime = gauge("process_start_time_seconds", "When this process started")
const cpu = counter("process_cpu_seconds_total", "Seconds of the processor that this process used")
const delays = gauge("event_loop_delay_seconds", "How late timers came since this was read last")
const collecting = counter("gc_seconds_total", "Seconds in which garbage was collected")
const collections = counter("gc_collections_total", "Collections of garbage")

const memory: ReadonlyArray<readonly [gauge: ReturnType<typeof gauge>, figure: keyof NodeJS.MemoryUsage]> = [
  [gauge("process_resident_memory_bytes", "Memory of this process"), "rss"],
  [gauge("process_heap_used_bytes", "JavaScript heap in use, garbage included"), "heapUsed"],
  [gauge("process_heap_total_bytes", "JavaScript heap that is allocated"), "heapTotal"],
  [gauge("process_external_memory_bytes", "Memory outside the heap that its objects hold"), "external"],
  [gauge("process_buffers_bytes", "Of that, buffers"), "arrayBuffers"]
]

const heapLimit = gauge(
  "process_heap_limit_bytes",
  "What the JavaScript heap may take at most: STOWAGE_HEAP_MB and what is young"
)

const gcKinds: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, "major"],
  [constants.NODE_PERFORMANCE_GC_MINOR, "minor"],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, "incremental"]
])

interface PerformanceNodeEntry {
  readonly duration: number
  readonly detail: { readonly kind: number }
}

const CACHE_MS = 100

const cached = <A>(read: () => A) => {
  let last: { readonly at: number; readonly value: A } | null = null
  return (): A => {
    const now = performance.now()
    if (last === null || now - last.at > CACHE_MS) last = { at: now, value: read() }
    return last.value
  }
}

export const collectProcessMetrics = Effect.gen(function* () {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const gcTotals = new Map([...gcKinds.values(), "other"].map((kind) => [kind, { seconds: 0, count: 0 }]))
  const observer = new PerformanceObserver((list) => {
    for (const {
      detail,
      duration
    } of list.getEntries() as ReadonlyArray<unknown> as ReadonlyArray<PerformanceNodeEntry>) {
      const sum = gcTotals.get(gcKinds.get(detail.kind) ?? "other")
      if (sum === undefined) continue
      sum.seconds += duration / 1_000
      sum.count++
    }
  })
  observer.observe({ entryTypes: ["gc"] })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      delay.disable()
      observer.disconnect()
    })
  )

  const start = Date.now() / 1_000 - process.uptime()
  yield* observedGauge(build, () => 1)
  yield* observedGauge(startTime, () => start)
  yield* observedCounter(cpu, () => {
    const { system, user } = process.cpuUsage()
    return (system + user) / 1e6
  })
  const usage = cached(() => process.memoryUsage())
  for (const [figure, name] of memory) yield* observedGauge(figure, () => usage()[name])
  const { heap_size_limit: limit } = getHeapStatistics()
  yield* observedGauge(heapLimit, () => limit)
  const loopDelay = cached(() => {
    const { max, mean } = delay
    const quantiles = { mean, "0.99": delay.percentile(99), 1: max }
    delay.reset()
    return quantiles
  })
  for (const quantile of ["mean", "0.99", "1"] as const) {
    // the mean is NaN before the first sample
    yield* observedGauge(Metric.withAttributes(delays, { quantile }), () =>
      Number.isFinite(loopDelay().mean) ? loopDelay()[quantile] / 1e9 : 0
    )
  }
  for (const [kind, sum] of gcTotals) {
    yield* observedCounter(Metric.withAttributes(collecting, { kind }), () => sum.seconds)
    yield* observedCounter(Metric.withAttributes(collections, { kind }), () => sum.count)
  }
})
