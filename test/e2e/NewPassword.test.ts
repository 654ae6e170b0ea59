import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("a new password", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("new-password", (opened) => ({ service, window } = opened), { signedIn: false })

  it("says while it is typed how good it looks, and what the service refuses stands at the field", async () => {
    const { page } = window
    await page.goto(service.setupLink ?? "")
    const field = page.getByLabel("Password", { exact: true })
    const strength = page.locator("[data-strength]")
    await page.getByLabel(/full name/i).fill(administrator.name)
    await page.getByLabel(/e-mail/i).fill(administrator.email)
    await field.fill("short")
    await page.getByText("At least 12 characters.").waitFor()
    await field.fill(administrator.email.toUpperCase())
    await page.getByText("This is the e-mail address").waitFor()
    expect(await strength.getAttribute("data-strength")).toBe("weak")
    await expectAccessible(page)
    await field.fill("kQ9m V2tL pw")
    await page.getByText("a few words more make it strong").waitFor()
    await field.fill(administrator.password)
    await page.getByText("Strong", { exact: true }).waitFor()
    expect(await strength.getAttribute("data-strength")).toBe("strong")
    await expectAccessible(page)
    await field.fill("charlie-2026-2027")
    await page.locator("form button[type=submit]").click()
    await page.getByText(/most common passwords/).waitFor()
    expect(await field.getAttribute("aria-invalid")).toBe("true")
    expect(window.complaints.filter((text) => !text.includes("422"))).toEqual([])
  }, 60_000)
})
