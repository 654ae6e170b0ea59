import type { BucketOwner } from "./Targets.ts"

/** Tenant of an owner's buckets; empty without one. A uid in a tenant is `tenant$name`. */
export const tenantOf = (owner: BucketOwner | null): string => {
  const dollar = owner?._tag === "Uid" ? owner.uid.indexOf("$") : -1
  return owner?._tag === "Uid" && dollar > 0 ? owner.uid.slice(0, dollar) : ""
}

/** Bucket name in Admin Ops: `tenant/name` inside a tenant. */
export const fullBucketName = ({ name, tenant }: { readonly tenant: string; readonly name: string }): string =>
  tenant === "" ? name : `${tenant}/${name}`
