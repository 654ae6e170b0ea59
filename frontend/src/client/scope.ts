import type { Parts } from "./request"

/** The scope of the open page. Its parts change while the page stays: a request reads them when it is sent. */
export interface PageScope {
  readonly contexts: { readonly current: { readonly id: string } | null }
  readonly endpointId: { readonly value: string | null } | null
  readonly accountId: { readonly value: string | null } | null
}

/** Subject of a request, as `RequiredScope` of the contract has it; `bucket`: one of the context. */
export type Scope =
  | PageScope
  | { readonly contextId: string; readonly bucket?: string }
  | { readonly endpointId: string | number | null }
  | { readonly accountId: string | number | null }

interface Ids {
  readonly contextId?: string | undefined
  readonly bucket?: string | undefined
  readonly endpointId?: string | number | null | undefined
  readonly accountId?: string | number | null | undefined
}

/** Adds the scope to the parameters of an operation, as the operation names it. An address without its id throws. */
export const partsIn = (scope: Scope, operation: string, { params, query, ...rest }: Parts = {}): Parts => {
  const { accountId, bucket, contextId, endpointId }: Ids =
    "contexts" in scope
      ? {
          contextId: scope.contexts.current?.id,
          endpointId: scope.endpointId?.value,
          accountId: scope.accountId?.value
        }
      : scope
  return {
    ...rest,
    params: { bucket_name: bucket, endpoint_id: endpointId, ...params },
    query: {
      ...(/api\/(manager|browser)/.test(operation) && { context_id: contextId }),
      account_id: accountId,
      ...query
    }
  }
}
