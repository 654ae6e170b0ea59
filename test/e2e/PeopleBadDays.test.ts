import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, api, asPerson, expectAccessible, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const colleague = { email: "grace@example.org", password: "nothing like a dame, sir" }

requirement("Chromium", chromiumLack())("bad days of those who administer people", () => {
  let service: ServiceProcess
  let window: Window
  let page: Page
  let person: { readonly id: number }
  withConsole("bad-days", async (opened) => {
    ;({ service, window } = opened)
    page = window.page
    await api(page, "PUT", "/admin/settings/authentication", {
      require_passkey_for_admins: false,
      require_passkey_for_users: false
    })
    await api(page, "POST", "/admin/users", { ...colleague, full_name: "Grace Hopper", role: "ui_admin" })
    person = await api(page, "POST", "/admin/users", {
      email: "miles@example.org",
      full_name: "Miles O’Brien",
      role: "ui_user"
    })
  })

  const group = (name: string): Promise<{ id: number }> => api(page, "POST", "/admin/groups", { name })

  it("two administrators edit one person: the second sees the change and keeps typed values", async () => {
    await group("Night shift")
    await page.goto(`${service.origin}/admin/users/${person.id}`)
    await page.getByLabel("Full name").fill("Chief Miles O’Brien")
    const groups = page.getByTestId("group_details")
    await groups.getByRole("combobox").fill("night")
    await groups.getByRole("option", { name: "Add Night shift" }).click()
    await asPerson(window, service.origin, colleague, async (theirs) => {
      await theirs.goto(`${service.origin}/admin/users/${person.id}`)
      await theirs.getByLabel("E-mail").fill("chief@example.org")
      await theirs.getByRole("button", { name: "Save changes" }).click()
      await theirs
        .getByText(/is saved$/)
        .first()
        .waitFor()
    })
    await page.getByRole("button", { name: "Save changes" }).click()
    const conflict = page.getByTestId("conflict")
    await conflict.waitFor()
    expect(await conflict.innerText()).toMatch(/E-mail: miles@example\.org is now chief@example\.org/)
    await expectAccessible(page)
    expect(await page.getByLabel("Full name").inputValue(), "what was typed stands there still").toBe(
      "Chief Miles O’Brien"
    )
    await page.getByRole("button", { name: "Save mine" }).click()
    await page.getByText("Chief Miles O’Brien is saved").waitFor()
    const now = await api<{ full_name: string; email: string; group_details: ReadonlyArray<{ name: string }> }>(
      page,
      "GET",
      `/admin/users/${person.id}`
    )
    expect([now.full_name, now.email, now.group_details.map(({ name }) => name)]).toEqual([
      "Chief Miles O’Brien",
      "chief@example.org",
      ["Night shift"]
    ])
  }, 120_000)

  it("a group deleted while edited: the save reports it, and typed values can be copied", async () => {
    const { id } = await group("Day shift")
    await page.goto(`${service.origin}/admin/groups/${id}`)
    await page.getByLabel("Description").fill("Whoever comes at eight")
    await asPerson(window, service.origin, colleague, async (theirs) => {
      await theirs.goto(`${service.origin}/admin/groups/${id}`)
      await theirs.getByRole("button", { name: "Delete group" }).first().click()
      await theirs.getByRole("dialog").getByRole("textbox").fill("Day shift")
      await theirs.getByRole("dialog").getByRole("button", { name: "Delete group" }).click()
      await theirs.waitForURL(/\/admin\/groups$/)
    })
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByRole("alert").filter({ hasText: "somebody else deleted it" }).waitFor()
    expect(await page.getByLabel("Description").inputValue()).toBe("Whoever comes at eight")
    await expectAccessible(page)
  }, 120_000)

  it("a person added to a deleted group: the field names it, and nothing else is saved", async () => {
    const { id } = await group("Short lived")
    await page.goto(`${service.origin}/admin/users/${person.id}`)
    await page.getByLabel("Full name").fill("Half a change")
    const groups = page.getByTestId("group_details")
    await groups.getByRole("combobox").fill("short")
    await groups.getByRole("option", { name: "Add Short lived" }).click()
    await api(page, "DELETE", `/admin/groups/${id}?confirm_name=Short%20lived`)
    await page.getByRole("button", { name: "Save changes" }).click()
    await groups.getByText(/no group/i).waitFor()
    expect((await api<{ full_name: string }>(page, "GET", `/admin/users/${person.id}`)).full_name).toBe(
      "Chief Miles O’Brien"
    )
    expect(await page.getByLabel("Full name").inputValue()).toBe("Half a change")
  }, 60_000)

  it("nobody can end their own role or state, and the last superadmin's page says why", async () => {
    const me = await api<{ user: { id: number; email: string } }>(page, "GET", "/auth/session")
    await page.goto(`${service.origin}/admin/users/${me.user.id}`)
    await page.getByLabel("Full name").waitFor()
    await expect.poll(() => page.getByLabel("Active").isDisabled()).toBe(true)
    await page.getByText("Your own role stays as it is").waitFor()
    expect(me.user.email).toBe(administrator.email)
    const refusal = await page.evaluate(`(async () => {
      const { csrf_token, user } = await (await fetch("/api/auth/session")).json()
      const answer = await fetch("/api/admin/users/" + user.id + "?confirm_name=" + encodeURIComponent(user.email), { method: "DELETE", headers: { "x-csrf-token": csrf_token } })
      return answer.status + " " + (await answer.json()).detail
    })()`)
    expect(refusal).toMatch(/^409 Nobody deletes.* themselves/)
  }, 60_000)

  it("the panel of a person shows identity, sign-in, rights and their sources", async () => {
    const account = await api<{ id: number }>(page, "POST", "/admin/accounts", {
      storage_endpoint_id: (await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints"))[0]?.id,
      name: "weather-archive"
    })
    const night = (await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/groups?search=night"))
      .items[0]!
    await api(page, "PUT", `/admin/groups/${night.id}`, {
      account_links: [
        { account_id: account.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
      ]
    })
    await page.goto(`${service.origin}/admin/users?open=${person.id}`)
    const short = page.getByTestId("access-in-short")
    await short.getByText("weather-archive").first().waitFor()
    expect(await short.getByRole("listitem").filter({ hasText: "Manager" }).first().innerText()).toMatch(
      /weather-archive\s+Manager\s+Night shift/
    )
    await expectAccessible(page)
    for (const [theme, width] of [
      ["light", 1440],
      ["dark", 1440],
      ["light", 390],
      ["dark", 320]
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      for (const [name, path] of [
        ["users", "/admin/users"],
        ["panel", `/admin/users?open=${person.id}`],
        ["user", `/admin/users/${person.id}`],
        ["groups", "/admin/groups"],
        ["group", `/admin/groups/${night.id}`]
      ] as const) {
        await page.goto(`${service.origin}${path}`)
        await page
          .getByText(name === "groups" || name === "group" ? "Night shift" : "Chief Miles O’Brien")
          .filter({ visible: true })
          .first()
          .waitFor()
        if (name === "panel") await short.waitFor()
        if (name === "user") await page.getByTestId("effective-access").waitFor()
        await picture(page, `people-${name}-${theme}-${width}`)
        await expect
          .poll(() => page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), {
            message: `${name} at ${width}`
          })
          .toBe(true)
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: "light" })
  }, 240_000)

  it("a provider's page maps its groups to groups here, line by line, by keyboard", async () => {
    const night = (await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/groups?search=night"))
      .items[0]!
    await api(page, "POST", "/admin/oidc-providers", {
      id: "company",
      label: "Company account",
      enabled: false,
      config: { issuer: "https://login.example.org", client_id: "stowage" }
    })
    await page.goto(`${service.origin}/admin/identity/providers/oidc/company`)
    const section = page.getByTestId("group-mapping")
    const toggle = section.getByRole("checkbox", { name: "Put people into groups at sign-in" })
    await toggle.waitFor()
    expect(await toggle.isChecked()).toBe(false)
    await toggle.focus()
    await page.keyboard.press("Space")
    const value = section.getByLabel("Its name at the provider, line 1")
    await value.waitFor()
    await value.focus()
    await page.keyboard.type("storage-night")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Night")
    await expectAccessible(page)
    expect(await page.getByTestId("changed").innerText()).toMatch(/Groups/)
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByText("Company account is saved").waitFor()
    const saved = (
      await api<ReadonlyArray<{ id: string; config: { group_mapping: unknown } }>>(page, "GET", "/admin/oidc-providers")
    ).find(({ id }) => id === "company")
    expect(saved?.config.group_mapping).toEqual({
      claim: "groups",
      groups: [{ value: "storage-night", group_id: night.id, privileged: false }]
    })

    await section.getByRole("button", { name: "Add a group" }).click()
    await page.getByRole("button", { name: "Save changes" }).click()
    await section.getByText("Expected some text").waitFor()
    expect(await section.getByLabel("Its name at the provider, line 2").getAttribute("aria-invalid")).toBe("true")
    expect(await section.getByLabel("Its name at the provider, line 1").getAttribute("aria-invalid")).toBe(null)
    await section.getByRole("button", { name: "Take line 2 away" }).click()
    for (const [theme, width] of [
      ["light", 1440],
      ["dark", 320]
    ] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 900 })
      await picture(page, `people-provider-${theme}-${width}`)
      await expect.poll(() => page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: "light" })
    await toggle.uncheck()
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByText("Company account is saved").first().waitFor()
    await expect
      .poll(
        async () =>
          (
            await api<ReadonlyArray<{ id: string; config: { group_mapping: unknown } }>>(
              page,
              "GET",
              "/admin/oidc-providers"
            )
          ).find(({ id }) => id === "company")?.config.group_mapping
      )
      .toBe(null)
  }, 120_000)
})
