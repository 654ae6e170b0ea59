/** Steps of 10 %: `{ "12": 3 }` means three in step 12. Can be added, unlike percentiles; within 5 %. */
export type Latencies = Readonly<Record<string, number>>

const growth = Math.log(1.1)

export const latencyStep = (ms: number): number => Math.floor(Math.log(Math.max(1, ms)) / growth + 1e-9)

const stepMiddle = (step: number): number => Math.round(Math.exp((step + 0.5) * growth))

export const addLatencies = (all: ReadonlyArray<Latencies>): Latencies => {
  const sum: Record<string, number> = {}
  for (const one of all) for (const [step, count] of Object.entries(one)) sum[step] = (sum[step] ?? 0) + count
  return sum
}

/** `share`: 0 to 1. Milliseconds; null without data. */
export const percentileOf = (latencies: Latencies, share: number): number | null => {
  const steps = Object.entries(latencies)
    .map(([step, count]) => [Number(step), count] as const)
    .sort(([one], [other]) => one - other)
  const rank = Math.max(1, Math.ceil(steps.reduce((sum, [, count]) => sum + count, 0) * share))
  let passed = 0
  for (const [step, count] of steps) {
    passed += count
    if (passed >= rank) return stepMiddle(step)
  }
  return null
}
