import type { GroupTexts } from "./OperationText.ts"

const verified = "`was` is compared with what the gateway has now; if it differs, the answer is 409 `stale_plan`."

export const accountSettingTexts = {
  setLimits: {
    summary: "Set limits of an RGW account",
    description: `Most users, groups, roles, buckets and access keys: null is unlimited, 0 none. ${verified}`
  },
  setQuota: {
    summary: "Set a quota of an RGW account",
    description:
      "`quota` is `account` for all of the account, or `bucket` for each bucket. RGW reads account quotas as 32-bit " +
      `numbers, so that sizes and counts above 2,147,483,647 are refused. ${verified}`
  }
} satisfies GroupTexts

export const userSettingTexts = {
  setQuota: {
    summary: "Set a quota of an RGW user",
    description:
      "`quota` is `user` for all buckets together, or `bucket` for each bucket. RGW counts in blocks of 4 KiB and " +
      `with some delay. ${verified}`
  },
  setCaps: {
    summary: "Set admin capabilities of an RGW user",
    description:
      "Replaces the list, for example `buckets=read`. The owner of the endpoint's technical key keeps its " +
      `capabilities: 409 \`state_conflict\`. ${verified}`
  },
  setRateLimit: {
    summary: "Set rate limits of an RGW user",
    description: `Per minute and gateway process; null is unlimited. Needs Ceph 17 or newer. ${verified}`
  },
  suspend: {
    summary: "Suspend or enable an RGW user",
    description:
      "Suspension makes the gateway refuse all keys of the user, also the key of this service. The owner of the " +
      "endpoint's technical key is not suspended: 409 `state_conflict`."
  }
} satisfies GroupTexts

export const userKeyTexts = {
  create: {
    summary: "Create a key of an RGW user",
    description: "The gateway creates an access key. The secret is in this answer only and cannot be read again."
  },
  update: {
    summary: "Enable or disable a key",
    description:
      "The gateway refuses requests signed with a disabled key. Keys that this service uses itself are 409 " +
      "`state_conflict`: rotate them instead."
  },
  remove: {
    summary: "Delete a key of an RGW user",
    description:
      "Programs that use the key lose access at once. Keys that this service uses itself are 409 `state_conflict`: " +
      "rotate them instead."
  }
} satisfies GroupTexts
