export const bucketTemplates = [
  {
    name: "versioned",
    label: "Versioned",
    text: "What is overwritten or deleted can be brought back.",
    object_lock: false,
    features: { versioning: { status: "enabled" } }
  },
  {
    name: "private",
    label: "Private and versioned",
    text: "Nothing in it can be made public by a policy or an ACL.",
    object_lock: false,
    features: {
      versioning: { status: "enabled" },
      public_access_block: {
        block_public_acls: true,
        ignore_public_acls: true,
        block_public_policy: true,
        restrict_public_buckets: true
      }
    }
  },
  {
    name: "archive",
    label: "Archive",
    text: "With object lock, so that versions can be kept from deletion.",
    object_lock: true,
    features: { versioning: { status: "enabled" } }
  }
] as const
