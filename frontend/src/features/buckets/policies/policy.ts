import type { Answer, Body } from "~/client/contract"

export type PolicyCheck = Answer<"POST /api/manager/buckets/:bucket_name/policy/check">
export type CheckPolicy = Body<"POST /api/manager/buckets/:bucket_name/policy/check">
export type Decision = NonNullable<PolicyCheck["decision"]>
export type Exposure = PolicyCheck["exposure"]
export type AccessRequest = NonNullable<PolicyCheck["request"]>
export type Principal = AccessRequest["principal"]
export type PolicyTestRun = Answer<"GET /api/manager/buckets/:bucket_name/policy-tests">
export type PolicyTest = PolicyTestRun["tests"][number]

export const S3_ACTIONS: ReadonlyArray<string> = [
  "s3:GetObject",
  "s3:ListBucket",
  "s3:PutObject",
  "s3:DeleteObject",
  "s3:GetObjectTagging",
  "s3:PutObjectTagging",
  "s3:GetObjectAcl",
  "s3:PutObjectAcl",
  "s3:GetObjectVersion",
  "s3:DeleteObjectVersion",
  "s3:AbortMultipartUpload",
  "s3:ListMultipartUploadParts",
  "s3:ListBucketVersions",
  "s3:ListBucketMultipartUploads",
  "s3:GetBucketLocation",
  "s3:GetBucketAcl",
  "s3:PutBucketAcl",
  "s3:GetBucketPolicy",
  "s3:PutBucketPolicy",
  "s3:DeleteBucketPolicy",
  "s3:GetBucketVersioning",
  "s3:PutBucketVersioning",
  "s3:GetLifecycleConfiguration",
  "s3:PutLifecycleConfiguration",
  "s3:GetBucketCORS",
  "s3:PutBucketCORS",
  "s3:GetBucketTagging",
  "s3:PutBucketTagging",
  "s3:GetBucketWebsite",
  "s3:PutBucketWebsite",
  "s3:DeleteBucket"
]

export const PRINCIPAL_KINDS: ReadonlyArray<{ readonly value: Principal["kind"]; readonly label: string }> = [
  { value: "anonymous", label: "Anybody, without credentials" },
  { value: "account_root", label: "The root user of an RGW account" },
  { value: "iam_user", label: "An IAM user of an RGW account" },
  { value: "iam_role", label: "A session of an IAM role" },
  { value: "plain_user", label: "An RGW user in no RGW account" }
]

export const RULE_LAYERS: Readonly<Record<Decision["layers"][number]["layer"], string>> = {
  public_access_block: "Public access block",
  identity_policy: "The caller's own policies",
  bucket_policy: "The bucket's policy",
  account_root: "Account root",
  acl: "ACL",
  owner: "Owner"
}

export const principalText = (principal: Principal): string => {
  switch (principal.kind) {
    case "anonymous":
      return "Anybody"
    case "account_root":
      return `Root of ${principal.account}`
    case "iam_user":
      return `${principal.name} of ${principal.account}`
    case "iam_role":
      return `Role ${principal.name} of ${principal.account}`
    case "plain_user":
      return principal.uid
  }
}

export const requestText = ({ action, key }: Pick<AccessRequest, "action" | "key">): string =>
  key === null ? action : `${action} of ${key}`
