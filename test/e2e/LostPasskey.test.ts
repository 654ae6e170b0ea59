import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { addAuthenticator, expectAccessible, openWindow, setUp, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const grace = { name: "Grace Hopper", email: "grace@example.org", password: "correct horse battery staple" }

requirement("Chromium", chromiumLack())("an administrator who loses the passkey", () => {
  let service: ServiceProcess
  let ada: Window
  let window: Window
  let codes: ReadonlyArray<string>
  withConsole(
    "lost",
    async (opened) => {
      ;({ service, window } = opened)
      ada = await openWindow()
      await setUp(ada.page, service.setupLink ?? "")
    },
    { signedIn: false }
  )
  afterAll(() => ada?.close())

  const login = async (page: Page) => {
    await page.goto(`${service.origin}/login`)
    await page.getByLabel("E-mail").fill(grace.email)
    await page.getByLabel("Password").fill(grace.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
  }

  const enrol = async (page: Page) => {
    await page.waitForURL(/\/login\/enroll/)
    await page.locator("form button[type=submit]").click()
    const kept = page.getByRole("checkbox")
    await kept.waitFor()
    const shown = await page.getByTestId("recovery-codes").getByRole("listitem").allInnerTexts()
    await kept.check()
    await page.getByRole("button", { name: "Go on to the console" }).click()
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
    return shown
  }

  it("is created by a superadmin, signs in with the password and has to enrol a passkey", async () => {
    const { page } = ada
    await page.goto(`${service.origin}/admin/users?create=1`)
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Full name").fill(grace.name)
    await dialog.getByLabel("E-mail").fill(grace.email)
    await dialog.getByRole("radio", { name: "Administrator", exact: true }).check()
    await dialog.getByLabel(/^Password/).fill(grace.password)
    await dialog.getByRole("button", { name: "Create console user" }).click()
    await page.getByTestId("panel").getByRole("heading", { name: grace.name }).waitFor()
    await login(window.page)
    codes = await enrol(window.page)
    expect(codes.length).toBe(10)
  })

  it("gets in with a recovery code, once, and is asked for the passkey before anything critical", async () => {
    const { context, devtools, page } = window
    await context.clearCookies()
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: window.authenticator })
    await login(page)
    await page.waitForURL(/\/login\/passkey/)
    await page.getByRole("button", { name: "I do not have my passkey" }).click()
    await page.getByLabel("Recovery code").fill(codes[0] ?? "")
    await page.getByRole("button", { name: "Use recovery code" }).click()
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
    await page.goto(`${service.origin}/profile`)
    await page.getByRole("button", { name: "Add passkey" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("New one")
    await page.getByRole("dialog").locator("button[type=submit]").click()
    const confirming = page.getByRole("dialog", { name: "Confirm that it is you" })
    await confirming.getByText(/ask an administrator/i).waitFor()
    await expectAccessible(page)
    await context.clearCookies()
    await login(page)
    await page.waitForURL(/\/login\/passkey/)
    await page.getByRole("button", { name: "I do not have my passkey" }).click()
    await page.getByLabel("Recovery code").fill(codes[0] ?? "")
    await page.getByRole("button", { name: "Use recovery code" }).click()
    await page.getByText("This recovery code is not valid").waitFor()
  })

  it("has her passkeys reset by a superadmin, which ends her sessions, and enrols a new one", async () => {
    const { page } = ada
    await page.goto(`${service.origin}/admin/users?q=grace`)
    await page.getByRole("grid").getByText(grace.email).click()
    await page.getByTestId("panel").getByRole("link", { name: "Open" }).click()
    await page.getByRole("tab", { name: "Security" }).click()
    await page.getByRole("button", { name: /^Reset passkeys/ }).click()
    const dialog = page.getByRole("dialog")
    await expectAccessible(page)
    await dialog.locator("button[type=submit]").click()
    await dialog.waitFor({ state: "detached" })
    await addAuthenticator(window.devtools)
    await window.context.clearCookies()
    await login(window.page)
    const fresh = await enrol(window.page)
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    await window.page.goto(`${service.origin}/profile`)
    await window.page.getByText("10 of 10 left").waitFor()
  })
})
