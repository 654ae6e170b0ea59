import { bucketChangesTexts, bucketsTexts, bucketViewsTexts, workTexts } from "./families.ts"
import { accountSettingTexts, userKeyTexts, userSettingTexts } from "./gatewaySettings.ts"
import type { GroupTexts } from "./OperationText.ts"

const reread = (what: string) =>
  `Reads the ids of all ${what} from the gateway again and waits for it. Details are read again when they are next ` +
  "requested."

export const clusterAdminTexts: Readonly<Record<string, GroupTexts>> = {
  clusterAccounts: {
    list: { summary: "List accounts of an endpoint" },
    refresh: { summary: "Refresh the list of accounts", description: reread("accounts") },
    create: {
      summary: "Create an account on the gateway",
      description:
        "Creates the account without a user and without registering it: import it in Admin to use it in the console."
    },
    get: {
      summary: "Get an account of an endpoint",
      description: "Name, e-mail address, limits, quotas and usage, as the gateway reports them now."
    },
    update: {
      summary: "Rename an account",
      description:
        "Changes name and e-mail address on the gateway. RGW cannot remove an address that exists, so null is then " +
        "422. A `was` that differs from what the gateway has is 409 `stale_plan`."
    },
    ...accountSettingTexts,
    freeze: { summary: "Freeze an account" },
    unfreeze: {
      summary: "Unfreeze an account",
      description: "Writes back the limits from before the freeze, and enables the users that it suspended."
    }
  },
  clusterUsers: {
    list: { summary: "List users of an endpoint" },
    refresh: { summary: "Refresh the list of users", description: reread("users") },
    create: {
      summary: "Create a user on the gateway",
      description:
        "Creates the user with its first key, whose secret is in this answer only. It is not registered: import it " +
        "in Admin to use it in the console."
    },
    get: {
      summary: "Get a user of an endpoint",
      description:
        "Profile, suspension, quotas, usage, capabilities and rate limits, as the gateway reports them now. In a " +
        "tenant the id is `tenant$uid`."
    },
    update: {
      summary: "Update a user",
      description:
        "Changes display name, e-mail address and the number of buckets on the gateway. A `was` that differs from " +
        "what the gateway has is 409 `stale_plan`."
    },
    ...userSettingTexts,
    listKeys: { summary: "List keys of a user" },
    createKey: userKeyTexts.create,
    updateKey: userKeyTexts.update,
    removeKey: userKeyTexts.remove
  },
  clusterBuckets: bucketsTexts("Shared ones are seen by all operators of the endpoint, private ones by their creator."),
  clusterBucketChanges: bucketChangesTexts,
  clusterBucketViews: bucketViewsTexts("everybody who may enter Cluster Admin of this endpoint"),
  clusterGoldenTemplates: {
    list: { summary: "List golden templates" },
    create: { summary: "Create a golden template" },
    update: {
      summary: "Change a golden template",
      description:
        "Replaces name, filter and settings. With `version`, a template that somebody else changed meanwhile is a " +
        "conflict. Nothing is changed in any bucket."
    },
    remove: {
      summary: "Delete a golden template",
      description: "Buckets keep their settings."
    },
    drift: { summary: "List the drift of a golden template" },
    differing: { summary: "List differing buckets of a golden template" },
    draft: { summary: "Draft a golden template from a bucket" }
  },
  clusterCopyChecks: {
    latest: { summary: "Get the last copy check" },
    check: { summary: "Check copies without read rights" }
  },
  clusterExposures: {
    list: { summary: "List exposures of buckets" },
    changes: { summary: "List changes of exposures" }
  },
  clusterEndpoints: { list: { summary: "List endpoints" } },
  clusterUsage: {
    latest: { summary: "Get usage of an endpoint" },
    stream: { summary: "Recount usage of an endpoint" },
    history: { summary: "Get the usage history of an endpoint" },
    traffic: { summary: "Get traffic of an endpoint" },
    quotas: { summary: "List quotas of an endpoint" }
  },
  clusterWork: workTexts,
  opsBuckets: bucketsTexts("Only the caller sees them."),
  opsBucketChanges: bucketChangesTexts,
  opsBucketViews: bucketViewsTexts("everybody who may enter Storage Ops"),
  opsWork: workTexts
}
