import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, expectAccessible, isFocused, openWindow, reach, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("the login page and one's own account", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("login", (opened) => ({ service, window } = opened))

  it("says whose console it is, which form stands in its address, and Back leads to the one before", async () => {
    const { browser } = window
    const context = await browser.newContext({ reducedMotion: "reduce" })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${service.origin}/login?next=/browser`)
    await page.getByText(`Console at ${new URL(service.origin).host}`).waitFor()
    await page.getByRole("button", { name: "Sign in with S3 keys" }).waitFor()
    expect(await page.locator("body").innerText()).not.toContain("Sandbox")
    await page.getByRole("button", { name: "Sign in with S3 keys" }).click()
    await page.getByLabel("Access key").waitFor()
    await page.waitForURL((url) => url.search === "?next=%2Fbrowser&way=s3")
    await page.reload()
    await page.getByLabel("Access key").waitFor()
    await page.goBack()
    await page.getByLabel("E-mail").waitFor()
    expect(new URL(page.url()).searchParams.get("next")).toBe("/browser")
    await page.goForward()
    await page.getByLabel("Access key").waitFor()
    await page.goto(`${service.origin}/login?way=${encodeURIComponent("ldap/../%00<script>")}`)
    await page.getByLabel("E-mail").waitFor()
    await context.close()
  }, 120_000)

  it("keeps the focus and what is typed while the page wakes up", async () => {
    const { browser } = window
    for (let round = 0; round < 5; round++) {
      const context = await browser.newContext({ reducedMotion: "reduce" })
      const page = await context.newPage()
      await page.goto(`${service.origin}/login`, { waitUntil: "commit" })
      const field = page.getByLabel("E-mail")
      await reach(page, field)
      await page.keyboard.type("ada@example.org", { delay: 25 })
      await page.getByRole("button", { name: "Sign in with S3 keys" }).waitFor()
      expect(await field.inputValue()).toBe("ada@example.org")
      expect(await isFocused(field)).toBe(true)
      await context.close()
    }
  }, 120_000)

  it("fetches no font at a first visit until somebody stirs, and is set in it from the next page on", async () => {
    const context = await window.browser.newContext({ reducedMotion: "reduce" })
    const page = await context.newPage()
    const fonts: Array<string> = []
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(request.url())
    })
    await page.goto(`${service.origin}/login`)
    await page.getByRole("button", { name: "Sign in with S3 keys" }).waitFor()
    await page.waitForTimeout(500)
    expect(fonts).toEqual([])
    await page.keyboard.press("Tab")
    await expect
      .poll(async () => (await context.cookies()).find(({ name }) => name === "font")?.value, { timeout: 15_000 })
      .toBe("inter")
    expect(fonts.length).toBe(1)
    await page.reload()
    expect(await page.locator("html").getAttribute("data-font")).toBe("inter")
    expect(await page.evaluate("getComputedStyle(document.body).fontFamily")).toMatch(/^"Inter Variable"/)
    await context.close()
  }, 60_000)

  it("shows what is typed to whoever wants to read it, in one press and back", async () => {
    const { browser } = window
    const context = await browser.newContext({ reducedMotion: "reduce" })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(`${service.origin}/login`)
    const field = page.getByLabel("Password", { exact: true })
    await field.fill("typed and hidden")
    expect(await field.getAttribute("type")).toBe("password")
    const eye = page.getByRole("button", { name: "Show what is typed" })
    await eye.focus()
    await page.keyboard.press("Enter")
    await expect.poll(() => field.getAttribute("type")).toBe("text")
    expect(await field.inputValue()).toBe("typed and hidden")
    expect(await eye.getAttribute("aria-pressed")).toBe("true")
    await expectAccessible(page)
    await eye.click()
    await expect.poll(() => field.getAttribute("type")).toBe("password")
    await context.close()
  }, 120_000)

  it("a token that is shown once does not go by Esc: it asks; 45 days are 45 days", async () => {
    const { page } = window
    await page.goto(`${service.origin}/profile`)
    await page.getByRole("button", { name: "Create token" }).click()
    const dialog = page.getByRole("dialog", { name: "Create API token" })
    await dialog.getByLabel("Name").fill("For 45 days")
    await dialog.getByLabel("Days until it ends").fill("45")
    await dialog.getByRole("checkbox", { name: "Profile: Read" }).check()
    await dialog.locator("button[type=submit]").click()
    const token = await dialog.getByTestId("new-token").innerText()
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => dialog.getByRole("button", { name: "Close", exact: true }).click()
    ]) {
      await leave()
      await dialog
        .getByRole("alert")
        .getByText(/not shown again/)
        .waitFor()
      expect(await dialog.getByTestId("new-token").innerText()).toBe(token)
      await dialog.getByRole("button", { name: "Go back" }).click()
    }
    await page.keyboard.press("Escape")
    await dialog.getByRole("alert").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await page.waitForTimeout(300)
    expect(await dialog.getByTestId("new-token").innerText()).toBe(token)
    await dialog.getByRole("button", { name: "Close without it" }).click()
    await dialog.waitFor({ state: "hidden" })
    const tokens = page.getByRole("region", { name: "API tokens" })
    await tokens.getByText("in 45 days").waitFor()
    expect(await tokens.innerText()).not.toContain("month")
  }, 120_000)

  it("what adding a passkey ends is said beside the button", async () => {
    const { page } = window
    const add = page.getByRole("button", { name: "Add passkey" })
    await page.getByText("signs you out everywhere else and ends your API tokens").waitFor()
    expect(await add.getAttribute("aria-describedby")).toBe("passkeys-ends")
  }, 120_000)

  it("signs out everywhere but here", async () => {
    const { page } = window
    const elsewhere = await openWindow()
    elsewhere.page.setDefaultTimeout(30_000)
    await page.goto(`${service.origin}/profile`)
    const sessions = page.getByRole("region", { name: "Sessions", exact: true })
    await sessions.getByText("This one", { exact: true }).waitFor()
    expect(await sessions.getByRole("button", { name: "Sign out everywhere else" }).count()).toBe(0)
    const { credentials } = await window.devtools.send("WebAuthn.getCredentials", {
      authenticatorId: window.authenticator
    })
    for (const credential of credentials)
      await elsewhere.devtools.send("WebAuthn.addCredential", { authenticatorId: elsewhere.authenticator, credential })
    await elsewhere.page.goto(`${service.origin}/login`)
    await elsewhere.page.getByLabel("E-mail").fill(administrator.email)
    await elsewhere.page.getByLabel("Password", { exact: true }).fill(administrator.password)
    await elsewhere.page.getByRole("button", { name: "Sign in", exact: true }).click()
    await elsewhere.page.getByRole("button", { name: "Use passkey" }).click()
    await elsewhere.page.waitForURL((url) => !url.pathname.startsWith("/login"))
    await page.reload()
    await sessions.getByRole("button", { name: "Sign out everywhere else" }).click()
    const dialog = page.getByRole("dialog", { name: "Sign out everywhere else" })
    await expectAccessible(page)
    await dialog.locator("button[type=submit]").click()
    await page.getByText("1 other session signed out").waitFor()
    await expect.poll(() => sessions.getByRole("listitem").count()).toBe(1)
    await elsewhere.page.goto(`${service.origin}/profile`)
    await elsewhere.page.waitForURL(/\/login/)
    await elsewhere.close()
  }, 120_000)
})
