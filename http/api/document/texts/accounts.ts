import { accountSettingTexts, userKeyTexts, userSettingTexts } from "./gatewaySettings.ts"
import type { GroupTexts } from "./OperationText.ts"

const linksText =
  "Link lists that are sent replace the stored ones; absent lists stay. An outdated version is 409 `stale_plan`."
const atomicText = "All or nothing: one entry that does not exist, or an outdated version, rejects the batch."

const adminAccounts: GroupTexts = {
  list: {
    summary: "List RGW accounts",
    description:
      "Registered accounts with their links, 25 a page unless `page_size` says otherwise. With `drift=true` only " +
      "those that differ from their gateway. No gateway is asked."
  },
  minimal: {
    summary: "List names of RGW accounts",
    description: "All registered accounts at once, with the few fields that a selection needs."
  },
  importable: {
    summary: "List accounts that can be imported",
    description:
      "Accounts on the gateway of an endpoint that are not registered, by id. `next_after` goes into `after`. " +
      "`searched` says whether names were searched as well, or ids only."
  },
  create: {
    summary: "Create an RGW account",
    description:
      "Creates the account with its root user and a key on the gateway, and registers it. The key is stored " +
      "encrypted and is not part of the answer."
  },
  import: {
    summary: "Import an RGW account",
    description:
      "Registers an account that exists on the gateway and creates a key for its root user, which is found or " +
      "created. 409 `already_exists` if it is registered."
  },
  get: {
    summary: "Get an RGW account",
    description:
      "The registration with its links and the findings of the last comparison. Quotas and limits are read from the " +
      "gateway by `GET /api/admin/accounts/{id}/gateway`."
  },
  update: {
    summary: "Update an RGW account",
    description: `Changes the name and who may act as the account. ${linksText}`
  },
  unregister: {
    summary: "Unregister an RGW account",
    description:
      "Removes the account and its links from the console. The account stays on the gateway; only the key of this " +
      "service is deleted there. `remains` names keys that could not be deleted."
  }
}

const adminAccountGateway: GroupTexts = {
  get: {
    summary: "Get an account from its gateway",
    description: "Name, e-mail address, limits, quotas and usage, as the gateway reports them now."
  },
  update: {
    summary: "Rename an account on its gateway",
    description:
      "Changes name and e-mail address there. RGW cannot remove an address that exists, so null is then 422. `was` " +
      "is compared with what the gateway has now: 409 `stale_plan` if it differs."
  },
  ...accountSettingTexts,
  delete: {
    summary: "Delete an account from its gateway",
    description:
      "Deletes the account and its root user on the gateway, and the registration. 409 `bucket_not_empty` while it " +
      "owns buckets, 409 `state_conflict` while it has other users, or its root user has other keys."
  }
}

const adminS3Users: GroupTexts = {
  list: {
    summary: "List RGW users",
    description:
      "Registered users with their links, 25 a page unless `page_size` says otherwise. With `drift=true` only those " +
      "that differ from their gateway. No gateway is asked."
  },
  minimal: {
    summary: "List names of RGW users",
    description: "All registered users at once, with the few fields that a selection needs."
  },
  importable: {
    summary: "List users that can be imported",
    description:
      "Users on the gateway of an endpoint that are not registered, by uid. `next_after` goes into `after`. " +
      "`incomplete` says that the gateway has more than are listed; those can be imported by uid."
  },
  create: {
    summary: "Create an RGW user",
    description:
      "Creates the user with a key on the gateway, and registers it. The key is stored encrypted and is not part of " +
      "the answer."
  },
  import: {
    summary: "Import an RGW user",
    description:
      "Registers a user that exists on the gateway and creates a key for this service. 409 `already_exists` if it is " +
      "registered."
  },
  get: {
    summary: "Get an RGW user",
    description:
      "The registration with its links and the findings of the last comparison. Quotas and capabilities are read " +
      "from the gateway by `GET /api/admin/s3-users/{id}/gateway`."
  },
  update: {
    summary: "Update an RGW user",
    description: `Changes the name and who may act as the user. ${linksText}`
  },
  unregister: {
    summary: "Unregister an RGW user",
    description:
      "Removes the user and its links from the console. The user stays on the gateway; only the key of this service " +
      "is deleted there. `remains` names keys that could not be deleted."
  }
}

const adminS3UserGateway: GroupTexts = {
  get: {
    summary: "Get a user from its gateway",
    description: "Profile, suspension, quotas, usage, capabilities and rate limits, as the gateway reports them now."
  },
  update: {
    summary: "Update a user on its gateway",
    description:
      "Changes display name, e-mail address and the number of buckets that the user may own. `was` is compared with " +
      "what the gateway has now: 409 `stale_plan` if it differs."
  },
  ...userSettingTexts,
  delete: {
    summary: "Delete a user from its gateway",
    description:
      "Deletes the user on the gateway, and the registration. 409 `bucket_not_empty` while it owns buckets; the " +
      "owner of the endpoint's technical key is not deleted."
  }
}

export const accountTexts: Readonly<Record<string, GroupTexts>> = {
  adminAccounts,
  adminAccountGateway,
  adminS3Users,
  adminS3UserGateway,
  adminS3UserKeys: {
    ...userKeyTexts,
    list: {
      summary: "List keys of an RGW user",
      description:
        "Access keys on the gateway, without secrets. `last_used_at` is the last use by this service; RGW does not " +
        "report uses by others."
    },
    activity: { summary: "Get the last activity of a user" }
  },
  adminLinkBatches: {
    accounts: {
      summary: "Set links of many RGW accounts",
      description: `Sets who may act as up to 500 accounts. ${atomicText}`
    },
    s3Users: {
      summary: "Set links of many RGW users",
      description: `Sets who may act as up to 500 RGW users. ${atomicText}`
    }
  },
  adminLinkChoices: {
    list: {
      summary: "Search what can be linked",
      description:
        "Accounts, RGW users, shared S3 connections, groups or console users by `kind`, a page at a time, for the " +
        "selection of links. `detail` tells equal names apart."
    }
  },
  adminImports: {
    plan: {
      summary: "Plan an import from a gateway",
      description:
        "Shows which of up to 2,000 accounts or users would be registered, and which are left out and why. Nothing " +
        "changes; `plan_hash` is for the start."
    },
    start: {
      summary: "Start an import from a gateway",
      description:
        "Imports the selection as long work under `/api/admin/work`, which can be paused, stopped and undone. With " +
        "`plan_hash`, 409 `stale_plan` if the plan is another one now."
    }
  }
}
