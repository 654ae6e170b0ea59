import { Effect } from "effect"
import { missLimit } from "./size.ts"

export const median = (values: ReadonlyArray<number>): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const milliseconds = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    const began = performance.now()
    yield* effect
    return performance.now() - began
  })

export type Figure = readonly [what: string, value: number, judged: number | null, limit: number | null]

export const printTable = (title: string, figures: ReadonlyArray<Figure>): void => {
  console.log(`\n${title}`)
  for (const [what, value, judged, limit] of figures) {
    const verdict =
      judged === null || limit === null
        ? ""
        : `${judged.toFixed(2).padStart(8)}  ${judged <= limit ? "within" : "ABOVE"} ${limit}`
    if (judged !== null && limit !== null && judged > limit) missLimit()
    console.log(`  ${what.padEnd(52)}${value.toFixed(1).padStart(9)}${verdict}`)
  }
}

export interface Ratio {
  readonly what: string
  readonly ours: number
  readonly peer: number
  readonly ratio: number
  readonly aim: number
}

export const printRatios = (title: string, ratios: ReadonlyArray<Ratio>): void => {
  console.log(`\n${title}`)
  for (const { aim, ours, peer, ratio, what } of ratios) {
    if (ratio < aim) missLimit()
    console.log(
      `  ${what.padEnd(44)} ours ${ours.toFixed(1).padStart(9)}   peer ${peer.toFixed(1).padStart(9)}   ratio ` +
        `${ratio.toFixed(2)}   ${ratio >= aim ? "meets" : "MISSES"} ${aim}`
    )
  }
}

export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export interface Latency {
  readonly what: string
  readonly ours: ReadonlyArray<number>
  readonly bare: ReadonlyArray<number> | null
}

export const printLatencies = (title: string, rows: ReadonlyArray<Latency>, most: number): void => {
  console.log(`\n${title}`)
  console.log(
    `  ${"".padEnd(46)}${"median".padStart(9)}${"p99".padStart(9)}${"bare".padStart(9)}${"ratio".padStart(8)}`
  )
  for (const { bare, ours, what } of rows) {
    const [middle, theirs] = [median(ours), bare === null ? null : median(bare)]
    if (middle > most) missLimit()
    console.log(
      `  ${what.padEnd(46)}${middle.toFixed(1).padStart(9)}${percentile(ours, 0.99).toFixed(1).padStart(9)}${(
        theirs === null ? "" : theirs.toFixed(1)
      ).padStart(
        9
      )}${(theirs === null ? "" : (middle / theirs).toFixed(1)).padStart(8)}  ${middle <= most ? "within" : "ABOVE"} ${most}`
    )
  }
}
