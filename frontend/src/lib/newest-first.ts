interface Dated {
  readonly key: string
  readonly modified_at: string
}

/** Gateways return storage order, where replicated or restored versions may be anywhere. Stable per key. */
export const newestFirst = <V extends Dated>(versions: ReadonlyArray<V>): ReadonlyArray<V> =>
  [...Map.groupBy(versions, ({ key }) => key).values()].flatMap((ofKey) =>
    ofKey.toSorted((one, other) => Date.parse(other.modified_at) - Date.parse(one.modified_at))
  )
