/** Clock of the service, learned from `Date` headers: with a wrong browser clock, ages of new things would be wrong. */

let offset = 0

/** Milliseconds of tolerance: latency, and `Date` in whole seconds. */
const TOLERANCE = 2500

export const aheadBy = (header: string | null, sentAt: number, receivedAt: number): number | null => {
  const serverTime = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(serverTime)) return null
  // Use the middle of the second, read halfway between request and response.
  const difference = serverTime + 500 - (sentAt + receivedAt) / 2
  return Math.abs(difference) <= TOLERANCE ? 0 : difference
}

/** Learns the offset from a response; slow responses are too imprecise. */
export const learnTime = (response: Response, sentAt: number, receivedAt: number = Date.now()): void => {
  const found = receivedAt - sentAt > 10_000 ? null : aheadBy(response.headers.get("date"), sentAt, receivedAt)
  if (found !== null) offset = found
}

export const serverNow = (): number => Date.now() + offset
