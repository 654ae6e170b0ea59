const id = "8a1f0c5e-3f0a-4a53-9c1e-1f6f2d9f7b10"
const created_at = "2026-05-04T09:30:00.000Z"
const expires_at = "2026-05-11T09:30:00.000Z"
const url = "https://stowage.example.org/share/3q2-7wOkN1m9yXb0Q4dR5sT6uV7wX8yZ9aB0cD1eF2g"
const file = { name: "january.pdf", size_bytes: 48_211, modified_at: created_at }
const shareFields = { title: "Reports", note: "As agreed.", expires_at }

const share = {
  id,
  kind: "archive",
  state: "active",
  title: "Reports",
  note: "As agreed.",
  context_id: "12",
  bucket: "backups",
  prefix: "2026/",
  keys: ["2026/reports/"],
  objects: [],
  version_id: null,
  has_password: true,
  own: true,
  made_by: "ada@example.org",
  created_at,
  expires_at,
  revoked_at: null,
  max_uses: 20,
  max_file_bytes: null,
  max_total_bytes: null,
  uses: 3,
  bytes: 144_633
}
const managed = {
  id,
  kind: "archive",
  state: "active",
  title: "Reports",
  bucket: "backups",
  prefix: "2026/reports/",
  folders: ["2026/reports/"],
  entries: 1,
  has_password: true,
  made_by: "ada@example.org",
  context_id: "12",
  context_name: "climate",
  storage: "north",
  created_at,
  expires_at,
  revoked_at: null,
  max_uses: 20,
  uses: 3,
  bytes: 144_633
}
const hit = {
  id: 7,
  what: "archive",
  name: "Reports.zip",
  bytes: 48_211,
  outcome: "done",
  network: "192.0.2.7",
  at: created_at
}

export const shares = {
  CreateShare: {
    kind: "archive",
    prefix: "2026/",
    keys: ["2026/reports/"],
    title: "Reports",
    note: "As agreed.",
    expires_seconds: 604_800,
    password: "correct horse battery staple",
    max_uses: 20
  },
  Share: share,
  ShareList: { items: [share] },
  ManagedShare: managed,
  ManagedShareList: { items: [managed] },
  ManagedSharePage: { items: [managed], total: 1, total_all: 1, page: 1, page_size: 25, has_next: false },
  ShareAddress: { url },
  MadeShare: { share, url },
  ShareHit: hit,
  ShareHitList: { items: [hit] },
  UnlockShare: { password: "correct horse battery staple" },
  SharedFile: file,
  SharedView: { kind: "archive", ...shareFields, file_name: "Reports.zip" },
  SharedFiles: { items: [file], next: null }
}
