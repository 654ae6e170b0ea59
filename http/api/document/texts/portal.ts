import type { GroupTexts } from "./OperationText.ts"

const decided = "409 `state_conflict` if it is not pending any more."

export const portalTexts: Readonly<Record<string, GroupTexts>> = {
  portal: {
    accounts: { summary: "List Portal accounts" },
    state: { summary: "Get your Portal role" }
  },
  portalAccessKeys: {
    list: { summary: "List your access keys" },
    create: { summary: "Create an access key" },
    update: { summary: "Enable or disable an access key" },
    remove: {
      summary: "Delete an access key",
      description: "Programs that use the key lose access. What the gateway does not confirm is tried again."
    }
  },
  portalAccessLogs: {
    page: { summary: "List access log entries" },
    raw: { summary: "Download access logs" },
    spaces: { summary: "List access log states of spaces" },
    state: { summary: "Get access logs of a space" },
    set: { summary: "Set access logs of a space" },
    refresh: { summary: "Collect access logs of a space" }
  },
  portalGrowth: { growth: { summary: "Get growth of a storage space" } },
  portalRequests: {
    usage: { summary: "Get usage of your spaces" },
    list: { summary: "List requests" },
    create: {
      summary: "Create a request",
      description:
        "Asks the Portal managers for more quota, a new space or access to one; they are notified. 403 while " +
        "requests are switched off in the account."
    },
    withdraw: { summary: "Withdraw a request", description: `Takes back a pending request of one's own. ${decided}` },
    approve: { summary: "Approve a request" },
    reject: {
      summary: "Reject a request",
      description: `For Portal managers. Nothing is granted, and the person is notified. ${decided}`
    }
  },
  portalSpaces: {
    list: { summary: "List storage spaces" },
    create: { summary: "Create a storage space" },
    get: {
      summary: "Get a storage space",
      description:
        "Place, size and the right of the caller. `bucket_state` is `creating` until the bucket of a new space " +
        "exists, and `missing` once a bucket was deleted on the gateway. Spaces that the caller may not see are 404."
    },
    update: {
      summary: "Update a storage space",
      description: "Changes the name, for those who manage the space. Bucket and folder stay. 409 if the name is taken."
    },
    remove: { summary: "Delete a storage space" },
    members: {
      summary: "List members of a space",
      description:
        "People with their right, and whether the gateway has confirmed it. `former`: people who were removed, and " +
        "whose policy may still be on the gateway; its deletion is tried until the gateway confirms it."
    },
    people: { summary: "List people who can become members" },
    setMember: { summary: "Set the right of a member" },
    removeMember: {
      summary: "Remove a member",
      description:
        "The Browser refuses the person at once; the gateway's policy is changed after it, and tried again until the " +
        "gateway confirms it."
    }
  },
  portalStatus: { status: { summary: "Get the status of the storage" } }
}
