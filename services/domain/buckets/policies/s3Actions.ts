/** From rgw_iam_policy.cc 20.2, with the ACL permission each needs. No imports: the console uses this file. */
export type AclNeed = "READ" | "WRITE" | "READ_ACP" | "WRITE_ACP"
export interface S3Action {
  readonly name: string
  readonly on: "bucket" | "object" | "account"
  readonly acl: AclNeed
  readonly words: string
}

const rows: ReadonlyArray<readonly [on: S3Action["on"], acl: AclNeed, names: Readonly<Record<string, string>>]> = [
  [
    "object",
    "READ",
    {
      GetObject: "read objects",
      GetObjectVersion: "read older versions of objects",
      GetObjectTagging: "read tags of objects",
      GetObjectVersionTagging: "read tags of object versions",
      GetObjectAttributes: "read attributes of objects",
      GetObjectVersionAttributes: "read attributes of object versions",
      GetObjectRetention: "read retention of objects",
      GetObjectLegalHold: "read legal holds",
      GetObjectTorrent: "read torrents",
      GetObjectVersionTorrent: "read torrents of versions",
      ListMultipartUploadParts: "list the parts of an upload",
      GetObjectVersionForReplication: "read versions for replication"
    }
  ],
  [
    "object",
    "WRITE",
    {
      PutObject: "write objects",
      DeleteObject: "delete objects",
      DeleteObjectVersion: "delete versions for good",
      AbortMultipartUpload: "abort uploads",
      PutObjectTagging: "tag objects",
      PutObjectVersionTagging: "tag object versions",
      DeleteObjectTagging: "remove tags of objects",
      DeleteObjectVersionTagging: "remove tags of object versions",
      RestoreObject: "restore archived objects",
      PutObjectRetention: "change retention of objects",
      PutObjectLegalHold: "change legal holds",
      BypassGovernanceRetention: "bypass governance retention",
      ReplicateObject: "replicate objects",
      ReplicateDelete: "replicate deletions",
      ReplicateTags: "replicate tags"
    }
  ],
  ["object", "READ_ACP", { GetObjectAcl: "read ACLs of objects", GetObjectVersionAcl: "read ACLs of object versions" }],
  [
    "object",
    "WRITE_ACP",
    { PutObjectAcl: "change ACLs of objects", PutObjectVersionAcl: "change ACLs of object versions" }
  ],
  [
    "bucket",
    "READ",
    {
      ListBucket: "list objects",
      ListBucketVersions: "list object versions",
      ListBucketMultipartUploads: "list unfinished uploads"
    }
  ],
  ["bucket", "WRITE", { DeleteBucket: "delete the bucket", CreateBucket: "create the bucket" }],
  [
    "bucket",
    "READ_ACP",
    {
      GetAccelerateConfiguration: "read the acceleration",
      GetBucketAcl: "read the bucket's ACL",
      GetBucketCORS: "read CORS",
      GetBucketEncryption: "read the encryption",
      GetBucketLocation: "read the location",
      GetBucketLogging: "read the logging",
      GetBucketNotification: "read notifications",
      GetBucketPolicy: "read the policy",
      GetBucketPolicyStatus: "read whether the policy is public",
      GetBucketPublicAccessBlock: "read the public access block",
      GetBucketRequestPayment: "read who pays",
      GetBucketTagging: "read the bucket's tags",
      GetBucketVersioning: "read the versioning",
      GetBucketWebsite: "read the website",
      GetBucketOwnershipControls: "read the ownership",
      GetLifecycleConfiguration: "read the lifecycle",
      GetBucketObjectLockConfiguration: "read the object lock",
      GetPublicAccessBlock: "read the public access block",
      GetReplicationConfiguration: "read the replication"
    }
  ],
  [
    "bucket",
    "WRITE_ACP",
    {
      DeleteBucketPolicy: "delete the policy",
      DeleteBucketWebsite: "delete the website",
      DeleteBucketPublicAccessBlock: "remove the public access block",
      DeletePublicAccessBlock: "remove the public access block",
      DeleteReplicationConfiguration: "remove the replication",
      DeleteBucketOwnershipControls: "remove the ownership",
      PutAccelerateConfiguration: "change the acceleration",
      PutBucketAcl: "change the bucket's ACL",
      PutBucketCORS: "change CORS",
      PutBucketEncryption: "change the encryption",
      PutBucketLogging: "change the logging",
      PostBucketLogging: "write out the log",
      PutBucketNotification: "change notifications",
      PutBucketPolicy: "change the policy",
      PutBucketRequestPayment: "change who pays",
      PutBucketTagging: "change the bucket's tags",
      PutBucketVersioning: "change the versioning",
      PutBucketWebsite: "change the website",
      PutLifecycleConfiguration: "change the lifecycle",
      PutBucketObjectLockConfiguration: "change the object lock",
      PutBucketPublicAccessBlock: "change the public access block",
      PutPublicAccessBlock: "change the public access block",
      PutReplicationConfiguration: "change the replication",
      PutBucketOwnershipControls: "change the ownership"
    }
  ],
  ["account", "READ", { ListAllMyBuckets: "list the account's buckets" }]
]

export const s3Actions: ReadonlyArray<S3Action> = rows.flatMap(([on, acl, names]) =>
  Object.entries(names).map(([name, words]) => ({ name: `s3:${name}`, on, acl, words }))
)

const byName = new Map(s3Actions.map((action) => [action.name.toLowerCase(), action]))

export const s3Action = (name: string): S3Action | undefined => byName.get(name.toLowerCase())

/** Other services whose actions RGW accepts but never evaluates for buckets. */
export const otherServices: ReadonlySet<string> = new Set(["iam", "sts", "sns", "organizations", "s3-object-lambda"])
