/** The console uses this file, so it imports nothing. */
interface SeenGrant {
  readonly type: string
  readonly grantee: string
  readonly permission: string
}

export const cannedAcls = ["private", "public-read", "public-read-write", "authenticated-read"] as const
export type CannedAcl = (typeof cannedAcls)[number]

const beside: Readonly<Record<CannedAcl, ReadonlyArray<string>>> = {
  private: [],
  "public-read": ["AllUsers READ"],
  "public-read-write": ["AllUsers READ", "AllUsers WRITE"],
  "authenticated-read": ["AuthenticatedUsers READ"]
}

export const matchCannedAcl = ({
  grants,
  owner
}: {
  readonly grants: ReadonlyArray<SeenGrant>
  readonly owner: { readonly id: string }
}): CannedAcl | null => {
  const own = (grant: SeenGrant) =>
    grant.type === "user" && grant.grantee === owner.id && grant.permission === "FULL_CONTROL"
  const others = grants.filter((grant) => !own(grant))
  if (others.length === grants.length || others.some(({ type }) => type !== "group")) return null
  const extraGrants = others
    .map(({ grantee, permission }) => `${grantee} ${permission}`)
    .sort()
    .join()
  return cannedAcls.find((name) => beside[name].join() === extraGrants) ?? null
}
