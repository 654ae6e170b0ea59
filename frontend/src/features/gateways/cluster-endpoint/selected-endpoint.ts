import { selectedId } from "~/lib/selected-id"

interface Candidate {
  readonly id: number
  readonly is_default: boolean
}

/** Endpoint of a Cluster Admin page: of the address, of this tab, of storage, the default one, or the first. */
export const selectedEndpoint = (
  list: ReadonlyArray<Candidate>,
  named: string | null,
  last: string | null,
  stored: string | null
): string | null => {
  const standard = list.find(({ is_default }) => is_default)
  return selectedId(list, named, [last, stored, standard === undefined ? null : String(standard.id)])
}
