import type { Holder } from "./entity"

/** The page on which an inline policy is written; without a name, a new one. Names go into the query: `..` is one that IAM allows. */
export const inlinePolicyHref = ({ contextId, kind, name }: Holder, policy = ""): string =>
  `/manager/iam/${kind}/inline-policy?${new URLSearchParams({ context_id: contextId, name, ...(policy === "" ? {} : { policy }) })}`

/** The page on which it is said who may assume a role. */
export const trustHref = ({ contextId, name }: Pick<Holder, "contextId" | "name">): string => `/manager/iam/roles/trust?${new URLSearchParams({ context_id: contextId, name })}`

/** A user, group, role or policy open in its list. */
export const openHref = (kind: string, key: string, contextId: string, tab = ""): string =>
  `/manager/iam/${kind}?${new URLSearchParams({ context_id: contextId, open: key, ...(tab === "" ? {} : { tab }) })}`
