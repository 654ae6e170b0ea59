import type { GroupTexts } from "./OperationText.ts"

const renameDescription = "Absent fields stay. The ARN changes with them. 409 `already_exists` if the name is taken."

const iam: GroupTexts = {
  users: { summary: "List IAM users" },
  groups: { summary: "List IAM groups" },
  roles: { summary: "List IAM roles" },
  policies: { summary: "List managed policies" },
  user: {
    summary: "Get an IAM user",
    description: "Name, path, id, ARN and creation time, read from the gateway now."
  },
  group: { summary: "Get an IAM group", description: "Name, path, id and ARN, read from the gateway now." },
  role: {
    summary: "Get an IAM role",
    description:
      "ARN, description, maximum session duration in seconds and the trust policy, read from the gateway now."
  },
  groupsOf: { summary: "List groups of an IAM user" },
  keys: { summary: "List keys of an IAM user" },
  members: { summary: "List members of an IAM group" },
  attached: { summary: "List attached policies" },
  inline: { summary: "List inline policies" }
}

const iamChanges: GroupTexts = {
  createUser: { summary: "Create an IAM user" },
  updateUser: { summary: "Update an IAM user", description: `Changes name and path. ${renameDescription}` },
  removeUser: { summary: "Delete an IAM user" },
  createKey: { summary: "Create a key of an IAM user" },
  setKey: {
    summary: "Enable or disable a key",
    description: "The gateway refuses requests signed with a disabled key. Nothing else of the key changes."
  },
  removeKey: {
    summary: "Delete a key of an IAM user",
    description: "Programs that use the key lose access. A deleted key cannot be restored."
  },
  createGroup: {
    summary: "Create an IAM group",
    description: "A new group has no members and no policies. 409 `already_exists` if the name is taken, without case."
  },
  updateGroup: { summary: "Update an IAM group", description: `Changes name and path. ${renameDescription}` },
  removeGroup: { summary: "Delete an IAM group" },
  addMember: {
    summary: "Add a member to an IAM group",
    description: "The user gets the permissions of the group's policies. Adding a member again is fine."
  },
  removeMember: {
    summary: "Remove a member from an IAM group",
    description: "The user loses the permissions of the group's policies; the user itself stays."
  },
  createRole: { summary: "Create an IAM role" },
  updateRole: {
    summary: "Update an IAM role",
    description: "Changes description and maximum session duration. The trust policy is changed by its own operation."
  },
  putTrust: { summary: "Set the trust policy of a role" },
  removeRole: { summary: "Delete an IAM role" },
  attach: { summary: "Attach a managed policy" },
  detach: {
    summary: "Detach a managed policy",
    description: "The user, group or role loses the permissions of the policy; the policy itself stays."
  },
  putInline: { summary: "Set an inline policy" },
  removeInline: {
    summary: "Delete an inline policy",
    description: "The user, group or role loses the permissions of the policy. A deleted document cannot be restored."
  }
}

export const iamTexts: Readonly<Record<string, GroupTexts>> = {
  iam,
  iamChanges,
  iamReports: {
    follow: { summary: "Follow IAM users, groups or roles" },
    details: { summary: "Describe several IAM entities" },
    unused: { summary: "List unused IAM entities" },
    followUnused: { summary: "Follow the search for unused entities" },
    sources: { summary: "List policies of an IAM entity" },
    ask: { summary: "Evaluate a request of an IAM entity" },
    check: { summary: "Check a policy document" },
    test: { summary: "Test a role" }
  },
  clusterKeys: {
    list: { summary: "List keys of the context" },
    create: { summary: "Create a key of the context" },
    update: { summary: "Enable or disable a context key" },
    remove: { summary: "Delete a key of the context" },
    rotate: { summary: "Rotate the console's key" }
  },
  privateAccess: {
    list: { summary: "List private access" },
    people: { summary: "List people for private access" },
    grant: { summary: "Grant private access" },
    get: {
      summary: "Get a private access",
      description: "Its groups, policies and `state`; `problem` says what the gateway has not confirmed."
    },
    update: { summary: "Update a private access" },
    retry: { summary: "Retry a private access" },
    check: { summary: "Check a private access" },
    end: { summary: "End a private access" }
  },
  topics: {
    list: { summary: "List topics" },
    uses: { summary: "List uses of topics" },
    get: {
      summary: "Get a topic",
      description: "Address, policy and attributes of a topic with the `version` that edits name; never its password."
    },
    check: { summary: "Check a topic before saving" },
    create: { summary: "Create a topic" },
    test: { summary: "Test notifications of a bucket" },
    endpoint: { summary: "Test the address of a topic" },
    update: { summary: "Update a topic" },
    remove: { summary: "Delete a topic" }
  }
}
