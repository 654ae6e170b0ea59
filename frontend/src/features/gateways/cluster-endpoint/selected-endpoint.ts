interface Candidate {
  readonly id: number
  readonly is_default: boolean
}

/** Id as the address and localStorage have it; null: it names no endpoint of the list. */
const knownId = (list: ReadonlyArray<Candidate>, id: string | null): string | null =>
  list.some((endpoint) => String(endpoint.id) === id) ? id : null

/**
 * Endpoint of a Cluster Admin page. An id in the address is never replaced by another endpoint: null when it is
 * unknown. Otherwise the last one of this tab, the stored one, the default one, or the first.
 */
export const selectedEndpoint = (
  list: ReadonlyArray<Candidate>,
  named: string | null,
  last: string | null,
  stored: string | null
): string | null => {
  if (named !== null) return knownId(list, named)
  const first = list.find(({ is_default }) => is_default) ?? list[0]
  return knownId(list, last) ?? knownId(list, stored) ?? (first === undefined ? null : String(first.id))
}
