import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const password = "nothing like a dame, sir"

requirement("Chromium", chromiumLack())("people and groups", () => {
  let service: ServiceProcess
  let window: Window
  let page: Page
  let account: { readonly id: number }
  let person: { readonly id: number }
  let group: { readonly id: number }
  withConsole("people", async (opened) => {
    ;({ service, window } = opened)
    page = window.page
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const me = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    const user_links = [
      { user_id: me.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
    ]
    account = await api(page, "POST", "/admin/accounts", {
      storage_endpoint_id: sandbox?.id,
      name: "weather-archive",
      user_links
    })
    await api(page, "POST", "/admin/accounts", { storage_endpoint_id: sandbox?.id, name: "game-assets" })
    await api(page, "POST", `/manager/buckets?context_id=${account.id}`, { name: "only-in-weather" })
    person = await api(page, "POST", "/admin/users", {
      email: "grace@example.org",
      full_name: "Grace Hopper",
      role: "ui_user",
      password
    })
  })

  const save = async () => {
    await page.getByRole("button", { name: "Save changes" }).click()
    await page
      .getByText(/is saved$/)
      .first()
      .waitFor()
  }
  const add = async (field: string, search: string, name: string) => {
    const list = page.getByTestId(field)
    await list.getByRole("combobox", { name: /^Search / }).fill(search)
    await list.getByRole("option", { name: `Add ${name}` }).click()
  }
  const asGrace = async (work: (theirs: Page) => Promise<void>) => {
    const context = await window.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
    const theirs = await context.newPage()
    theirs.setDefaultTimeout(10_000)
    try {
      await theirs.goto(`${service.origin}/login`)
      await theirs.getByLabel(/e-mail/i).fill("grace@example.org")
      await theirs.locator("input[type=password]").fill(password)
      await theirs.locator("form button[type=submit]").first().click()
      await theirs.waitForURL((url) => !url.pathname.startsWith("/login"))
      await work(theirs)
    } finally {
      await context.close()
    }
  }

  it("a group is made, gets people and RGW accounts from searchable lists, and says what it has", async () => {
    await page.goto(`${service.origin}/admin/groups?create=1`)
    await page.getByRole("dialog").getByLabel("Name").fill("Storage team")
    await page.getByRole("dialog").getByRole("button", { name: "Create group" }).click()
    await page.waitForURL(/\/admin\/groups\/\d+$/)
    group = { id: Number(new URL(page.url()).pathname.split("/").at(-1)) }
    await add("user_details", "grac", "Grace Hopper")
    await add("account_links", "weather", "weather-archive")
    await page.getByLabel("weather-archive: Objects").check()
    expect(await page.getByTestId("changed").innerText()).toBe("Changed: People, RGW accounts")
    await save()
    const saved = await api<{ user_details: ReadonlyArray<{ user_id: number }>; account_links: ReadonlyArray<object> }>(
      page,
      "GET",
      `/admin/groups/${group.id}`
    )
    expect(saved.user_details.map(({ user_id }) => user_id)).toEqual([person.id])
    expect(saved.account_links[0]).toMatchObject({
      account_id: account.id,
      manager_role: "account_administrator",
      allow_manager_browser_data_access: true
    })
    await expectAccessible(page)
    await page.goto(`${service.origin}/admin/groups`)
    await page.getByRole("grid").getByText("Storage team").waitFor()
    await expectAccessible(page)
  }, 120_000)

  it("a person's page says what they may do, and because of which group", async () => {
    await page.goto(`${service.origin}/admin/users/${person.id}`)
    const table = page.getByTestId("effective-access")
    await table.getByText("weather-archive").first().waitFor()
    expect(await table.getByRole("row").filter({ hasText: "weather-archive" }).allInnerTexts()).toEqual([
      expect.stringMatching(/Manager\s+Storage team/),
      expect.stringMatching(/Objects, in the Browser\s+Storage team/)
    ])
    expect(await table.getByRole("row").filter({ hasText: "Usage" }).innerText()).toMatch(/Given directly/)
    await expectAccessible(page)
  }, 60_000)

  it("what somebody else changed meanwhile is shown, and nothing of it is lost", async () => {
    await page.goto(`${service.origin}/admin/users/${person.id}`)
    await page.getByLabel("Full name").fill("Grace B. Hopper")
    const game = (await api<ReadonlyArray<{ id: number; name: string }>>(page, "GET", "/admin/accounts/minimal")).find(
      ({ name }) => name === "game-assets"
    )
    await api(page, "PUT", `/admin/users/${person.id}`, {
      account_links: [{ account_id: game?.id, portal_role: "portal_user" }]
    })
    await page.getByRole("button", { name: "Save changes" }).click()
    const conflict = page.getByTestId("conflict")
    await conflict.waitFor()
    expect(await conflict.innerText()).toMatch(/RGW accounts: nothing is now game-assets/)
    await page.getByRole("button", { name: "Save mine" }).click()
    await page.getByText("Grace B. Hopper is saved").waitFor()
    const now = await api<{ full_name: string; account_links: ReadonlyArray<object> }>(
      page,
      "GET",
      `/admin/users/${person.id}`
    )
    expect([now.full_name, now.account_links.length]).toEqual(["Grace B. Hopper", 1])
    await api(page, "PUT", `/admin/users/${person.id}`, { account_links: [] })
  }, 60_000)

  it("access through a group covers Manager and Browser, and ends within 5 s of the group", async () => {
    await asGrace(async (theirs) => {
      await theirs.goto(`${service.origin}/manager/buckets`)
      await theirs.getByRole("grid").getByText("only-in-weather").waitFor()
      const seen = await api<ReadonlyArray<{ id: string }>>(theirs, "GET", "/me/execution-contexts?workspace=manager")
      expect(seen.map(({ id }) => id)).toEqual([String(account.id)])
      const browsing = await theirs.context().newPage()
      await browsing.goto(`${service.origin}/browser`)
      await browsing.getByRole("grid").getByText("only-in-weather").waitFor()
      await api(page, "PUT", `/admin/groups/${group.id}`, { account_links: [] })
      await Promise.all([theirs, browsing].map((one) => one.getByTestId("context-screen").waitFor()))
      expect(await theirs.getByText("only-in-weather").isVisible()).toBe(false)
      expect(await browsing.getByText("only-in-weather").isVisible()).toBe(false)
    })
  }, 90_000)

  it("a tool that is switched off is not led to, and its page says who can switch it on", async () => {
    await api(page, "PUT", `/admin/groups/${group.id}`, {
      account_links: [{ account_id: account.id, manager_role: "account_administrator" }]
    })
    await api(page, "PUT", `/admin/users/${person.id}`, { manager_tools: { usage_stats: false } })
    await asGrace(async (theirs) => {
      await theirs.goto(`${service.origin}/manager/usage`)
      await theirs.getByTestId("forbidden").waitFor()
      expect(await theirs.getByTestId("forbidden").innerText()).toMatch(/An administrator can switch it on/)
      expect(await theirs.getByRole("link", { name: "Usage" }).count()).toBe(0)
    })
  }, 60_000)

  it("an RGW account's page gives it to people and groups", async () => {
    await page.goto(`${service.origin}/admin/accounts/${account.id}`)
    await page.getByTestId("group_links").getByText("Storage team").waitFor()
    await add("user_links", "grace@", "Grace B. Hopper")
    await page.getByLabel("Grace B. Hopper: Portal").selectOption("portal_user")
    await save()
    const saved = await api<{ user_links: ReadonlyArray<{ user_id: number; portal_role: string | null }> }>(
      page,
      "GET",
      `/admin/accounts/${account.id}`
    )
    expect(saved.user_links.find(({ user_id }) => user_id === person.id)?.portal_role).toBe("portal_user")
    await expectAccessible(page)
  }, 60_000)

  it("deleting a group asks for its name and says who loses what", async () => {
    await page.goto(`${service.origin}/admin/groups/${group.id}`)
    await page.getByRole("button", { name: "Delete group" }).first().click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("1 person loses at once what only this group gives").waitFor()
    await dialog.getByRole("textbox").fill("Storage team")
    await dialog.getByRole("button", { name: "Delete group" }).click()
    await page.waitForURL(/\/admin\/groups$/)
    await page.getByText("No group yet").waitFor()
    for (const [theme, width] of [
      ["light", 1440],
      ["dark", 390]
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${service.origin}/admin/users/${person.id}`)
      await page.getByTestId("effective-access").waitFor()
      await picture(page, `people-user-${theme}-${width}`)
      expect(await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true)
    }
  }, 90_000)
})
