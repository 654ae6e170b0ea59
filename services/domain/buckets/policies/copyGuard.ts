import { isAccountId } from "../../accounts/contexts/listingOwner.ts"

export const COPY_GUARD_SID = "StowageCopyGuard"

export const ownerArn = (owner: string): string => {
  if (isAccountId(owner)) return `arn:aws:iam::${owner}:root`
  const dollar = owner.indexOf("$")
  return dollar > 0
    ? `arn:aws:iam::${owner.slice(0, dollar)}:user/${owner.slice(dollar + 1)}`
    : `arn:aws:iam:::user/${owner}`
}

/** RGW checks CopyObject against the policy of the source, but not whether the caller may read it. */
export const copyGuard = (owner: string, bucket: string) => ({
  Sid: COPY_GUARD_SID,
  Effect: "Deny",
  NotPrincipal: { AWS: ownerArn(owner) },
  Action: ["s3:GetObject", "s3:GetObjectVersion"],
  Resource: `arn:aws:s3:::${bucket}/*`
})
