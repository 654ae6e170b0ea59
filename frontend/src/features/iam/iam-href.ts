import type { Holder } from "./entity"

/** Names are in the query: IAM allows `..` as a name. */
export const inlinePolicyHref = ({ contextId, kind, name }: Holder, policy = ""): string =>
  `/manager/iam/${kind}/inline-policy?` +
  new URLSearchParams({ context_id: contextId, name, ...(policy === "" ? {} : { policy }) }).toString()

export const trustHref = ({ contextId, name }: Pick<Holder, "contextId" | "name">): string =>
  `/manager/iam/roles/trust?${new URLSearchParams({ context_id: contextId, name })}`

export const openHref = (kind: string, key: string, contextId: string, tab = ""): string =>
  `/manager/iam/${kind}?${new URLSearchParams({ context_id: contextId, open: key, ...(tab === "" ? {} : { tab }) })}`
