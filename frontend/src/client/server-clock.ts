/**
 * What time it is for the service. Times in answers are the service's; a browser whose clock is wrong would call what
 * was made a moment ago five minutes old, so each answer's `Date` corrects it.
 */

/** Milliseconds that the service's clock is ahead of this one. */
let ahead = 0

/** Differences up to this come from the way there and back, and from `Date` being whole seconds. In milliseconds. */
const TRIFLE = 2500

/** How far the service's clock is ahead, in milliseconds; null: the header does not say. */
export const aheadBy = (header: string | null, sentAt: number, receivedAt: number): number | null => {
  const said = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(said)) return null
  // a whole second stands for its middle, and was read about half way between question and answer
  const difference = said + 500 - (sentAt + receivedAt) / 2
  return Math.abs(difference) <= TRIFLE ? 0 : difference
}

/** Keeps what an answer says about the time. An answer that took long says it too vaguely. */
export const learnTime = (response: Response, sentAt: number, receivedAt: number = Date.now()): void => {
  const found = receivedAt - sentAt > 10_000 ? null : aheadBy(response.headers.get("date"), sentAt, receivedAt)
  if (found !== null) ahead = found
}

/** Now, as the service would say it; in milliseconds since 1970. */
export const serverNow = (): number => Date.now() + ahead
