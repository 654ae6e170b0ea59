export type QuotaState = "normal" | "threshold" | "full"

const LEVELS: Readonly<Record<QuotaState, number>> = { normal: 0, threshold: 1, full: 2 }

/** A state ends only this far below its limit, so that usage around a limit does not alert again and again. */
export const HYSTERESIS = 0.02

export interface QuotaLimits {
  readonly max_bytes: number | null
  readonly max_objects: number | null
}

const share = (used: number, limit: number | null) => (limit === null ? null : limit <= 0 ? 1 : used / limit)

/** Usage of the fuller limit, 1 is full; null without a limit. A limit of 0 is always full. */
export const quotaRatio = (
  usage: { readonly bytes: number; readonly objects: number },
  { max_bytes, max_objects }: QuotaLimits
): number | null => {
  const shares = [share(usage.bytes, max_bytes), share(usage.objects, max_objects)].filter((one) => one !== null)
  return shares.length === 0 ? null : Math.max(...shares)
}

export interface AlertState {
  readonly state: QuotaState
  readonly alerted: boolean
}

export interface Crossing extends AlertState {
  readonly alert: QuotaState | null
}

/** Only a rise alerts; a fall re-arms. The first reading (`previous` null) alerts. `ratio` null: no quota. */
export const crossing = (previous: AlertState | null, ratio: number | null, threshold: number): Crossing => {
  const { alerted, state: before } = previous ?? { state: "normal", alerted: false }
  const above = (limit: number, wasReached: boolean) =>
    ratio !== null && ratio >= (wasReached ? limit - HYSTERESIS : limit)
  const state: QuotaState = above(1, before === "full")
    ? "full"
    : above(threshold, before !== "normal")
      ? "threshold"
      : "normal"
  if (LEVELS[state] > LEVELS[before]) return { state, alerted: true, alert: state }
  if (state === "normal" && alerted) return { state, alerted: false, alert: "normal" }
  return { state, alerted, alert: null }
}
