import { workTexts } from "./families.ts"
import type { GroupTexts } from "./OperationText.ts"

const managerBuckets: GroupTexts = {
  list: { summary: "List buckets" },
  featureStream: { summary: "Follow features of listed buckets" },
  stream: { summary: "Follow the list of buckets" },
  refresh: {
    summary: "Refresh the list of buckets",
    description: "Requests a new reading of the buckets and returns at once. The stream of the list sends what changes."
  },
  get: {
    summary: "Get a bucket",
    description: "The row of the stored listing: size, objects, owner, quota and versioning. The gateway is not asked."
  },
  create: {
    summary: "Create a bucket",
    description:
      "`object_lock` enables versioning as well. 409 `already_exists` if the name is taken. " +
      "`POST /api/manager/bucket-creations` sets features as well."
  },
  remove: {
    summary: "Delete an empty bucket",
    description: "409 `bucket_not_empty` while it holds objects or versions: empty it first."
  }
}

const migrations: GroupTexts = {
  list: { summary: "List migrations" },
  create: { summary: "Create a migration" },
  testWebhook: { summary: "Test the webhook of a migration" },
  get: {
    summary: "Get a migration",
    description: "State, options, precheck and totals. Its buckets are listed by `items`."
  },
  edit: { summary: "Edit a draft of a migration" },
  remove: {
    summary: "Delete a migration",
    description: "Deletes a draft, or the report of an ended migration. No object changes. 409 while it is running."
  },
  precheck: { summary: "Check a migration before its start" },
  start: { summary: "Start a migration" },
  continue: { summary: "Begin the cutover" },
  pause: {
    summary: "Pause a migration",
    description: "Copies that have begun are brought to a safe point first. 409 unless it is queued or running."
  },
  resume: {
    summary: "Resume a migration",
    description: "Continues where it was paused. 409 unless it is paused or about to be."
  },
  stop: {
    summary: "Stop a migration",
    description: "What is copied stays; failed buckets can be retried or rolled back afterwards. 409 once it has ended."
  },
  retry: { summary: "Retry failed buckets" },
  retryItem: { summary: "Retry one failed bucket" },
  rollback: { summary: "Roll back failed buckets" },
  rollbackItem: { summary: "Roll back one bucket" },
  items: {
    summary: "List buckets of a migration",
    description: "Each bucket with its step, copied and compared objects, and the problem if it failed."
  },
  certificate: { summary: "Download the certificate of a migration" },
  stream: { summary: "Follow a migration" }
}

export const managerTexts: Readonly<Record<string, GroupTexts>> = {
  managerBuckets,
  migrations,
  managerWork: workTexts,
  bucketAccess: {
    list: { summary: "List who can access a bucket" },
    follow: { summary: "Follow who can access a bucket" },
    plan: { summary: "Plan a change of access" },
    apply: { summary: "Apply a change of access" }
  },
  bucketCreations: {
    templates: {
      summary: "List bucket templates",
      description: "Named sets of features, as `POST /api/manager/bucket-creations` takes them for a new bucket."
    },
    create: { summary: "Create a bucket with features" }
  },
  comparisons: {
    list: {
      summary: "List comparisons",
      description: "Comparisons whose source belongs to this context, newest first, by cursor, with their verdicts."
    },
    get: {
      summary: "Get a comparison",
      description:
        "Progress, counts by verdict and compared settings. `equal` is null while `unknown` objects leave it open."
    },
    differences: { summary: "List differences of a comparison" },
    start: { summary: "Compare two buckets" },
    planRemediation: {
      summary: "Plan the remediation of differences",
      description:
        "Counts what would be copied, replaced, deleted and aligned at the target, for the chosen actions. Nothing " +
        "changes; `plan_hash` is for the start."
    },
    startRemediation: { summary: "Start the remediation of differences" }
  },
  contextCapabilities: { list: { summary: "List capabilities of the context" } },
  emptying: {
    plan: {
      summary: "Plan the emptying of a bucket",
      description:
        "Estimates objects and bytes by the gateway's statistics. Nothing changes; `plan_hash` is for the start, and " +
        "becomes stale when the bucket changes."
    },
    start: {
      summary: "Empty a bucket",
      description:
        "Deletes all objects, versions and unfinished uploads permanently, and with `delete_bucket` the bucket, as " +
        "long work under `/api/manager/work`. What object lock keeps is named in the report."
    }
  },
  exposures: {
    list: { summary: "List exposure of buckets" },
    stream: { summary: "Follow exposure of buckets" }
  },
  featureCopies: {
    plan: { summary: "Plan a copy of features" },
    diffs: { summary: "Compare documents of a feature copy" },
    start: { summary: "Copy features to other buckets" }
  },
  featureRules: {
    list: { summary: "List rules of a feature" },
    stream: { summary: "Follow rules of a feature" }
  },
  lifecycle: { simulate: { summary: "Simulate lifecycle rules" } },
  managerFeatures: {
    all: {
      summary: "Get all features of a bucket",
      description: "Read from the gateway now. A feature that cannot be read is `unavailable` with the reason."
    },
    read: {
      summary: "Get a feature of a bucket",
      description: "Its value, the gateway's document, and the `version` that a change has to name."
    },
    check: { summary: "Check a feature before saving" },
    change: { summary: "Set a feature of a bucket" },
    history: {
      summary: "List changes of a bucket",
      description: "Who changed which feature when, with the value before and after, newest first, by cursor."
    },
    undo: { summary: "Undo a change of a feature" }
  },
  managerObjects: {
    facts: { summary: "Get facts of an object" },
    list: { summary: "List objects of a bucket" }
  },
  managerPolicies: {
    check: { summary: "Check a bucket policy" },
    exposure: { summary: "Get exposure of a bucket" },
    tests: {
      summary: "Run policy tests",
      description:
        "Evaluates the stored tests against the present policy, ACL and public access block. Nothing is sent."
    },
    keepTests: { summary: "Set policy tests" }
  },
  managerShares: {
    list: { summary: "List share links to a bucket" },
    revoke: { summary: "Revoke a share link" }
  },
  quarantines: {
    list: {
      summary: "List quarantines",
      description:
        "Buckets of the context in quarantine, by the day of their deletion; `problem` says why a deletion failed."
    },
    begin: { summary: "Quarantine a bucket" },
    restore: { summary: "Restore a bucket from quarantine" }
  },
  usageStats: {
    bucket: {
      summary: "Get usage of a bucket",
      description: "Size, objects and findings of the last recount that read the bucket; null figures were not counted."
    },
    buckets: { summary: "List usage of buckets" },
    growth: { summary: "List what grew most" },
    history: { summary: "Get the usage history" },
    latest: { summary: "Get usage of the context" },
    stream: { summary: "Recount usage" },
    traffic: { summary: "Get traffic of the context" }
  }
}
