import type { GroupTexts } from "./OperationText.ts"

const connectionTexts = (owned: "shared" | "private"): GroupTexts => ({
  create: {
    summary: `Create a ${owned} S3 connection`,
    description:
      "Names a registered storage endpoint, or an address of its own that is used only while its host is in " +
      "`USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS`. Keys are stored encrypted. 409 `already_exists` if the name is taken."
  },
  attempt: {
    summary: "Test keys without storing them",
    description:
      "Tries the keys with at most four calls and returns the evidence: what they open, or why they do not work. A " +
      "failed test is an answer, not an error."
  },
  get: {
    summary: "Get an S3 connection",
    description: "Address, access key, expiry, tags and the evidence of the last test; never the secret key."
  },
  update: {
    summary: "Update an S3 connection",
    description:
      "Absent fields stay; another address needs the keys again. An outdated `version` is 409 `stale_plan`, and a " +
      "connection that this service manages is 409 `state_conflict`."
  },
  setTags: {
    summary: "Set tags of an S3 connection",
    description: "Replaces the tags. Colour and scope belong to the label and change on all connections of its owner."
  },
  probe: {
    summary: "Test an S3 connection",
    description: "Tries the stored keys and stores the evidence with the connection. 409 if it is expired or unusable."
  },
  renewKeys: {
    summary: "Renew keys of an S3 connection",
    description:
      "Replaces access key, secret key and session token after a test. Keys that the gateway rejects are not stored."
  }
})

export const connectionTextsByGroup: Readonly<Record<string, GroupTexts>> = {
  adminS3Connections: {
    ...connectionTexts("shared"),
    list: {
      summary: "List shared S3 connections",
      description:
        "25 a page unless `page_size` says otherwise; filters by endpoint, credentials and tag. Private connections " +
        "of people are not listed."
    },
    minimal: {
      summary: "List names of shared S3 connections",
      description: "All shared connections at once, with the few fields that a selection needs."
    },
    remove: {
      summary: "Delete a shared S3 connection",
      description: "People who were linked to it lose it at once. Nothing changes on the gateway."
    },
    users: {
      summary: "List users of an S3 connection",
      description: "Console users who are linked to the connection and can use it in Manager."
    },
    link: {
      summary: "Link a user to an S3 connection",
      description: "The person can use the connection in Manager at once. 409 `already_exists` if the person is linked."
    },
    unlink: {
      summary: "Unlink a user from an S3 connection",
      description: "The person loses the connection at once; requests under way end within seconds."
    }
  },
  connections: {
    ...connectionTexts("private"),
    list: {
      summary: "List your private S3 connections",
      description: "All private connections of the caller, without secret keys. Nobody else sees them."
    },
    presets: {
      summary: "List endpoints for a new connection",
      description: "Registered storage endpoints with address and region, to choose from."
    },
    remove: {
      summary: "Delete a private S3 connection",
      description: "Its keys are erased here; nothing changes on the gateway."
    }
  }
}
