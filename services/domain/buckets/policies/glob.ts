export type GlobStep = "any" | "one" | number | ReadonlySet<number>

export type Glob = (symbols: ReadonlyArray<number>) => boolean

type Step = Exclude<GlobStep, "any">

const accepts = (step: Step, symbol: number): boolean =>
  step === "one" || step === symbol || (typeof step === "object" && step.has(symbol))

const standsAt = (segment: ReadonlyArray<Step>, symbols: ReadonlyArray<number>, place: number): boolean => {
  for (let at = 0; at < segment.length; at++) if (!accepts(segment[at]!, symbols[place + at]!)) return false
  return true
}

type Search = (symbols: ReadonlyArray<number>, from: number, end: number) => number

/** Shift-And (Baeza-Yates and Gonnet 1992): bit i means that the last i + 1 symbols match the first i + 1 steps. */
const searchOf = (segment: ReadonlyArray<Step>): Search => {
  const words = Math.ceil(segment.length / 32)
  const others = new Int32Array(words)
  const masks = new Map<number, Int32Array>()
  for (const [at, step] of segment.entries()) if (step === "one") others[at >> 5]! |= 1 << (at & 31)
  const mark = (symbol: number, at: number) => {
    const mask = masks.get(symbol) ?? others.slice()
    mask[at >> 5]! |= 1 << (at & 31)
    masks.set(symbol, mask)
  }
  for (const [at, step] of segment.entries()) {
    if (typeof step === "number") mark(step, at)
    else if (typeof step === "object") for (const symbol of step) mark(symbol, at)
  }
  const final = 1 << ((segment.length - 1) & 31)
  return (symbols, from, end) => {
    const state = new Int32Array(words)
    for (let at = from; at < end; at++) {
      const mask = masks.get(symbols[at]!) ?? others
      let carry = 1
      for (let word = 0; word < words; word++) {
        const before = state[word]!
        state[word] = ((before << 1) | carry) & mask[word]!
        carry = before >>> 31
      }
      if ((state[words - 1]! & final) !== 0) return at + 1
    }
    return -1
  }
}

const segmentsOf = (steps: ReadonlyArray<GlobStep>): ReadonlyArray<ReadonlyArray<Step>> => {
  const segments: Array<Array<Step>> = [[]]
  for (const step of steps) {
    if (step === "any") segments.push([])
    else segments.at(-1)!.push(step)
  }
  return segments
}

/** The first match of each part between stars is optimal, so matching takes linear time. */
export const makeGlob = (steps: ReadonlyArray<GlobStep>): Glob => {
  const [first = [], ...rest] = segmentsOf(steps)
  const last = rest.at(-1)
  if (last === undefined) return (symbols) => symbols.length === first.length && standsAt(first, symbols, 0)
  const between = rest.slice(0, -1).filter((segment) => segment.length > 0)
  let searches: ReadonlyArray<Search> | null = null
  return (symbols) => {
    const end = symbols.length - last.length
    if (end < first.length || !standsAt(first, symbols, 0) || !standsAt(last, symbols, end)) return false
    searches ??= between.map(searchOf)
    let place = first.length
    for (const search of searches) {
      place = search(symbols, place, end)
      if (place < 0) return false
    }
    return true
  }
}
