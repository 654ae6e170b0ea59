import { workTexts } from "./families.ts"
import type { GroupTexts } from "./OperationText.ts"

const locked = "Needs a bucket with object lock."

const browserObjects: GroupTexts = {
  list: {
    summary: "List objects and folders",
    description:
      "One page of the gateway's listing, in the order of keys. `next_continuation_token` goes into " +
      "`continuation_token`; pages may be shorter than `max_keys`. With `delimiter=/` folders are in `prefixes`."
  },
  facts: {
    summary: "Get size and type of an object",
    description: "Size, ETag, type, class and metadata by one HEAD request; tags, lock and ACL are in the details."
  },
  link: {
    summary: "Get an address to download",
    description:
      "`direct`: a presigned address of the gateway, where its CORS rules let browsers reach it. `proxied`: the " +
      "address of this service. Use it at once."
  },
  share: {
    summary: "Sign a link to an object",
    description:
      "Anybody who has the link can download, without sign-in, for 60 to 604,800 seconds or until the signing keys " +
      "end. It cannot be revoked; a share link can."
  },
  download: { summary: "Download an object" },
  createFolder: {
    summary: "Create a folder",
    description: "Stores an empty object whose key ends in a slash. 409 if the folder exists."
  },
  removeMany: {
    summary: "Delete up to 1,000 objects",
    description:
      "Answers 200 with one result per key, in order; a missing key counts as deleted. In a bucket with versioning " +
      "keys get a delete marker, while `versions` are deleted permanently."
  }
}

const browserObjectDetails: GroupTexts = {
  read: {
    summary: "Get details of an object",
    description:
      "Headers, metadata, checksum, encryption, lock, archive state, parts, tags and ACL of an object or version, " +
      "with the `revision` that edits name."
  },
  edit: { summary: "Edit headers and metadata" },
  editTags: {
    summary: "Edit tags of an object",
    description: "`set` adds or replaces tags, `remove` deletes them by key; others stay. The answer is the new list."
  },
  setAcl: {
    summary: "Set the ACL of an object",
    description: "Replaces the grants of an object or version. The owner stays."
  },
  setLegalHold: {
    summary: "Set the legal hold of an object",
    description: `While it is on, the version cannot be deleted by anybody. ${locked}`
  },
  setRetention: {
    summary: "Set the retention of an object",
    description:
      "Until then the version cannot be deleted. A governance retention is shortened only with " +
      `\`bypass_governance\`, a compliance retention never. ${locked}`
  },
  recall: { summary: "Recall an archived object" },
  restoreVersion: { summary: "Restore an earlier version" },
  undelete: { summary: "Undelete an object" },
  removeVersion: {
    summary: "Delete a version permanently",
    description:
      "Cannot be undone. A locked version is 409 with the reason; `bypass_governance` passes a governance retention " +
      "if the keys may."
  }
}

const browserUploads: GroupTexts = {
  start: {
    summary: "Start an upload",
    description:
      "Answers the plan: part size, number of parts, and whether parts go to the gateway (`direct`) or through this " +
      "service (`proxied`). An unfinished upload of the same file is resumed. Abandoned ones are aborted after 24 " +
      "hours."
  },
  whole: {
    summary: "Upload a small object",
    description:
      "Stores up to 4 MiB in one request through this service: all of it or nothing. Larger ones are 413: start an " +
      "upload."
  },
  open: {
    summary: "List your unfinished uploads",
    description: "Uploads of the caller in this context that were neither completed nor aborted."
  },
  state: {
    summary: "Get the state of an upload",
    description: "The plan and the parts that the gateway has, so that a client sends only the missing ones."
  },
  links: {
    summary: "Sign links for parts",
    description:
      "Presigned addresses of up to 100 parts of a direct upload, with the headers that the client has to send."
  },
  transferWorker: { summary: "Get the transfer worker" },
  part: {
    summary: "Upload a part",
    description:
      "Sends one part of a proxied upload. Its length and the checksum that the plan names have to match; sending a " +
      "part again replaces it."
  },
  complete: {
    summary: "Complete an upload",
    description:
      "Joins the parts. 409 `state_conflict` for missing parts or a wrong checksum, `already_exists` if the key had " +
      "to be free. Can be repeated safely."
  },
  abort: {
    summary: "Abort an upload",
    description: "Deletes its parts at the gateway. Doing it twice is fine."
  }
}

export const browserTexts: Readonly<Record<string, GroupTexts>> = {
  browserObjects,
  browserObjectDetails,
  browserUploads,
  browserArchives: {
    order: {
      summary: "Order a ZIP archive",
      description:
        "Takes up to 1,000 objects and folders and answers the address of the archive, which is valid for an hour. " +
        "429 beyond 60 valid orders of a person."
    },
    download: {
      summary: "Download a ZIP archive",
      description:
        "Written while it is read, and not resumable. Objects that cannot be read are named in `NOT IN THIS " +
        "ARCHIVE.txt`."
    }
  },
  browserBuckets: {
    search: {
      summary: "Search buckets",
      description:
        "Buckets of the context from the snapshot, without asking the gateway; a stale snapshot is refreshed in the " +
        "background. `exact=true` matches whole names."
    },
    stream: { summary: "Follow the list of buckets" }
  },
  browserFolderHistory: {
    editAttributes: { summary: "Edit attributes of many objects" },
    previewRestore: { summary: "Preview a folder at a moment" },
    restore: { summary: "Restore a folder to a moment" },
    previewCleaning: { summary: "Preview the deletion of old versions" },
    clean: { summary: "Delete old versions permanently" }
  },
  browserListings: {
    versions: { summary: "List versions" },
    multipart: {
      summary: "List unfinished multipart uploads",
      description:
        "Uploads that the gateway holds parts of, whoever started them, by markers: `next_key_marker` and " +
        "`next_upload_id_marker` go into `key_marker` and `upload_id_marker`."
    },
    abort: { summary: "Abort a multipart upload" },
    search: { summary: "Search objects" },
    folderSize: { summary: "Measure a folder" },
    corsAdvice: { summary: "Get CORS advice for a bucket" }
  },
  browserObjectWork: {
    remove: { summary: "Delete objects and folders" },
    planRemoval: { summary: "Plan a deletion" },
    copy: { summary: "Copy or move objects" },
    planCopy: { summary: "Plan a copy or move" },
    rename: { summary: "Rename an object or folder" }
  },
  browserShares: {
    create: { summary: "Create a share link" },
    list: { summary: "List share links to a bucket" }
  },
  ownShares: {
    mine: {
      summary: "List your share links",
      description: "Links that the caller created, newest first, at most 500, with state and uses; without addresses."
    },
    address: { summary: "Get the address of a link" },
    revoke: { summary: "Revoke a share link" },
    hits: {
      summary: "List uses of a share link",
      description:
        "The newest 200: what was downloaded or sent, how much, when and from which network; wrong passwords too."
    }
  },
  browserWork: workTexts
}

export const shareTexts: Readonly<Record<string, GroupTexts>> = {
  share: {
    view: {
      summary: "Open a share link",
      description:
        "What the link offers, and nothing of where it is stored. `locked` asks for the password first. Ended, " +
        "revoked and wrong links are the same 404."
    },
    unlock: { summary: "Unlock a share link" },
    files: {
      summary: "List shared files",
      description: "Files of a shared folder or selection by name, a page at a time: `next` goes into `after`."
    },
    file: { summary: "Download a shared file" },
    archive: {
      summary: "Download shared files as ZIP",
      description: "Written while it is read. Each request counts as a download of the link."
    },
    send: { summary: "Send a file to a link" }
  },
  deliveries: { receive: { summary: "Receive a test event" } }
}
