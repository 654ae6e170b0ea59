/** RGW deletes the keys of a request concurrently: their number follows the median probe latency without load. */
export interface BackgroundRate {
  readonly keys: number
  /** Probe latency in ms without load; null: not measured. */
  readonly idle: number | null
}

/** RGW deletes sixteen keys of a request concurrently; smaller batches cost more per key. */
export const fewest = 16
/** Larger batches are not faster and delay others. */
const MAX_BATCH = 250
export const MAX_LANES = 8
export const MAX_KEYS = MAX_BATCH * MAX_LANES

export const initialRate: BackgroundRate = { keys: fewest, idle: null }

/** Slowdown of the median probe: keys decrease above `MAX_SLOWDOWN` and increase below `ROOM_BELOW`. */
const MAX_SLOWDOWN = 1.4
const ROOM_BELOW = 1.15

const within = (keys: number) => Math.min(MAX_KEYS, Math.max(fewest, keys))

export const rateFromIdle = (idle: number): BackgroundRate => ({ ...initialRate, idle: Math.max(idle, 0.5) })

export const adjustRate = ({ idle, keys }: BackgroundRate, took: number): BackgroundRate => {
  if (idle === null) return rateFromIdle(took)
  const slowness = took / idle
  const target =
    slowness > MAX_SLOWDOWN ? keys * Math.max(0.5, MAX_SLOWDOWN / slowness) : slowness < ROOM_BELOW ? keys * 2 : keys
  return { idle, keys: within(target) }
}

export const remeasuredRate = ({ keys }: BackgroundRate, idle: number): BackgroundRate => ({
  keys,
  idle: Math.max(idle, 0.5)
})

export const afterFailure = ({ idle, keys }: BackgroundRate): BackgroundRate => ({ idle, keys: within(keys / 2) })

export const lanesAndBatch = ({ keys }: BackgroundRate): { readonly lanes: number; readonly batch: number } => {
  const lanes = Math.max(1, Math.min(MAX_LANES, Math.floor(keys / MAX_BATCH)))
  return { lanes, batch: Math.min(MAX_BATCH, Math.floor(keys / lanes)) }
}

export const middle = (times: ReadonlyArray<number>): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
