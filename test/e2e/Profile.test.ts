import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { addAuthenticator, administrator, expectAccessible, openWindow, setPresent, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("one's own account", () => {
  let service: ServiceProcess
  let window: Window
  let codes: Array<string>
  withConsole("profile", (opened) => {
    ;({ service, window } = opened)
    codes = [...opened.codes]
  })

  const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

  const openProfile = async (page: Page) => {
    await page.goto(`${service.origin}/profile`)
    await region(page, "Sessions").getByText("This one", { exact: true }).waitFor()
  }

  const signInWithCode = async (page: Page) => {
    await page.goto(`${service.origin}/login`)
    await page.getByLabel("E-mail").fill(administrator.email)
    await page.getByLabel("Password").fill(administrator.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL(/\/login\/passkey/)
    await page.getByRole("button", { name: "I do not have my passkey" }).click()
    await page.getByLabel("Recovery code").fill(codes.pop() ?? "")
    await page.getByRole("button", { name: "Use recovery code" }).click()
    await page.waitForURL((url) => !url.pathname.startsWith("/login"))
  }

  it("the account menu leads to it, and a passkey gets another name", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/storage-endpoints`)
    await page.getByRole("button", { name: `Account of ${administrator.name}` }).click()
    await page.getByRole("link", { name: "Your account" }).click()
    await region(page, "Passkeys").getByText("My passkey", { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Rename My passkey" }).click()
    const dialog = page.getByRole("dialog", { name: "Rename passkey" })
    await dialog.getByLabel("Name").fill("Laptop")
    await expectAccessible(page)
    await dialog.locator("button[type=submit]").click()
    await region(page, "Passkeys").getByText("Laptop", { exact: true }).waitFor()
  })

  it("a session without a passkey is asked for it before one is added, and then goes on by itself", async () => {
    const { devtools, page } = window
    await page.getByRole("button", { name: "Account of" }).click()
    await page.getByRole("button", { name: "Sign out", exact: true }).click()
    await page.waitForURL(/\/login/)
    await signInWithCode(page)
    await openProfile(page)
    await region(page, "Recovery codes").getByText("9 of 10 left").waitFor()
    await page.getByRole("button", { name: "Add passkey" }).click()
    const adding = page.getByRole("dialog", { name: "Add passkey" })
    await adding.getByLabel("Name").fill("Security key")
    await adding.locator("button[type=submit]").click()
    const confirming = page.getByRole("dialog", { name: "Confirm that it is you" })
    await confirming.getByRole("button", { name: "Use passkey" }).waitFor()
    await expectAccessible(page)
    const second = await addAuthenticator(devtools, false)
    await page.route("**/api/auth/step-up/verify", async (route) => {
      await setPresent(devtools, window.authenticator, false)
      await setPresent(devtools, second, true)
      await route.continue()
    })
    await confirming.getByRole("button", { name: "Use passkey" }).click()
    await region(page, "Passkeys").getByText("Security key", { exact: true }).waitFor()
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0)
    await page.unrouteAll()
    await expectAccessible(page)
  })

  it("another session is signed out from here", async () => {
    const { page } = window
    const elsewhere = await openWindow()
    await signInWithCode(elsewhere.page)
    await openProfile(page)
    await region(page, "Sessions")
      .getByRole("button", { name: /^Sign out .* at / })
      .click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText("has to sign in again").waitFor()
    await expectAccessible(page)
    await dialog.locator("button[type=submit]").click()
    await expect.poll(() => region(page, "Sessions").getByRole("listitem").count()).toBe(1)
    await elsewhere.page.goto(`${service.origin}/profile`)
    await elsewhere.page.waitForURL(/\/login/)
    await elsewhere.close()
  })

  it("an API token is made, shown once, used, and says when that was", async () => {
    const { page } = window
    await page.getByRole("button", { name: "Create token" }).click()
    const dialog = page.getByRole("dialog", { name: "Create API token" })
    await dialog.getByLabel("Name").fill("Nightly report")
    await dialog.locator("button[type=submit]").click()
    await dialog.getByText("Tick at least one.").waitFor()
    await expectAccessible(page)
    await dialog.getByRole("checkbox", { name: "Profile: Read" }).check()
    await dialog.locator("button[type=submit]").click()
    const token = await dialog.getByTestId("new-token").innerText()
    const example = await dialog.getByTestId("token-example").innerText()
    await expectAccessible(page)
    const [, header, address] = /^curl -H "Authorization: (.*)" "(.*)"$/.exec(example) ?? []
    expect(header).toBe(`Bearer ${token}`)
    expect((await fetch(address ?? "", { headers: { authorization: header ?? "" } })).status).toBe(200)
    expect(
      (await fetch(`${service.origin}/api/admin/storage-endpoints`, { headers: { authorization: header ?? "" } }))
        .status
    ).toBe(403)
    await dialog.getByRole("button", { name: "I have copied it" }).click()
    await openProfile(page)
    const tokens = region(page, "API tokens")
    await tokens.getByText(/last used just now|last used \d+ seconds ago/).waitFor()
    expect(await tokens.innerText()).not.toContain(token)
    await expectAccessible(page)
  })

  it("a new password keeps this session and ends the tokens", async () => {
    const { page } = window
    await page.getByRole("button", { name: "Change password" }).click()
    const dialog = page.getByRole("dialog", { name: "Change password" })
    await dialog.getByLabel("Current password").fill("not the right one at all")
    await dialog.getByLabel("New password").fill("a better horse staple battery")
    await dialog.locator("button[type=submit]").click()
    await dialog.getByText("This is not your present password").waitFor()
    await expectAccessible(page)
    await dialog.getByLabel("Current password").fill(administrator.password)
    await dialog.locator("button[type=submit]").click()
    await dialog.waitFor({ state: "hidden" })
    const tokens = region(page, "API tokens")
    await tokens.getByText("No token is active.").waitFor()
    await tokens.getByRole("button", { name: "Show ended" }).click()
    await tokens.getByText("Ended", { exact: true }).waitFor()
    await openProfile(page)
    await expectAccessible(page)
    await page.getByRole("button", { name: "Rename Laptop" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("Notebook")
    await page.getByRole("dialog").locator("button[type=submit]").click()
    await region(page, "Passkeys").getByText("Notebook", { exact: true }).waitFor()
  })

  it("no page complained about anything but refusals that were meant", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
