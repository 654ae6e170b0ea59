/** Learned from `Date` headers: a wrong browser clock would falsify ages. */

let offset = 0

/** Milliseconds: latency, and `Date` in whole seconds. */
const TOLERANCE = 2500

export const serverOffset = (header: string | null, sentAt: number, receivedAt: number): number | null => {
  const serverTime = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(serverTime)) return null
  const difference = serverTime + 500 - (sentAt + receivedAt) / 2
  return Math.abs(difference) <= TOLERANCE ? 0 : difference
}

/** Slow responses are too imprecise. */
export const learnTime = (response: Response, sentAt: number, receivedAt: number = Date.now()): void => {
  const found = receivedAt - sentAt > 10_000 ? null : serverOffset(response.headers.get("date"), sentAt, receivedAt)
  if (found !== null) offset = found
}

export const serverNow = (): number => Date.now() + offset
