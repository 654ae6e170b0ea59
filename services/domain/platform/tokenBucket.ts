/** Tokens of one second may be taken at once after a pause. */
const BURST_MS = 1_000

/** `due`: time in ms at which all tokens taken so far are earned, -Infinity at first. */
export const takeTokens = (
  due: number,
  { count, now, perSecond }: { readonly count: number; readonly now: number; readonly perSecond: number }
): { readonly due: number; readonly waitMs: number } => {
  const next = Math.max(due, now - BURST_MS) + (count * 1_000) / perSecond
  return { due: next, waitMs: Math.max(0, Math.ceil(next - now)) }
}
