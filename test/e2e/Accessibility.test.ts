import { readdirSync } from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, reach, sticksOut, violations, type Window } from "./console.ts"
import { type AxNode, readTree } from "./support/accessibilityTree.ts"
import { withConsole } from "./withConsole.ts"

const routes = path.resolve(import.meta.dirname, "../../frontend/src/routes/(console)")

const pagesIn = (folder: string, address: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? pagesIn(path.join(folder, entry.name), entry.name.startsWith("(") ? address : `${address}/${entry.name}`)
      : entry.name.startsWith("index.")
        ? [address === "" ? "/" : address]
        : []
  )

type Places = Readonly<Record<string, string>>

const addressOf = (page: string, places: Places): string => {
  const address = page.includes("[") ? places[page] : page
  if (address === undefined) throw new Error(`${page} needs an address in this test`)
  return address
}

type Theme = "dark" | "light"
interface At {
  readonly width: number
  readonly themes: readonly [Theme, Theme?]
  readonly narrower?: number
}

/** All rules at both widths for one theme, those about colours for the other; below 30 rem nothing changes. */
const WIDTHS: ReadonlyArray<At> = [
  { width: 1440, themes: ["dark", "light"] },
  { width: 390, themes: ["light"], narrower: 320 }
]

requirement("Chromium", chromiumLack())("accessibility", () => {
  let service: ServiceProcess
  let window: Window
  let places: Places
  withConsole("accessibility", async (opened) => {
    ;({ service, window } = opened)
    const { page } = window
    await opened.database.query("update ui_users set privileges = array['cluster_admin', 'storage_ops']")
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const [account] = (await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/accounts?page=1")).items
    const [me] = (await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/users?page=1")).items
    const user = await api(page, "POST", "/admin/s3-users", {
      storage_endpoint_id: sandbox?.id,
      rgw_user_uid: "anna",
      name: "Anna"
    })
    await api(page, "POST", "/admin/oidc-providers", {
      id: "alpha",
      label: "Alpha",
      enabled: false,
      config: {
        issuer: "https://id.example.org",
        client_id: "x",
        scopes: ["openid"],
        allowed_algorithms: ["RS256"],
        use_userinfo: false,
        linking_policy: "manual",
        trusted_domains: [],
        ca_certificate: null
      }
    })
    const group = await api(page, "POST", "/admin/groups", { name: "Archivists" })
    // long names, and a note with a long word: none may overflow the window
    const long = "Archive with an unusually long name that somebody thought was a good idea"
    await api(page, "POST", "/admin/storage-endpoints", {
      name: long,
      url: "http://127.0.0.1:9",
      features_config: { features: {} },
      tags: ["read mostly", "contract 2027-11", "cost centre 4711"]
    })
    const connection = await api(page, "POST", "/admin/s3-connections", {
      name: `${long}, nightly`,
      custom_endpoint: { url: "https://a-very-long-host-name.of-a-provider-far-away.example.net" },
      access_key: "AKIDNIGHTLY",
      secret_key: "a secret of the test",
      tags: [1, 2, 3].map((number) => ({ label: `a label of some length, number ${number}` }))
    })
    const own = await api(page, "POST", "/connections", {
      name: "Mine",
      storage_endpoint_id: sandbox?.id,
      access_key: "AKIDMINE",
      secret_key: "another secret of the test"
    })
    const rateCard = await api(page, "POST", "/admin/billing/rate-cards", {
      storage_endpoint_id: sandbox?.id,
      name: `${long}, prices`.slice(0, 100),
      currency: "EUR",
      valid_from: "2026-01-01",
      valid_until: null,
      price_per_gib_month: "0.018",
      price_per_gib_out: "0",
      prices_per_thousand_operations: {}
    })
    const [context] = await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager")
    const contextId = context?.id ?? ""
    const inContext = `?context_id=${contextId}`
    const comparison = await api(page, "POST", `/manager/bucket-comparisons${inContext}`, {
      source: { context_id: contextId, bucket: "sample-documents" },
      target: { context_id: contextId, bucket: "sample-pictures" },
      content: true,
      settings: true,
      versions: false
    })
    const migration = await api(page, "POST", `/manager/migrations${inContext}`, {
      source_context_id: contextId,
      target_context_id: contextId,
      buckets: [{ source: "sample-documents", target: "documents-of-2026" }],
      mode: "one_shot",
      strategy: "current_only",
      copy_bucket_settings: true,
      strong_integrity_check: false
    })
    await opened.database.query("update user_associations set portal_role = 'portal_manager'")
    await opened.database.query(
      `update storage_endpoints set features_config = jsonb_set(features_config, '{features,iam}', '{"enabled": true}')
       where id = ${sandbox?.id}`
    )
    await api(page, "PUT", "/admin/settings", { portal: { enabled: true } })
    const space = await api(page, "POST", `/portal/spaces?account_id=${contextId}`, {
      name: long,
      bucket_name: "sample-documents",
      existing_bucket: true
    })
    places = {
      "/[...missing]": "/manager/nothing",
      "/admin/accounts/[id]": `/admin/accounts/${account?.id}`,
      "/admin/billing/rate-cards/[id]": `/admin/billing/rate-cards/${rateCard.id}`,
      "/admin/groups/[id]": `/admin/groups/${group.id}`,
      "/admin/identity/providers/[type]/[id]": "/admin/identity/providers/oidc/alpha",
      "/admin/identity/providers/new/[type]": "/admin/identity/providers/new/ldap",
      "/admin/quotas/[type]/[id]": `/admin/quotas/S3Account/${account?.id}`,
      "/admin/s3-connections/[id]": `/admin/s3-connections/${connection.id}`,
      "/admin/s3-users/[id]": `/admin/s3-users/${user.id}`,
      "/admin/storage-endpoints/[id]": `/admin/storage-endpoints/${sandbox?.id}`,
      "/admin/users/[id]": `/admin/users/${me?.id}`,
      "/manager/buckets/[name]": "/manager/buckets/sample-documents",
      "/manager/buckets/[name]/access": "/manager/buckets/sample-documents/access",
      "/manager/buckets/[name]/advanced": "/manager/buckets/sample-documents/advanced",
      "/manager/buckets/[name]/history": "/manager/buckets/sample-documents/history",
      "/manager/buckets/[name]/lifecycle": "/manager/buckets/sample-documents/lifecycle",
      "/manager/buckets/[name]/permissions": "/manager/buckets/sample-documents/permissions",
      "/manager/buckets/[name]/properties": "/manager/buckets/sample-documents/properties",
      "/manager/buckets/[name]/objects": "/manager/buckets/sample-documents/objects",
      "/manager/comparisons/[id]": `/manager/comparisons/${comparison.id}${inContext}`,
      "/manager/migrations/[id]": `/manager/migrations/${migration.id}${inContext}`,
      "/portal/spaces/[id]": `/portal/spaces/${space.id}?account_id=${contextId}`,
      "/profile/connections/[id]": `/profile/connections/${own.id}`
    }
  })

  const show = async (address: string, page = window.page): Promise<Page> => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(service.origin + address)
    await rest(page)
    return page
  }

  const expectFits = async (page: Page, width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 900 })
    await rest(page)
    expect((await sticksOut(page)).join("\n")).toBe("")
  }

  const expectWhole = async (page: Page, { narrower, themes: [theme, other], width }: At): Promise<void> => {
    await expectFits(page, width)
    expect((await violations(page, theme)).join("\n")).toBe("")
    if (other !== undefined) expect((await violations(page, other, { coloursOnly: true })).join("\n")).toBe("")
    expect(faultsOf(await readTree(page)).join("\n")).toBe("")
    if (narrower !== undefined) await expectFits(page, narrower)
  }

  describe.each(pagesIn(routes, "").map((name) => ({ name })))("$name", ({ name }) => {
    let page: Page
    beforeAll(async () => {
      page = await show(addressOf(name, places))
    })
    it.each(WIDTHS)("keeps WCAG 2.2 AA, and its tree says what can be done, at $width px, $themes", (at) =>
      expectWhole(page, at)
    )
  })

  it.each([
    { side: "properties", features: ["encryption", "object_lock", "tags", "quota"] },
    { side: "permissions", features: ["public_access_block", "acl", "policy", "cors", "website"] },
    { side: "lifecycle", features: ["lifecycle"] },
    { side: "advanced", features: ["logging", "notifications"] }
  ])(
    "the editors of $side do so as well, as forms and as JSON",
    async ({ features, side }) => {
      const page = await show(`/manager/buckets/sample-documents/${side}`)
      for (const feature of features) {
        const section = page.getByTestId(`feature-${feature}`)
        await section.getByRole("button", { name: /^Edit / }).click()
        const editor = page.getByTestId(`edit-${feature}`)
        await editor.getByTestId("looked").waitFor()
        await expectAccessible(page, { within: `[data-testid=feature-${feature}]` })
        const json = editor.getByRole("button", { name: "JSON" })
        if (await json.isVisible()) {
          await json.click()
          await editor.locator(".cm-content").waitFor()
          await expectAccessible(page, { within: `[data-testid=feature-${feature}]` })
        }
        await editor.getByRole("button", { name: /^(Close|Discard)$/ }).click()
        const sure = page.getByRole("dialog").getByRole("button", { name: "Discard changes" })
        await sure
          .or(section.getByRole("button", { name: /^Edit / }))
          .first()
          .waitFor()
        if (await sure.isVisible()) {
          await expectAccessible(page, { within: "dialog[open]" })
          await sure.click()
        }
        await editor.waitFor({ state: "detached" })
        await page.locator("dialog[open]").waitFor({ state: "detached" })
      }
    },
    300_000
  )

  describe.each(["/login", "/login?way=s3", "/login/invitation#token=nothing", "/setup"])(
    "%s, before sign-in",
    (address) => {
      let page: Page
      beforeAll(async () => {
        const context = await window.browser.newContext({ reducedMotion: "reduce" })
        page = await show(address, await context.newPage())
      })
      afterAll(() => page.context().close())
      it.each(WIDTHS)("does so at $width px, $themes", (at) => expectWhole(page, at))
    }
  )

  it.each(["/manager/buckets", "/admin/users", "/admin/accounts", "/browser"])(
    "tabbing into the grid of %s marks a row, which is read as words",
    async (address) => {
      const page = await show(address)
      const grid = page.getByRole("grid")
      await grid.getByRole("row").nth(1).waitFor()
      await page.locator("input[type=search]").focus()
      await reach(page, grid)
      await expect.poll(() => grid.getAttribute("aria-activedescendant")).toMatch(/-row-0$/)
      const marked = await grid.getAttribute("aria-activedescendant")
      const row = (await readTree(page)).find((node) => node.role === "row" && node.id === marked)
      expect(row?.name).toMatch(/^\S.* \S+/)
      for (const cell of await page.locator(`#${marked} [role=gridcell]`).allInnerTexts())
        expect(row?.name).toContain(cell.trim().replace(/\s+/g, " "))
    },
    60_000
  )
})

const rest = async (page: Page): Promise<void> => {
  await page.locator("main h1").first().waitFor()
  await page.locator("main .skeleton").first().waitFor({ state: "detached" })
}

const CONTROLS = [
  "button",
  "link",
  "checkbox",
  "radio",
  "textbox",
  "searchbox",
  "combobox",
  "tab",
  "menuitem",
  "switch"
]

const faultsOf = (nodes: ReadonlyArray<AxNode>): ReadonlyArray<string> => {
  const controls = nodes.filter((node) => CONTROLS.includes(node.role))
  const copies = controls.map((node) => node.name).filter((name) => /^Copy/.test(name))
  return [
    ...controls.filter((node) => node.name.trim() === "").map((node) => `${node.role} without a name`),
    ...nodes
      .filter((node) => node.role === "status" && node.within.includes("button"))
      .map(() => "a status within a button"),
    ...copies.filter((name, at) => copies.indexOf(name) !== at).map((name) => `several buttons are called "${name}"`)
  ]
}
