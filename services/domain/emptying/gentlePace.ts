/**
 * How many keys of a bucket may be on their way to be deleted at once. A gateway deletes the keys of a batch side by side, so that
 * the batch is what others feel: it grows while a cheap question is answered about as fast as before the work began, and shrinks
 * when the answer takes more than twice that, whoever makes it so.
 */
export interface GentlePace {
  /** Keys on their way; between `fewest` and `most`, not rounded. */
  readonly keys: number
  /** Milliseconds of the question when nothing went on; null before it was asked. */
  readonly idle: number | null
}

export const fewest = 6
export const most = 2_000
/** Keys that one request may name. */
const batchMost = 1_000
/** Where a lane of its own begins to be worth it. */
const laneKeys = 250
const lanesMost = 4

export const startingPace: GentlePace = { keys: 16, idle: null }

/** Others may wait twice as long, and not more; below this, there is room for more. */
const slowed = 2
const calm = 1.4

const within = (keys: number) => Math.min(most, Math.max(fewest, keys))

/** The pace with what the question took before anything was deleted: the slow half of some answers, in milliseconds. */
export const paceFrom = (idle: number): GentlePace => ({ ...startingPace, idle: Math.max(idle, 0.5) })

/** The pace after the question was answered some times meanwhile; `took`: the slow ones of these answers, in milliseconds. */
export const gentler = ({ idle, keys }: GentlePace, took: number): GentlePace => {
  if (idle === null) return paceFrom(took)
  const slowness = took / idle
  const wanted = slowness > slowed ? keys * Math.max(0.5, slowed / slowness) : slowness < calm ? keys * 1.25 + 1 : keys
  return { idle, keys: within(wanted) }
}

/** The same pace, measured against what the question takes now that nothing is removed for a moment. */
export const measuredAnew = ({ keys }: GentlePace, idle: number): GentlePace => ({ keys, idle: Math.max(idle, 0.5) })

/** The pace after a request failed. */
export const afterFailure = ({ idle, keys }: GentlePace): GentlePace => ({ idle, keys: within(keys / 2) })

/** Requests side by side and the keys of each. */
export const shapeOf = ({ keys }: GentlePace): { readonly lanes: number; readonly batch: number } => {
  const lanes = Math.max(1, Math.min(lanesMost, Math.floor(keys / laneKeys)))
  return { lanes, batch: Math.min(batchMost, Math.max(1, Math.floor(keys / lanes))) }
}

/** Of these, the one that nine in ten do not exceed; 0 of none. */
export const slowOnes = (times: ReadonlyArray<number>): number =>
  times.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(times.length * 0.9) - 1)] ?? 0
