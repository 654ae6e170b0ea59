/** Everything up to `version`, plus `count` messages after it. Positions only grow. */
export interface ListingPosition {
  readonly version: number
  readonly count: number
}

/** Per version; keeps the id below 2^53. */
const MESSAGES_PER_VERSION = 1_000_000

export const formatPosition = ({ count, version }: ListingPosition): string =>
  String(version * MESSAGES_PER_VERSION + Math.min(count, MESSAGES_PER_VERSION - 1))

/** Null: malformed; the stream starts over. */
export const parsePosition = (id: string | null): ListingPosition | null => {
  if (id === null || !/^\d{1,16}$/.test(id)) return null
  const position = Number(id)
  return { version: Math.floor(position / MESSAGES_PER_VERSION), count: position % MESSAGES_PER_VERSION }
}

/** Only the last id reaches `to`, so an interrupted reader receives the rest again. */
export const positionsBetween = (
  from: ListingPosition,
  to: ListingPosition,
  messages: number
): ReadonlyArray<ListingPosition> =>
  Array.from({ length: messages }, (_, index) =>
    index === messages - 1 && to.version > from.version ? to : { version: from.version, count: from.count + index + 1 }
  )
