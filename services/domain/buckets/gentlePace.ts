/**
 * How many keys of a bucket may be on their way to be deleted at once. A gateway deletes the keys of a request side by side, so that
 * others feel these: they grow while a cheap question is answered about as fast as before the work began, and get fewer when the
 * answer takes longer, whoever makes it so. Medians decide: single slow answers are everywhere, and a pace that follows them swings.
 */
export interface GentlePace {
  /** Keys on their way; between `fewest` and `most`, not rounded. */
  readonly keys: number
  /** Milliseconds of the question when nothing went on; null before it was asked. */
  readonly idle: number | null
}

/** RGW deletes sixteen keys of a request at once. With fewer, each key costs gateway and us up to twice as much, and others wait no less. */
export const fewest = 16
/** Keys that one request names at most: more are not faster, and others wait behind them. */
const batchMost = 250
/** Requests beside each other, where a gateway has room for them. */
export const lanesMost = 8
export const most = batchMost * lanesMost

/** Known to be light, and a few steps away from what a gateway with room can do. */
export const startingPace: GentlePace = { keys: fewest, idle: null }

/** The middle one of others may wait so many times as long, and not more, which keeps the slow ones near twice; below `calm`, there is room. */
const slowed = 1.4
const calm = 1.15

const within = (keys: number) => Math.min(most, Math.max(fewest, keys))

/** The pace with what the question took before anything was deleted: the median of some answers, in milliseconds. */
export const paceFrom = (idle: number): GentlePace => ({ ...startingPace, idle: Math.max(idle, 0.5) })

/** The pace after the question was answered some times meanwhile; `took`: the median of these answers, in milliseconds. */
export const gentler = ({ idle, keys }: GentlePace, took: number): GentlePace => {
  if (idle === null) return paceFrom(took)
  const slowness = took / idle
  const wanted = slowness > slowed ? keys * Math.max(0.5, slowed / slowness) : slowness < calm ? keys * 2 : keys
  return { idle, keys: within(wanted) }
}

/** The same pace, measured against what the question takes now that nothing is removed for a moment. */
export const measuredAnew = ({ keys }: GentlePace, idle: number): GentlePace => ({ keys, idle: Math.max(idle, 0.5) })

/** The pace after a request failed. */
export const afterFailure = ({ idle, keys }: GentlePace): GentlePace => ({ idle, keys: within(keys / 2) })

/** Requests side by side and the keys of each: a second one only where the first is full. */
export const shapeOf = ({ keys }: GentlePace): { readonly lanes: number; readonly batch: number } => {
  const lanes = Math.max(1, Math.min(lanesMost, Math.floor(keys / batchMost)))
  return { lanes, batch: Math.min(batchMost, Math.floor(keys / lanes)) }
}

/** The middle one of some times; 0 of none. */
export const middle = (times: ReadonlyArray<number>): number => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
