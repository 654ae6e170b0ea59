interface Dated {
  readonly key: string
  readonly modified_at: string
}

/**
 * Versions of keys, newest first by their timestamps: gateways order them by how they store them, and a version that was written by
 * replication or a restore may stand anywhere. Keys, and versions of one time, keep the gateway's order.
 */
export const newestFirst = <V extends Dated>(versions: ReadonlyArray<V>): ReadonlyArray<V> =>
  [...Map.groupBy(versions, ({ key }) => key).values()].flatMap((ofKey) =>
    ofKey.toSorted((one, other) => Date.parse(other.modified_at) - Date.parse(one.modified_at)))
