import type { BucketOwner } from "./Targets.ts"

/** Empty without a tenant. A uid in a tenant is `tenant$name`. */
export const tenantOf = (owner: BucketOwner | null): string => {
  const dollar = owner?._tag === "Uid" ? owner.uid.indexOf("$") : -1
  return owner?._tag === "Uid" && dollar > 0 ? owner.uid.slice(0, dollar) : ""
}

/** `tenant/name` inside a tenant. */
export const fullBucketName = ({ name, tenant }: { readonly tenant: string; readonly name: string }): string =>
  tenant === "" ? name : `${tenant}/${name}`
