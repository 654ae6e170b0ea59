const moment = "2026-05-04T09:30:00.000Z"
const key = "2026/readme.txt"
const version_id = "ll3RuM1j6zogpq785tSVwnPk8q4r9fJ"
const tags = [{ key: "team", value: "analytics" }]
const grants = [
  { type: "user", grantee: "RGW00000000000000012", display_name: "Analytics", permission: "FULL_CONTROL" }
]

const sums = { objects: 1204, bytes: 73_400_320, hidden_versions: 0, hidden_bytes: 0, delete_markers: 0 }
const counted = { objects: 1204, bytes: 73_400_320 }
const size = {
  prefix: "2026/",
  ...sums,
  children: [{ key: "2026/05/", kind: "folder", ...sums }],
  rest: { children: 0, objects: 0, bytes: 0, hidden_versions: 0, hidden_bytes: 0, delete_markers: 0 },
  storage_classes: [{ storage_class: "STANDARD", ...counted }],
  ages: [{ days: 30, ...counted }],
  last_key: "2026/05/zones.csv"
}
const frame = (event: string, data: object) => ({ id: "1", event, data: JSON.stringify(data) })

export const objects = {
  ObjectDetails: {
    key,
    version_id,
    size_bytes: 120,
    etag: '"5d41402abc4b2a76b9719d911017c592"',
    modified_at: moment,
    headers: {
      content_type: "text/plain",
      cache_control: "no-cache",
      content_disposition: null,
      content_encoding: null,
      content_language: null,
      expires: null,
      website_redirect: null
    },
    metadata: { author: "ada" },
    storage_class: "STANDARD",
    checksum: { algorithm: "CRC32", value: "NhCmhg==", type: "FULL_OBJECT" },
    encryption: { kind: "none", kms_key_id: null },
    lock: { mode: "governance", retain_until: "2026-06-04T09:30:00.000Z", legal_hold: false },
    restore: null,
    parts: null,
    revision: "0f5c1a2b3c4d5e6f708192a3b4c5d6e7",
    tags,
    acl: { owner: { id: "RGW00000000000000012", name: "Analytics" }, grants }
  },
  EditObject: {
    key,
    revision: "0f5c1a2b3c4d5e6f708192a3b4c5d6e7",
    headers: { cache_control: "max-age=3600", expires: null },
    metadata: [
      { name: "author", value: "ada" },
      { name: "draft", value: null }
    ]
  },
  EditTags: { key, set: tags, remove: ["draft"] },
  ObjectTags: { tags },
  SetObjectAcl: { key, acl: { canned: "public-read" } },
  SetLegalHold: { key, version_id, legal_hold: true },
  SetRetention: {
    key,
    version_id,
    mode: "governance",
    retain_until: "2026-06-04T09:30:00.000Z",
    bypass_governance: false
  },
  RecallObject: { key, days: 7, tier: "Standard" },
  NamedVersion: { key, version_id },
  RemoveVersion: { key, version_id, bypass_governance: true },
  FolderSizeFrame: frame("progress", size),
  FolderSizeProgressFrame: frame("progress", size),
  FolderSizeResultFrame: frame("result", size),
  FolderSizeDoneFrame: frame("done", {})
}
