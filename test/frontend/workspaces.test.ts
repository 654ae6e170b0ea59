import { assert, describe, it } from "@effect/vitest"
import type { SignedIn } from "../../frontend/src/client/session.ts"
import { crumbsOf } from "../../frontend/src/lib/crumbs.ts"
import { frameOf, sidebarOf } from "../../frontend/src/lib/frame-of.ts"
import {
  navFor,
  navItemOf,
  pageRefusal,
  WORKSPACES,
  workspaceOf,
  workspacesFor
} from "../../frontend/src/lib/workspaces.ts"
import { workspacesOf } from "../../services/domain/identity/signin/SignInPolicy.ts"

const as = (role: "ui_superadmin" | "ui_admin" | "ui_user" | "ui_none"): SignedIn =>
  ({
    authenticated: true,
    kind: "user",
    user: { id: 1, role },
    manager_tools: { usage_stats: true },
    disabled_tools: [],
    workspaces: workspacesOf(role, { cluster_admin: true, storage_ops: true })
  }) as unknown as SignedIn
const withKeys = { authenticated: true, kind: "s3", access_key: "AK", workspaces: ["browser"] } as unknown as SignedIn
const somebody = [as("ui_superadmin"), as("ui_admin"), as("ui_user"), as("ui_none"), withKeys]

const pages = WORKSPACES.flatMap(({ nav }) => nav.flatMap(({ items }) => items.map(({ href }) => href)))
const pathOf = (href: string) => href.split("#")[0] ?? href

describe("the seven workspaces", () => {
  it("are carried by the frame, and those without pages are not led to", () => {
    assert.deepStrictEqual(WORKSPACES.map(({ id }) => id).toSorted(), [
      "admin",
      "browser",
      "cluster-admin",
      "manager",
      "portal",
      "profile",
      "storage-ops"
    ])
    assert.deepStrictEqual(
      workspacesFor(as("ui_superadmin")).map(({ id }) => id),
      ["manager", "browser", "admin", "cluster-admin", "storage-ops"]
    )
    assert.deepStrictEqual(
      workspacesFor(as("ui_user")).map(({ id }) => id),
      ["manager", "browser", "cluster-admin", "storage-ops"]
    )
    assert.deepStrictEqual(
      workspacesFor(withKeys).map(({ id }) => id),
      ["browser"]
    )
    assert.deepStrictEqual(workspacesFor(as("ui_none")), [])
    assert.deepStrictEqual(workspacesFor(null), [], "none before it is known who is here")
    const unprivileged = { ...as("ui_admin"), workspaces: ["admin", "manager", "browser"] } as unknown as SignedIn
    assert.notInclude(
      workspacesFor(unprivileged).map(({ id }) => id),
      "cluster-admin"
    )
    for (const href of ["/cluster-admin", "/cluster-admin/users", "/storage-ops/buckets"])
      assert.include(pageRefusal(href, unprivileged)?.text, "Your privileges do not open this workspace")
  })

  it("the Portal is led to, and before the others, exactly when the session's workspaces contain it", () => {
    const ids = (session: SignedIn) => workspacesFor(session).map(({ id }) => id)
    const withPortal = { ...as("ui_user"), workspaces: ["manager", "browser", "portal"] } as unknown as SignedIn
    assert.deepStrictEqual(ids(withPortal), ["portal", "manager", "browser"])
    for (const session of somebody) assert.notInclude(ids(session), "portal")
    assert.isNull(pageRefusal("/portal/keys", withPortal))
    assert.strictEqual(pageRefusal("/portal/keys", as("ui_user"))?.who, "Portal is not open to you")
  })

  it("a tool that is switched off is neither led to nor shown, and says who can switch it on", () => {
    const without = { ...as("ui_user"), manager_tools: { usage_stats: false } } as unknown as SignedIn
    const shown = (session: SignedIn) =>
      workspacesFor(session).flatMap(({ nav }) => nav.flatMap(({ items }) => items.map(({ href }) => href)))
    assert.include(shown(as("ui_user")), "/manager/usage")
    assert.notInclude(shown(without), "/manager/usage")
    assert.include(pageRefusal("/manager/usage", without)?.text, "An administrator can switch it on")
    assert.strictEqual(pageRefusal("/manager/buckets", without), null)
    const offForAll = { ...without, disabled_tools: ["usage_stats"] } as unknown as SignedIn
    assert.strictEqual(
      pageRefusal("/manager/usage", offForAll)?.text,
      "This tool is switched off for everybody. A superadmin can switch it on in the settings."
    )
  })

  it("what the navigation shows somebody is what they are not refused, role by role and page by page", () => {
    for (const session of somebody) {
      const own = session.kind === "user" ? WORKSPACES.filter(({ id }) => id === "profile") : []
      const shown = new Set(
        [...workspacesFor(session), ...own].flatMap(({ nav }) =>
          navFor(nav, session).flatMap(({ items }) => items.map(({ href }) => href))
        )
      )
      for (const href of pages)
        assert.strictEqual(
          pageRefusal(pathOf(href), session) === null,
          shown.has(href),
          `${JSON.stringify(session)} ${href}`
        )
    }
  })

  it("a refusal names the page and leads somewhere that is open, wherever anything is", () => {
    for (const session of somebody) {
      for (const href of pages) {
        const refusal = pageRefusal(`${pathOf(href)}/below`, session)
        if (refusal === null) continue
        assert.isAbove(refusal.title.length * refusal.who.length * refusal.text.length, 0)
        if (refusal.next !== null)
          assert.isNull(pageRefusal(pathOf(refusal.next.href), session), `${href} leads to ${refusal.next.href}`)
        else assert.deepStrictEqual(workspacesFor(session), [])
      }
    }
    assert.strictEqual(pageRefusal("/admin/api-tokens", as("ui_admin"))?.who, "For super administrators")
    assert.strictEqual(pageRefusal("/admin/nothing", as("ui_user"))?.who, "Admin is not open to you")
    assert.strictEqual(pageRefusal("/profile", withKeys)?.who, "For people with an account")
    assert.isNull(pageRefusal("/admin/users", null), "not while it is unknown who asks")
  })

  it("an address belongs to a workspace by whole segments", () => {
    const workspace = (path: string) => workspaceOf(path)?.id ?? null
    assert.strictEqual(workspace("/admin/users"), "admin")
    assert.strictEqual(workspace("/onboarding"), "admin")
    assert.strictEqual(workspace("/manager/nothing"), "manager")
    assert.strictEqual(workspace("/storage-ops/buckets"), "storage-ops")
    for (const path of ["/adminx", "/", "/managers/buckets", "/profiles", "/x/admin"])
      assert.isNull(workspace(path), path)
    assert.strictEqual(navItemOf("/manager/buckets/a/objects")?.label, "Buckets")
    assert.isNull(navItemOf("/manager/bucketsx"))
  })

  it("an address of none has the ways into those that are open beside it", () => {
    assert.deepStrictEqual(
      sidebarOf(frameOf("/adminx"), as("ui_user"))[0]?.items.map(({ href }) => href),
      ["/manager/buckets", "/browser", "/cluster-admin/buckets", "/storage-ops/buckets"]
    )
    assert.isNull(frameOf("/adminx").contexts)
  })
})

describe("crumbs", () => {
  const labels = (path: string, trail: { path: string; label: string } | null = null) =>
    crumbsOf(path, trail).map(({ label }) => label)
  it("lead from the declared page to the place within it", () => {
    assert.deepStrictEqual(labels("/manager/buckets"), ["Buckets"])
    assert.deepStrictEqual(labels("/manager/buckets/acme%2Flogs.2026/objects"), ["Buckets", "acme/logs.2026"])
    assert.deepStrictEqual(labels("/profile"), ["Your account"])
    assert.deepStrictEqual(labels("/adminx"), [])
  })
  it("take the name that a page says of itself, while it is that page", () => {
    assert.deepStrictEqual(labels("/admin/users/7", { path: "/admin/users/7", label: "Ada" }).slice(1), ["Ada"])
    assert.strictEqual(labels("/admin/users/8", { path: "/admin/users/7", label: "Ada" }).length, 1)
  })
})
