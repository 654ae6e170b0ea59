/**
 * Latencies by how often they occurred, in steps of a tenth: `{ "12": 3 }` says that three lay in step 12. Steps of several hours and
 * days can be added up, which percentiles cannot; what is read from them is within 5 % of what was measured.
 */
export type Latencies = Readonly<Record<string, number>>

const growth = Math.log(1.1)

/** The step of a latency in whole milliseconds. */
export const stepOf = (ms: number): number => Math.floor(Math.log(Math.max(1, ms)) / growth + 1e-9)

/** The latency that stands for a step, in milliseconds. */
const middleOf = (step: number): number => Math.round(Math.exp((step + 0.5) * growth))

export const addLatencies = (all: ReadonlyArray<Latencies>): Latencies => {
  const sum: Record<string, number> = {}
  for (const one of all) for (const [step, count] of Object.entries(one)) sum[step] = (sum[step] ?? 0) + count
  return sum
}

/** The smallest latency that at least this share (0–1) of them does not exceed; null without any. */
export const percentileOf = (latencies: Latencies, share: number): number | null => {
  const steps = Object.entries(latencies).map(([step, count]) => [Number(step), count] as const).sort(([one], [other]) => one - other)
  const wanted = Math.max(1, Math.ceil(steps.reduce((sum, [, count]) => sum + count, 0) * share))
  let passed = 0
  for (const [step, count] of steps) {
    passed += count
    if (passed >= wanted) return middleOf(step)
  }
  return null
}
