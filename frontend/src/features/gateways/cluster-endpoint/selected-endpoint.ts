import { selectedId } from "~/lib/selected-id"
import { parseClusterContextId } from "../../../../../services/domain/accounts/contexts/ClusterContextId.ts"

export const ENDPOINT_PARAMETER = "endpoint_id"

export const requestedEndpointId = (search: URLSearchParams): string | null => {
  const context = parseClusterContextId(search.get("context_id") ?? "")
  return context === null ? search.get(ENDPOINT_PARAMETER) : String(context.endpointId)
}

interface Candidate {
  readonly id: number
  readonly is_default: boolean
}

export const selectedEndpoint = (
  list: ReadonlyArray<Candidate>,
  named: string | null,
  last: string | null,
  stored: string | null
): string | null => {
  const standard = list.find(({ is_default }) => is_default)
  return selectedId(list, named, [last, stored, standard === undefined ? null : String(standard.id)])
}
