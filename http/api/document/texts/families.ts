import type { GroupTexts } from "./OperationText.ts"

export const workTexts: GroupTexts = {
  list: {
    summary: "List runs of long work",
    description:
      "Runs of this scope, newest first, by cursor. `kind` and `state` filter them. Ended runs are deleted after " +
      "`WORK_RETENTION_DAYS`."
  },
  get: {
    summary: "Get a run",
    description: "State, progress and totals of a run. The stream of the run sends the same while it changes."
  },
  items: {
    summary: "List the items of a run",
    description:
      "Items with their state, and with the problem of those that failed, by cursor. `state` filters them, for " +
      "example to the failed ones."
  },
  stream: { summary: "Follow a run" },
  report: { summary: "Download the report of a run" },
  pause: {
    summary: "Pause a run",
    description:
      "Items that have begun are finished or brought to a safe point first. 409 `state_conflict` unless the run is " +
      "running."
  },
  resume: {
    summary: "Resume a paused run",
    description: "Continues with the items that are not done. 409 `state_conflict` unless the run is paused."
  },
  stop: {
    summary: "Stop a run",
    description:
      "Items that have begun are finished or brought to a safe point; the others are left alone, and what is done " +
      "stays done. 409 `state_conflict` once the run has ended."
  },
  undo: {
    summary: "Undo a run",
    description:
      "Takes back the items of an ended run that stored how. Items that resist stay done and say why; undo can be " +
      "repeated for them. 409 `state_conflict` if nothing can be undone, or while other work of its kind is running."
  }
}

export const bucketsTexts = (sharing: string): GroupTexts => ({
  list: { summary: "List buckets" },
  query: { summary: "Query buckets by a long filter" },
  stream: { summary: "Follow the list of buckets" },
  refresh: {
    summary: "Refresh the snapshot of buckets",
    description: "Requests a new reading of the buckets and returns at once. The stream sends what changes."
  },
  advice: {
    summary: "Get advice about buckets",
    description:
      "Buckets with crowded or scattered index shards, unfinished uploads, versions that are kept for ever, or no " +
      "lifecycle rules. Each advice has the number of buckets, and of those of which it is not known; `filter` finds " +
      "them as `advanced_filter` of the list. Waits up to 10 s for features that are not read yet."
  },
  tags: {
    summary: "List bucket tags of the console",
    description: `Tags by which the console marks buckets. ${sharing} They are not the S3 tags of a bucket.`
  },
  assignTags: { summary: "Assign and remove bucket tags" },
  editTag: {
    summary: "Edit a bucket tag",
    description: "The change shows on every bucket that has the tag. Nothing changes on the gateway."
  },
  removeTag: {
    summary: "Delete a bucket tag",
    description: "Removes the tag from all buckets. The buckets themselves do not change."
  }
})

export const bucketChangesTexts: GroupTexts = {
  plan: { summary: "Plan a change of many buckets" },
  start: { summary: "Start a planned bucket change" }
}

export const bucketViewsTexts = (audience: string): GroupTexts => ({
  list: {
    summary: "List named views of buckets",
    description:
      `Own private views, and those that are shared with ${audience}. \`left_out\` names stored parts that this ` +
      "release does not know; `query` has the rest."
  },
  create: {
    summary: "Create a named view of buckets",
    description:
      "`query` has the parameters that the console's table has in its address. At most 50 private and 100 shared " +
      "views; a second view with a name, without regard to case, is 409 `already_exists`."
  },
  edit: {
    summary: "Edit a named view of buckets",
    description:
      "Renames, replaces or shares a view. Others than its maker and administrators get 403 for a shared view, and " +
      "404 for a private one. Only the maker can make a view private."
  },
  remove: { summary: "Delete a named view of buckets", description: "Deletes a view. No bucket changes." }
})
