const document = {
  version: 1,
  accounts: [
    {
      storage_endpoint: "Paris",
      name: "Research",
      rgw_account_id: "RGW00000000000000042",
      group_links: [
        { group: "Researchers", manager_role: "account_administrator", allow_manager_browser_data_access: true }
      ]
    }
  ],
  s3_connections: [
    {
      name: "Archive",
      storage_endpoint: "Paris",
      access_key: "AKARCHIVE",
      secret_key: { env: "ARCHIVE_SECRET" },
      groups: ["Researchers"]
    }
  ],
  groups: [{ name: "Researchers", description: "They work with data", members: ["ada@example.org"] }]
}
const change = {
  section: "groups",
  path: ["groups", "0"],
  name: "Researchers",
  part: "self",
  action: "update",
  fields: [{ path: "description", before: "", after: "They work with data", secret: false }],
  outcome: "planned",
  problem: null
}

export const apply = {
  ApplyRequest: {
    document,
    secrets: [{ reference: { env: "ARCHIVE_SECRET" }, value: "5f3c1d2e4b6a7988" }],
    dry_run: true,
    on_error: "stop"
  },
  ApplyReport: {
    dry_run: true,
    plan_hash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    counts: { create: 0, import: 0, update: 1, unchanged: 2, blocked: 0, done: 0, failed: 0, skipped: 0 },
    changes: [change],
    missing_secrets: []
  },
  ApplyExport: {
    document: { version: 1, groups: document.groups },
    source: "version: 1\ngroups:\n  - name: Researchers\n"
  },
  ApplyDocumentSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Stowage document",
    type: "object"
  }
}
