const otherName: Readonly<Record<string, string>> = {
  headobject: "s3:GetObject",
  selectobjectcontent: "s3:GetObject",
  headbucket: "s3:ListBucket",
  listobjects: "s3:ListBucket",
  listobjectsv2: "s3:ListBucket",
  listobjectversions: "s3:ListBucketVersions",
  listmultipartuploads: "s3:ListBucketMultipartUploads",
  listparts: "s3:ListMultipartUploadParts",
  listbuckets: "s3:ListAllMyBuckets",
  createmultipartupload: "s3:PutObject",
  uploadpart: "s3:PutObject",
  uploadpartcopy: "s3:PutObject",
  completemultipartupload: "s3:PutObject",
  copyobject: "s3:PutObject",
  deleteobjects: "s3:DeleteObject",
  getbucketlifecycleconfiguration: "s3:GetLifecycleConfiguration",
  putbucketlifecycleconfiguration: "s3:PutLifecycleConfiguration",
  deletebucketlifecycle: "s3:PutLifecycleConfiguration",
  deletebucketcors: "s3:PutBucketCORS",
  getbucketcors: "s3:GetBucketCORS",
  putbucketcors: "s3:PutBucketCORS",
  deletebuckettagging: "s3:PutBucketTagging",
  deletebucketencryption: "s3:PutBucketEncryption",
  getbucketnotificationconfiguration: "s3:GetBucketNotification",
  putbucketnotificationconfiguration: "s3:PutBucketNotification",
  getobjectlockconfiguration: "s3:GetBucketObjectLockConfiguration",
  putobjectlockconfiguration: "s3:PutBucketObjectLockConfiguration",
  getpublicaccessblock: "s3:GetBucketPublicAccessBlock",
  putpublicaccessblock: "s3:PutBucketPublicAccessBlock",
  deletepublicaccessblock: "s3:PutBucketPublicAccessBlock",
  getbucketreplication: "s3:GetReplicationConfiguration",
  putbucketreplication: "s3:PutReplicationConfiguration",
  deletebucketreplication: "s3:PutReplicationConfiguration",
  getbucketaccelerateconfiguration: "s3:GetAccelerateConfiguration"
}

export const actionOfOperation = (operation: string, findAction: (action: string) => string | null): string | null => {
  const bare = operation.replace(/[-_\s]/g, "")
  return otherName[bare.toLowerCase()] ?? findAction(`s3:${bare}`)
}

const onBucket: Readonly<Record<string, readonly [get: string, put: string, remove?: string]>> = {
  acl: ["GetBucketAcl", "PutBucketAcl"],
  cors: ["GetBucketCORS", "PutBucketCORS", "PutBucketCORS"],
  encryption: ["GetBucketEncryption", "PutBucketEncryption", "PutBucketEncryption"],
  lifecycle: ["GetLifecycleConfiguration", "PutLifecycleConfiguration", "PutLifecycleConfiguration"],
  location: ["GetBucketLocation", "GetBucketLocation"],
  logging: ["GetBucketLogging", "PutBucketLogging"],
  notification: ["GetBucketNotification", "PutBucketNotification", "PutBucketNotification"],
  "object-lock": ["GetBucketObjectLockConfiguration", "PutBucketObjectLockConfiguration"],
  policy: ["GetBucketPolicy", "PutBucketPolicy", "DeleteBucketPolicy"],
  policyStatus: ["GetBucketPolicyStatus", "GetBucketPolicyStatus"],
  publicAccessBlock: ["GetBucketPublicAccessBlock", "PutBucketPublicAccessBlock", "PutBucketPublicAccessBlock"],
  replication: ["GetReplicationConfiguration", "PutReplicationConfiguration", "DeleteReplicationConfiguration"],
  requestPayment: ["GetBucketRequestPayment", "PutBucketRequestPayment"],
  tagging: ["GetBucketTagging", "PutBucketTagging", "PutBucketTagging"],
  uploads: ["ListBucketMultipartUploads", "ListBucketMultipartUploads"],
  versioning: ["GetBucketVersioning", "PutBucketVersioning"],
  versions: ["ListBucketVersions", "ListBucketVersions"],
  website: ["GetBucketWebsite", "PutBucketWebsite", "DeleteBucketWebsite"]
}
const onObject: Readonly<Record<string, readonly [get: string, put: string, remove?: string]>> = {
  acl: ["GetObjectAcl", "PutObjectAcl"],
  tagging: ["GetObjectTagging", "PutObjectTagging", "DeleteObjectTagging"],
  retention: ["GetObjectRetention", "PutObjectRetention"],
  "legal-hold": ["GetObjectLegalHold", "PutObjectLegalHold"],
  attributes: ["GetObjectAttributes", "GetObjectAttributes"],
  torrent: ["GetObjectTorrent", "GetObjectTorrent"],
  restore: ["GetObject", "RestoreObject"],
  uploadId: ["ListMultipartUploadParts", "PutObject", "AbortMultipartUpload"]
}

export const actionOfHttp = (method: string, key: string | null, names: ReadonlyArray<string>): string => {
  const verb = method.toUpperCase()
  const at = verb === "GET" || verb === "HEAD" || verb === "OPTIONS" ? 0 : verb === "DELETE" ? 2 : 1
  const table = key === null ? onBucket : onObject
  const sub = names.find((name) => Object.hasOwn(table, name))
  const named = sub === undefined ? undefined : table[sub]?.[at]
  if (named !== undefined) return `s3:${named}`
  const versioned = names.includes("versionId") ? "Version" : ""
  if (key !== null)
    return at === 0 ? `s3:GetObject${versioned}` : at === 2 ? `s3:DeleteObject${versioned}` : "s3:PutObject"
  if (at === 0) return "s3:ListBucket"
  if (at === 2) return "s3:DeleteBucket"
  return verb === "PUT" ? "s3:CreateBucket" : names.includes("delete") ? "s3:DeleteObject" : "s3:PutObject"
}
