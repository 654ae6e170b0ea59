export interface SpaceRequest {
  readonly bucket: string
  readonly key: string
  readonly folder: string
  readonly upload: string
}

export interface SpaceRoute {
  readonly right: "read" | "write" | "manage"
  readonly asks: boolean
  readonly query?: (request: SpaceRequest) => Readonly<Record<string, string>>
  readonly body?: (request: SpaceRequest) => unknown
  readonly bytes?: true
}

const version_id = "ll3RuM1j6zogpq785tSVwnPk8q4r9fJ"
const moment = "2026-05-04T09:30:00.000Z"
const key = ({ key }: SpaceRequest) => ({ key })
const prefix = ({ folder }: SpaceRequest) => ({ prefix: folder })
const selected = ({ folder, key }: SpaceRequest) => ({ keys: [key], prefixes: [folder] })
const copied = (request: SpaceRequest) => ({
  keys: [request.key],
  base: request.folder,
  target: { bucket_name: request.bucket, prefix: `${request.folder}copy/` },
  on_conflict: "skip"
})
const version = ({ key }: SpaceRequest) => ({ key, version_id })

export const spaceRoutes: Readonly<Record<string, SpaceRoute>> = {
  "GET /objects": { right: "read", asks: true, query: prefix },
  "GET /objects/facts": { right: "read", asks: true, query: key },
  "GET /objects/download-link": { right: "read", asks: false, query: key },
  "GET /objects/shared-link": { right: "read", asks: false, query: (one) => ({ ...key(one), expires_seconds: "600" }) },
  "GET /objects/download": { right: "read", asks: true, query: key },
  "GET /objects/details": { right: "read", asks: true, query: key },
  "GET /versions": { right: "manage", asks: true, query: prefix },
  "GET /multipart": { right: "write", asks: false, query: prefix },
  "DELETE /multipart": { right: "write", asks: true, query: (one) => ({ ...key(one), upload_id: "2~gone" }) },
  "GET /search": { right: "read", asks: true, query: prefix },
  "GET /folder-size": { right: "read", asks: true, query: prefix },
  "GET /cors-advice": { right: "read", asks: false },
  "GET /transfer-worker": { right: "write", asks: false },
  "GET /point-in-time": { right: "manage", asks: false, query: (one) => ({ ...prefix(one), at: moment }) },
  "GET /old-versions": { right: "manage", asks: false, query: (one) => ({ ...prefix(one), keep_newest: "1" }) },
  "POST /point-in-time": {
    right: "manage",
    asks: false,
    body: (one) => ({ ...prefix(one), at: "2026-05-03T00:00:00.000Z", planned_at: moment, plan_hash: "none" })
  },
  "POST /old-versions": {
    right: "manage",
    asks: false,
    body: (one) => ({ ...prefix(one), keep_newest: 1, orphan_markers: true, planned_at: moment })
  },
  "POST /attributes": {
    right: "write",
    asks: false,
    body: (one) => ({ ...selected(one), change: { metadata: [{ name: "a", value: "b" }] } })
  },
  "POST /deletions": { right: "write", asks: false, body: selected },
  "POST /deletions/plan": { right: "write", asks: false, body: selected },
  "POST /copies": { right: "write", asks: false, body: copied },
  "POST /copies/plan": { right: "write", asks: false, body: copied },
  "POST /renames": { right: "write", asks: false, body: ({ key }) => ({ from: key, to: `${key}.renamed` }) },
  "POST /archives": { right: "read", asks: false, body: ({ folder, key }) => ({ prefix: folder, keys: [key] }) },
  "POST /folders": { right: "write", asks: true, body: ({ folder }) => ({ prefix: `${folder}new/` }) },
  "DELETE /objects": { right: "write", asks: true, body: ({ key }) => ({ keys: [`${key}.gone`] }) },
  "POST /shares": {
    right: "read",
    asks: false,
    body: ({ folder, key }) => ({ kind: "archive", prefix: folder, keys: [key], title: "Share", expires_seconds: 600 })
  },
  "GET /shares": { right: "read", asks: false },
  "PATCH /objects/details": {
    right: "write",
    asks: true,
    body: ({ key }) => ({ key, revision: "0f5c1a2b3c4d5e6f708192a3b4c5d6e7", headers: { cache_control: "no-store" } })
  },
  "PATCH /objects/tags": {
    right: "write",
    asks: true,
    body: ({ key }) => ({ key, set: [{ key: "team", value: "a" }], remove: [] })
  },
  "PUT /objects/acl": { right: "manage", asks: true, body: ({ key }) => ({ key, acl: { canned: "public-read" } }) },
  "PUT /objects/legal-hold": { right: "manage", asks: true, body: ({ key }) => ({ key, legal_hold: true }) },
  "PUT /objects/retention": {
    right: "manage",
    asks: true,
    body: ({ key }) => ({ key, mode: "governance", retain_until: "2030-01-01T00:00:00.000Z" })
  },
  "POST /objects/recall": { right: "manage", asks: true, body: ({ key }) => ({ key, days: 1 }) },
  "POST /objects/restore-version": { right: "manage", asks: true, body: version },
  "POST /objects/undelete": { right: "manage", asks: true, body: version },
  "DELETE /objects/version": { right: "manage", asks: true, body: version },
  "POST /uploads": { right: "write", asks: false, body: ({ key }) => ({ key: `${key}.new`, size_bytes: 3 }) },
  "PUT /uploads": { right: "write", asks: true, query: ({ key }) => ({ key: `${key}.new` }), bytes: true },
  "GET /uploads/:upload_id": { right: "write", asks: false },
  "POST /uploads/:upload_id/links": { right: "write", asks: false, body: () => ({ part_numbers: [1] }) },
  "PUT /uploads/:upload_id/parts/:part_number": { right: "write", asks: false, bytes: true },
  "POST /uploads/:upload_id/complete": { right: "write", asks: false },
  "DELETE /uploads/:upload_id": { right: "write", asks: false }
}
