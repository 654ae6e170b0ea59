/**
 * Number of keys in concurrent deletion. RGW deletes the keys of a request concurrently, which slows other clients: the
 * number grows while a probe request is about as fast as before, and falls when it slows. Medians decide, since single
 * slow answers are common.
 */
export interface GentlePace {
  readonly keys: number
  /** Probe latency in ms without load; null: not measured. */
  readonly idle: number | null
}

/** RGW deletes sixteen keys of a request concurrently; smaller batches cost more per key and relieve nobody. */
export const fewest = 16
/** Maximum keys per request: larger batches are not faster and delay others. */
const MAX_BATCH = 250
export const lanesMost = 8
export const most = MAX_BATCH * lanesMost

export const startingPace: GentlePace = { keys: fewest, idle: null }

/** Target slowdown of the median probe, which keeps slow ones near twice; below `ROOM_BELOW` the pace grows. */
const MAX_SLOWDOWN = 1.4
const ROOM_BELOW = 1.15

const within = (keys: number) => Math.min(most, Math.max(fewest, keys))

/** Starts from the idle probe latency: median in ms. */
export const paceFrom = (idle: number): GentlePace => ({ ...startingPace, idle: Math.max(idle, 0.5) })

/** Adjusts the pace. `took`: median probe latency in ms under load. */
export const gentler = ({ idle, keys }: GentlePace, took: number): GentlePace => {
  if (idle === null) return paceFrom(took)
  const slowness = took / idle
  const target = slowness > MAX_SLOWDOWN ? keys * Math.max(0.5, MAX_SLOWDOWN / slowness) : slowness < ROOM_BELOW ? keys * 2 : keys
  return { idle, keys: within(target) }
}

export const measuredAnew = ({ keys }: GentlePace, idle: number): GentlePace => ({ keys, idle: Math.max(idle, 0.5) })

export const afterFailure = ({ idle, keys }: GentlePace): GentlePace => ({ idle, keys: within(keys / 2) })

/** Splits the pace into requests and keys per request; a second request only when the first is full. */
export const shapeOf = ({ keys }: GentlePace): { readonly lanes: number; readonly batch: number } => {
  const lanes = Math.max(1, Math.min(lanesMost, Math.floor(keys / MAX_BATCH)))
  return { lanes, batch: Math.min(MAX_BATCH, Math.floor(keys / lanes)) }
}

/** Median; 0 without values. */
export const middle = (times: ReadonlyArray<number>): number => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
