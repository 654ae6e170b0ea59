import { assert, describe, it } from "@effect/vitest"
import {
  changeOf,
  otherRecipient,
  revocationOf,
  revocationsOf,
  sharingOf
} from "../../frontend/src/features/iam/bucketaccess/access-change.ts"
import {
  accessCsv,
  type AccessEntry,
  type AccessRoute,
  hasAccess,
  limitText,
  mergeEntries,
  routeText
} from "../../frontend/src/features/iam/bucketaccess/access-entry.ts"

const [yes, no, unknown] = (["yes", "no", "unknown"] as const).map((state) => ({ state, only: [], except: [] }))
const route: AccessRoute = {
  via: "identity_policy",
  effect: "Allow",
  name: "stowage-access-logs-1",
  holder: { entity: "groups", name: "team" },
  statement: "statement 1",
  grant: null,
  until: null,
  expired: false,
  rights: ["read"],
  revocable: true
}
const entry: AccessEntry = {
  id: "groups:team",
  kind: "iam_group",
  name: "team",
  detail: "",
  rights: { list: no!, read: yes!, write: unknown!, delete: no!, administer: no! },
  routes: [route],
  since: null,
  until: null,
  unknown: ["It depends on aws:SourceIp of the request"],
  notes: []
}

describe("who has access, in the console", () => {
  it("names the policy, its group, its statement and its end", () => {
    assert.strictEqual(routeText(route), "Policy stowage-access-logs-1 of group team, statement 1")
    assert.strictEqual(
      routeText({
        ...route,
        effect: "Deny",
        via: "bucket_policy",
        name: null,
        holder: null,
        until: "2027-01-01T00:00:00Z"
      }),
      "Denied by: Bucket policy, statement 1, until Jan 1, 2027, 12:00:00 AM UTC"
    )
    assert.strictEqual(
      routeText({ ...route, until: "soon" })
        .split(", ")
        .at(-1),
      "until soon"
    )
    assert.strictEqual(
      routeText({ ...route, statement: null, until: "2026-01-01T00:00:00Z", expired: true, rights: [] }),
      "Policy stowage-access-logs-1 of group team, expired Jan 1, 2026, 12:00:00 AM UTC"
    )
    const association = { ...route, via: "association", holder: null, statement: null } as const
    assert.strictEqual(routeText({ ...association, name: "Operators" }), "Group Operators")
    assert.strictEqual(routeText({ ...association, name: null }), "Direct association")
  })

  it("names the folders to which a right is limited", () => {
    assert.strictEqual(
      limitText({ state: "yes", only: ["a/*", "b/*"], except: ["a/x*"] }),
      "only a/*, b/*, except a/x*"
    )
    assert.strictEqual(limitText(yes!), "")
  })

  it("counts an unknown right as access", () => {
    assert.isTrue(hasAccess({ ...entry, rights: { ...entry.rights, read: no! } }))
    assert.isFalse(hasAccess({ ...entry, rights: { ...entry.rights, read: no!, write: no! } }))
  })

  it("keeps earlier entries until they are read again", () => {
    const [old, other] = [
      { ...entry, name: "old" },
      { ...entry, id: "users:ada" }
    ]
    assert.deepStrictEqual(mergeEntries([entry], [old, other]), [entry, other])
  })

  it("exports every entry, and each part that could not be read", () => {
    const lines = accessCsv([entry], [{ part: "IAM roles", why: "Not allowed" }]).split("\r\n")
    assert.strictEqual(
      lines[1],
      "team,IAM group,,No,Yes,Unknown,No,No," +
        '"Policy stowage-access-logs-1 of group team, statement 1",,,It depends on aws:SourceIp of the request,'
    )
    assert.strictEqual(lines[2], "IAM roles,Not read,,Unknown,Unknown,Unknown,Unknown,Unknown,,,,Not allowed,")
  })
})

describe("giving and revoking access, in the console", () => {
  it("turns the form into a change: a folder gets its slash, an empty end is none", () => {
    assert.deepStrictEqual(
      changeOf({ kind: "iam_group", name: " team ", prefix: "reports", level: "upload", until: "" }),
      {
        action: "give",
        recipient: { kind: "iam_group", name: "team" },
        prefix: "reports/",
        level: "upload",
        until: null
      }
    )
    assert.deepInclude(changeOf({ kind: "new_user", name: "ada", prefix: "", level: "read" }), {
      recipient: { kind: "iam_user", name: "ada", create: true },
      prefix: ""
    })
    const until = "2027-03-04T05:06"
    assert.strictEqual(changeOf({ until }).until, new Date(until).toISOString())
  })

  it("makes a link for a folder to download, and for a folder or the bucket to upload to", () => {
    const place = { bucket: "logs", contextId: "1" }
    assert.deepStrictEqual(sharingOf(place, { prefix: "a/b", level: "read" }), {
      ...place,
      prefix: "a/",
      keys: ["a/b/"]
    })
    assert.deepStrictEqual(sharingOf(place, { prefix: "a/", level: "read" }), { ...place, prefix: "", keys: ["a/"] })
    assert.deepStrictEqual(sharingOf(place, { prefix: "", level: "upload" }), { ...place, prefix: "", keys: [] })
    assert.throws(() => sharingOf(place, { prefix: " ", level: "read" }))
    assert.deepStrictEqual(["link", "person", "iam_group", undefined].map(otherRecipient), [
      "link",
      "person",
      null,
      null
    ])
  })

  it("revokes an inline policy of its holder, and a grant of the bucket policy by its name", () => {
    assert.deepStrictEqual(revocationOf(route), {
      action: "revoke",
      holder: { entity: "groups", name: "team" },
      name: "stowage-access-logs-1"
    })
    const granted = { ...route, via: "bucket_policy", holder: null, name: null, grant: "StowageAccess1" } as const
    assert.deepStrictEqual(revocationOf(granted), { action: "revoke", holder: null, name: "StowageAccess1" })
  })

  it("revokes a grant of several statements once", () => {
    const routes = [route, { ...route, statement: "statement 2" }, { ...route, name: "stowage-access-logs-2" }]
    assert.deepStrictEqual(
      revocationsOf({ ...entry, routes }).map((change) => change?.action === "revoke" && change.name),
      ["stowage-access-logs-1", false, "stowage-access-logs-2"]
    )
  })

  it("revokes no policy that was made elsewhere, and leaves links to their own dialog", () => {
    assert.isNull(revocationOf({ ...route, revocable: false }))
    assert.isNull(revocationOf({ ...route, via: "link" }))
  })
})
