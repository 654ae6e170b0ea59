import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import {
  administrator,
  api,
  endSession,
  expectAccessible,
  signInAgain,
  signInDialog as dialogOf,
  type Window
} from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("a session that is over", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("signed-out", (opened) => ({ service, window } = opened))

  const openTokens = async (page: Page) => {
    await page.goto(`${service.origin}/profile#api-tokens`)
    await page.getByRole("region", { name: "Sessions" }).getByText("This one", { exact: true }).waitFor()
  }

  it("a page that is opened with an expired access cookie renews the session first: nothing is refused", async () => {
    const { page } = window
    for (const path of ["/admin/users", "/manager/buckets"]) {
      await page.goto(`${service.origin}/profile`)
      await page.getByRole("region", { name: "Sessions" }).getByText("This one", { exact: true }).waitFor()
      await window.context.clearCookies({ name: "__Host-stowage_access" })
      const before = window.complaints.length
      await page.goto(service.origin + path)
      await page.getByTestId("table-status").getByText(/^\d/).waitFor()
      expect(window.complaints.slice(before)).toEqual([])
    }
  }, 60_000)

  it("a form that is being saved waits for the sign-in, keeps what was typed, and is saved exactly once", async () => {
    const { page } = window
    await openTokens(page)
    await page.getByRole("button", { name: "Create token" }).click()
    const form = page.getByRole("dialog", { name: "Create API token" })
    await form.getByLabel("Name").fill("Typed before the session ended")
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    await endSession(page)
    const saved: Array<number> = []
    page.on("response", (response) => {
      if (response.request().method() === "POST" && response.url().endsWith("/api/auth/api-tokens"))
        saved.push(response.status())
    })
    await form.locator("button[type=submit]").click()
    await dialogOf(page).waitFor()
    expect(await dialogOf(page).getByLabel("E-mail").inputValue()).toBe(administrator.email)
    await expectAccessible(page)
    await signInAgain(page)
    await form.getByTestId("new-token").waitFor()
    expect(saved).toEqual([401, 201])
    await form.getByRole("button", { name: "I have copied it" }).click()
    await page
      .getByRole("region", { name: "API tokens" })
      .getByText("Typed before the session ended", { exact: true })
      .waitFor()
    expect(await page.getByTestId("signed-out").count()).toBe(0)
  }, 120_000)

  it("who closes the dialog keeps the form with what was typed, and is asked again when it is sent again", async () => {
    const { page } = window
    await openTokens(page)
    await page.getByRole("button", { name: "Create token" }).click()
    const form = page.getByRole("dialog", { name: "Create API token" })
    await form.getByLabel("Name").fill("Kept through a refusal")
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    await endSession(page)
    await form.locator("button[type=submit]").click()
    await dialogOf(page).waitFor()
    await page.keyboard.press("Escape")
    await dialogOf(page).waitFor({ state: "detached" })
    await form.getByRole("alert").waitFor()
    expect(await form.getByLabel("Name").inputValue()).toBe("Kept through a refusal")
    await form.locator("button[type=submit]").click()
    await signInAgain(page)
    await form.getByTestId("new-token").waitFor()
    await form.getByRole("button", { name: "I have copied it" }).click()
  }, 120_000)

  it("a reading page shows one banner, waits, and continues after the sign-in", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByRole("heading", { name: "Usage" }).waitFor()
    // wait until it has loaded: a pending request would ask for the sign-in before the link does
    await page.locator("main .skeleton").first().waitFor({ state: "detached" })
    await endSession(page)
    await page.getByRole("link", { name: "Buckets", exact: true }).first().click()
    await dialogOf(page).waitFor()
    await page.keyboard.press("Escape")
    await page.getByTestId("signed-out").getByText("You are signed out.").waitFor()
    expect(await page.getByTestId("signed-out").count()).toBe(1)
    await expectAccessible(page)
    await page.getByTestId("signed-out").getByRole("button", { name: "Sign in" }).click()
    await signInAgain(page)
    await page.getByRole("grid").getByText("sample-documents", { exact: true }).waitFor()
    expect(await page.getByTestId("signed-out").count()).toBe(0)
  }, 120_000)

  it("signing in in one tab lets the others go on, with what was typed in them", async () => {
    const { context, page } = window
    await openTokens(page)
    const other = await context.newPage()
    await openTokens(other)
    await other.getByRole("button", { name: "Create token" }).click()
    const form = other.getByRole("dialog", { name: "Create API token" })
    await form.getByLabel("Name").fill("From the other tab")
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    await endSession(page)
    await form.locator("button[type=submit]").click()
    await dialogOf(other).waitFor()
    await page.goto(`${service.origin}/login?next=/profile`)
    await page.getByLabel("E-mail").fill(administrator.email)
    await page.getByLabel("Password", { exact: true }).fill(administrator.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("button", { name: "Use passkey" }).click()
    await page.waitForURL(/\/profile/)
    await dialogOf(other).waitFor({ state: "detached" })
    await form.getByTestId("new-token").waitFor()
    await form.getByRole("button", { name: "I have copied it" }).click()
    await other.close()
  }, 120_000)

  it("what wants a fresh sign-in gets it over the page, keeps what was typed, and goes on by itself", async () => {
    const { page } = window
    await openTokens(page)
    let refused = false
    await page.route("**/api/auth/api-tokens", async (route) => {
      if (route.request().method() !== "POST" || refused) return route.fallback()
      refused = true
      await route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          status: 403,
          title: "Forbidden",
          detail: "Confirm that it is you.",
          code: "step_up_required"
        })
      })
    })
    await page.route("**/api/auth/step-up/options", (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          status: 403,
          title: "Forbidden",
          detail: "There is no passkey.",
          code: "forbidden"
        })
      })
    )
    await page.getByRole("button", { name: "Create token" }).click()
    const form = page.getByRole("dialog", { name: "Create API token" })
    await form.getByLabel("Name").fill("Made after a fresh sign-in")
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    const loads: Array<string> = []
    const loaded = () => loads.push(page.url())
    page.on("load", loaded)
    const made: Array<number> = []
    page.on("response", (response) => {
      if (response.request().method() === "POST" && response.url().endsWith("/api/auth/api-tokens"))
        made.push(response.status())
    })
    await form.locator("button[type=submit]").click()
    const asking = page.getByRole("dialog", { name: "Confirm that it is you" })
    await asking.getByRole("button", { name: "Sign in again" }).click()
    await dialogOf(page).waitFor()
    await asking.waitFor({ state: "hidden" })
    await expectAccessible(page)
    expect(await form.getByLabel("Name").inputValue()).toBe("Made after a fresh sign-in")
    await signInAgain(page)
    await form.getByTestId("new-token").waitFor()
    expect(made).toEqual([403, 201])
    await form.getByRole("button", { name: "I have copied it" }).click()
    refused = false
    made.length = 0
    await page.getByRole("button", { name: "Create token" }).click()
    await form.getByLabel("Name").fill("Made in the end")
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    await form.locator("button[type=submit]").click()
    await asking.getByRole("button", { name: "Sign in again" }).click()
    await dialogOf(page).getByRole("button", { name: "Close" }).click()
    await form.getByRole("alert").waitFor()
    await page.getByTestId("signed-out").waitFor()
    expect(await form.getByLabel("Name").inputValue()).toBe("Made in the end")
    await form.locator("button[type=submit]").click()
    await signInAgain(page)
    await form.getByTestId("new-token").waitFor()
    expect(made).toEqual([403, 401, 201])
    expect(loads).toEqual([])
    page.off("load", loaded)
    await form.getByRole("button", { name: "I have copied it" }).click()
    await page.unrouteAll()
  }, 120_000)

  it("a page with unsaved changes keeps them through a sign-in, asks before leaving, and saves", async () => {
    const { page } = window
    const [{ id } = { id: 0 }] = (
      await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/users?page=1")
    ).items
    await page.goto(`${service.origin}/admin/users?open=${id}`)
    await page.getByTestId("panel").getByRole("link", { name: "Open" }).click()
    await page.getByTestId("changed").waitFor()
    await page.getByLabel("Full name").fill("Ada King")
    await page.getByTestId("changed").getByText("Changed: Full name").waitFor()
    await endSession(page)
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" })
    await page.locator(".shell-nav").getByRole("link", { name: "RGW accounts" }).click()
    await leaving.getByRole("button", { name: "Keep editing" }).click()
    await page.getByRole("button", { name: "Save changes" }).click()
    await dialogOf(page).waitFor()
    await page.evaluate("history.back()")
    await leaving.getByRole("button", { name: "Keep editing" }).click()
    await leaving.waitFor({ state: "hidden" })
    expect(new URL(page.url()).pathname).toBe(`/admin/users/${id}`)
    await signInAgain(page)
    await page
      .locator(".toasts")
      .getByText(/is saved/)
      .waitFor()
    await page.getByRole("heading", { level: 1, name: "Ada King" }).waitFor()
    await page.getByLabel("Full name").fill(administrator.name)
    await page.getByTestId("changed").getByText("Changed: Full name").waitFor()
    await endSession(page)
    await page.getByTestId("signed-out").waitFor()
    expect(await dialogOf(page).count()).toBe(0)
    await page.locator(".shell-nav").getByRole("link", { name: "RGW accounts" }).click()
    await leaving.getByRole("button", { name: "Discard and leave" }).click()
    await dialogOf(page).waitFor()
    await signInAgain(page)
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
    expect(new URL(page.url()).pathname).toBe("/admin/accounts")
    expect((await api<{ full_name: string }>(page, "GET", `/admin/users/${id}`)).full_name).toBe("Ada King")
  }, 120_000)

  it("another person gets a page of their own: nothing of the first is sent, and nothing of it stays", async () => {
    const { page } = window
    const email = "grace@example.org"
    await api(page, "POST", "/admin/users", {
      email,
      full_name: "Grace Hopper",
      role: "ui_user",
      password: "correct horse battery staple"
    })
    await openTokens(page)
    await page.getByRole("button", { name: "Create token" }).click()
    const form = page.getByRole("dialog", { name: "Create API token" })
    await form.getByLabel("Name").fill("Only Ada may make this")
    await form.getByRole("checkbox", { name: "Profile: Read" }).check()
    await endSession(page)
    const made: Array<number> = []
    page.on("response", (response) => {
      if (response.request().method() === "POST" && response.url().endsWith("/api/auth/api-tokens"))
        made.push(response.status())
    })
    await form.locator("button[type=submit]").click()
    const dialog = dialogOf(page)
    await dialog.getByLabel("E-mail").fill(email)
    await dialog.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
    await Promise.all([page.waitForEvent("load"), dialog.getByRole("button", { name: "Sign in", exact: true }).click()])
    await page.getByText("Grace Hopper").first().waitFor()
    expect(await page.getByText(administrator.name).count()).toBe(0)
    expect(made).toEqual([401])
  }, 120_000)

  it("signing out in one tab clears the others, and signing in brings them back to where they were", async () => {
    const { context, page } = window
    await openTokens(page)
    const other = await context.newPage()
    await other.goto(`${service.origin}/profile`)
    await other.getByText("Grace Hopper").first().waitFor()
    await page.getByRole("button", { name: "Account of" }).click()
    await page.getByRole("button", { name: "Sign out", exact: true }).click()
    await page.waitForURL(/\/login/)
    await other.waitForURL(/\/login\?next=%2Fprofile/)
    expect(await other.getByText("Grace Hopper").count()).toBe(0)
    await page.getByLabel("E-mail").fill("grace@example.org")
    await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await other.waitForURL(`${service.origin}/profile`)
    await other.getByText("Grace Hopper").first().waitFor()
    await other.close()
  }, 120_000)

  it("tabs of a browser without channels tell each other through the storage that they share", async () => {
    const context = await window.browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" })
    context.setDefaultTimeout(30_000)
    await context.addInitScript("delete globalThis.BroadcastChannel")
    const [page, other] = [await context.newPage(), await context.newPage()]
    const signIn = async () => {
      await page.getByLabel("E-mail").fill("grace@example.org")
      await page.getByLabel("Password", { exact: true }).fill("correct horse battery staple")
      await page.getByRole("button", { name: "Sign in", exact: true }).click()
    }
    await page.goto(`${service.origin}/login`)
    expect(await page.evaluate("typeof BroadcastChannel")).toBe("undefined")
    await signIn()
    await page.getByRole("button", { name: "Account of Grace Hopper" }).waitFor()
    await other.goto(`${service.origin}/profile`)
    await other.getByText("Grace Hopper").first().waitFor()
    for (let round = 0; round < 2; round++) {
      await page.getByRole("button", { name: "Account of" }).click()
      await page.getByRole("button", { name: "Sign out", exact: true }).click()
      await page.waitForURL(/\/login/)
      await other.waitForURL(/\/login\?next=%2Fprofile/)
      expect(await other.getByText("Grace Hopper").count()).toBe(0)
      await page.getByLabel("E-mail").waitFor()
      await signIn()
      await other.waitForURL(`${service.origin}/profile`)
      await other.getByText("Grace Hopper").first().waitFor()
      await page.getByRole("button", { name: "Account of" }).waitFor()
    }
    await context.close()
  }, 120_000)

  it("no page complained about anything but refusals that were meant", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
