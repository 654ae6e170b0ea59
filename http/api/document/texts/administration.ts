import type { GroupTexts } from "./OperationText.ts"
import { workTexts } from "./families.ts"

const driftCheck =
  "Compares the registration with its gateway now and returns it with the findings. Nothing is repaired."
const driftRepair =
  "Applies one repair to one finding: recreate, new key, take the gateway's name or keep both. An outdated version " +
  "is 409 `stale_plan`, and a repair without its finding 409 `state_conflict`."

const adminBilling: GroupTexts = {
  daily: { summary: "List billed days" },
  rateCards: {
    summary: "List rate cards",
    description: "Prices of storage endpoints with the days from and until which they are valid, as decimal texts."
  },
  createRateCard: {
    summary: "Create a rate card",
    description:
      "Prices of one storage endpoint per GiB-month stored, GiB sent and 1,000 operations of a category. 409 if its " +
      "days overlap those of another card of the endpoint."
  },
  updateRateCard: {
    summary: "Update a rate card",
    description:
      "Replaces all terms; the endpoint stays. Statements are computed when they are read, so that those of its days " +
      "change as well."
  },
  removeRateCard: {
    summary: "Delete a rate card",
    description: "Days that no other card covers cost nothing from then on and are counted in `unpriced_days`."
  },
  credits: {
    summary: "List credits of a month",
    description: "Credits of all accounts and RGW users that are deducted from the statements of `month`."
  },
  createCredit: {
    summary: "Create a credit",
    description: "Deducts an amount from the statement of one account or RGW user for one month."
  },
  removeCredit: {
    summary: "Delete a credit",
    description: "The statement of its month is computed without the credit when it is read next."
  },
  statements: { summary: "List statements of a month" },
  statementsCsv: { summary: "Download statements as CSV" }
}

const adminClusterS3Keys: GroupTexts = {
  get: {
    summary: "Get the cluster S3 key of an endpoint",
    description: "The access key and the evidence of the last check; null without a key; never the secret key."
  },
  set: {
    summary: "Set the cluster S3 key of an endpoint",
    description:
      "Checks by reads what the key may do with buckets of all owners, and stores it encrypted. A key that the " +
      "gateway refuses is 422. Features of any owner are changed with it once it is known to write them; without " +
      "one, with a key of the owner."
  },
  check: {
    summary: "Check the cluster S3 key of an endpoint",
    description: "Asks the gateway again what the stored key may do, and stores the evidence. It changes nothing there."
  },
  remove: {
    summary: "Remove the cluster S3 key of an endpoint",
    description: "Features are changed with keys of owners from then on. On the gateway the key stays valid."
  }
}

const adminStorageEndpoints: GroupTexts = {
  list: {
    summary: "List storage endpoints",
    description: "All gateways of this installation with their features and health; never a secret key."
  },
  get: {
    summary: "Get a storage endpoint",
    description: "Address, features, the evidence of the last detection and health; never a secret key."
  },
  create: {
    summary: "Create a storage endpoint",
    description:
      "The technical key is tested first, and one that the gateway refuses is 422. Features that are absent are " +
      "detected. 409 `already_exists` if the name or address is taken."
  },
  detectFeatures: {
    summary: "Detect features of a gateway",
    description:
      "Asks a gateway what it supports and returns the evidence and a diagnosis. Nothing is stored; absent fields " +
      "come from `endpoint_id`."
  },
  update: {
    summary: "Update a storage endpoint",
    description:
      "Absent fields stay. A new technical key is tested first. Endpoints from `ENV_STORAGE_ENDPOINTS` are 409 " +
      "`state_conflict`."
  },
  remove: {
    summary: "Delete a storage endpoint",
    description:
      "409 `state_conflict` while accounts, users, S3 connections or rate cards belong to it; only the sandbox is " +
      "deleted with what is registered on it. Nothing changes on the gateway."
  },
  sandboxKeys: {
    summary: "Get keys of the sandbox gateway",
    description:
      "Address and keys with which S3 clients can try the sandbox, secrets included. Super administrators only; 404 " +
      "for any other endpoint."
  }
}

export const administrationTexts: Readonly<Record<string, GroupTexts>> = {
  adminApply: {
    apply: { summary: "Apply an installation document" },
    export: { summary: "Export the installation as a document" },
    schema: { summary: "Get the schema of installation documents" }
  },
  adminAudit: {
    list: {
      summary: "List audit entries",
      description:
        "Changes and sign-ins, newest first, by cursor. `search`, `role`, `scope` and the period filter them on the " +
        "server."
    },
    get: {
      summary: "Get an audit entry",
      description:
        "Actor, action, entity, outcome, address and metadata, and the seal that chains the entries once it is written."
    },
    export: { summary: "Export the audit trail" },
    stream: { summary: "Follow the audit trail" }
  },
  adminBilling,
  adminDrift: {
    summary: {
      summary: "Get the result of drift checks",
      description:
        "How many accounts and RGW users differ from their gateway, and how the last check of each endpoint ended. " +
        "No gateway is asked."
    },
    stream: { summary: "Follow drift" },
    check: { summary: "Check registrations against gateways" },
    checkAccount: { summary: "Check an account for drift", description: driftCheck },
    checkS3User: { summary: "Check an RGW user for drift", description: driftCheck },
    repairAccount: { summary: "Repair drift of an account", description: driftRepair },
    repairS3User: { summary: "Repair drift of an RGW user", description: driftRepair }
  },
  adminEndpointHealth: {
    now: { summary: "Check the health of an endpoint" },
    history: {
      summary: "Get the health history of an endpoint",
      description:
        "Latency and availability over `range`, computed from stored checks. 404 while " +
        "`FEATURE_ENDPOINT_STATUS_ENABLED` is off."
    },
    incidents: {
      summary: "List incidents of an endpoint",
      description:
        "Start, end and cause of each incident, by cursor. 404 while `FEATURE_ENDPOINT_STATUS_ENABLED` is off."
    },
    stream: { summary: "Follow the health of all endpoints" }
  },
  adminJobs: {
    list: { summary: "List scheduled jobs" },
    run: { summary: "Run a scheduled job" },
    runs: { summary: "List runs of a job" }
  },
  adminKeyRotation: {
    plan: {
      summary: "Plan a key rotation",
      description:
        "Names the keys that would be replaced, and those left out and why. Nothing changes; `plan_hash` is for the " +
        "start."
    },
    start: {
      summary: "Start a key rotation",
      description:
        "Each new key is tested before the old one is deleted, or with `deactivate_only` disabled. Runs as long work " +
        "under `/api/admin/work`; with `plan_hash`, 409 `stale_plan` if the plan is another one now."
    },
    removeOldKeys: {
      summary: "Delete old keys of a rotation",
      description:
        "Deletes the keys that a rotation with `deactivate_only` disabled, as long work. The rotation cannot be " +
        "undone afterwards."
    }
  },
  adminPortal: {
    settings: { summary: "Get Portal settings of an account" },
    updateSettings: { summary: "Set Portal settings of an account" },
    status: { summary: "Preview the Portal status page" },
    setStatusNote: { summary: "Set the note of the status page" }
  },
  adminQuotaHistory: { read: { summary: "Get the quota history of a subject" } },
  adminQuotaSubjects: {
    list: { summary: "List quota subjects" },
    read: { summary: "Get a quota subject" }
  },
  adminSettings: {
    get: {
      summary: "Get application settings",
      description:
        "All settings with their version. `locked` names those that an environment variable fixes; passwords are " +
        "never returned."
    },
    update: {
      summary: "Update application settings",
      description:
        "Super administrators only; absent fields stay, `portal: null` removes the section. An outdated version is " +
        "409 `stale_plan`, and a locked setting is refused."
    },
    stream: { summary: "Follow the version of the settings" },
    testEmail: {
      summary: "Send a test e-mail",
      description:
        "Sends an e-mail to the caller with the stored mail settings and reports how it went. 409 `state_conflict` " +
        "while they are incomplete."
    }
  },
  adminShares: {
    list: { summary: "List share links of everybody" },
    revoke: { summary: "Revoke a share link" }
  },
  adminStats: {
    summary: {
      summary: "Get the overview of the installation",
      description:
        "Health of endpoints, counts, stored bytes and what needs attention, from stored data. No gateway is asked."
    },
    storage: {
      summary: "Get storage statistics",
      description:
        "Stored bytes and objects by endpoint, the 20 largest owners, and a figure per day of the last `days` (30). " +
        "Days without a measurement are absent."
    },
    traffic: {
      summary: "Get traffic statistics",
      description:
        "Operations and bytes by endpoint and UTC day, and the 20 busiest owners, from the gateways' usage logs. " +
        "`sources` says where nothing could be collected."
    }
  },
  adminClusterS3Keys,
  adminStorageEndpoints,
  adminWork: workTexts
}
