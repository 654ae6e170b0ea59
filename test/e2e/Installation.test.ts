import { afterAll, beforeAll, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { startSmtpServer } from "../support/smtpServer.ts"
import { api, expectAccessible, openWindow, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64"
)

requirement("Chromium", chromiumLack())("the installation: its settings and its overview", () => {
  let service: ServiceProcess
  let window: Window
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>
  beforeAll(async () => {
    smtp = await startSmtpServer()
  })
  withConsole("installation", (opened) => ({ service, window } = opened), {
    start: () => ({
      env: {
        SMTP_HOST: "localhost",
        SMTP_PORT: String(smtp.port),
        SMTP_SECURITY: "none",
        INTERNAL_CRON_TOKEN: "cron-token"
      }
    })
  })
  afterAll(() => smtp?.close())

  const settings = async () => {
    await window.page.goto(`${service.origin}/admin/settings`)
    await window.page.getByTestId("changed").waitFor()
  }
  const save = async () => {
    await window.page.getByRole("button", { name: "Save changes" }).click()
    await window.page.getByText("The settings are saved").first().waitFor()
  }

  it("branding is previewed in both themes, and shown on login page, title and frame", async () => {
    const { page } = window
    await settings()
    await page.getByLabel("Name", { exact: true }).fill("Depot")
    await page.getByLabel(/Note on the login page/).fill("Ask storage@example.org\n<b>not bold</b>")
    await page.getByLabel("Accent colour of our own").check()
    await page.getByLabel("Accent colour", { exact: true }).fill("#0f7a3d")
    await page.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: png })
    for (const theme of ["light", "dark"]) {
      const preview = page.getByTestId(`preview-${theme}`)
      await preview.getByText("Depot").waitFor()
      await preview.getByText("<b>not bold</b>").waitFor()
      await preview.locator("img").waitFor()
    }
    await page
      .getByTestId("changed")
      .getByText(/Name.*Accent colour of our own.*Logo.*Note on the login page/)
      .waitFor()
    await save()
    await expect.poll(() => page.title()).toBe("Settings · Depot")
    expect(await page.locator(".shell-top a img").count()).toBe(2)
    await page.reload()
    await page.getByTestId("changed").getByText("Nothing is changed").waitFor()
    expect(
      await page.evaluate(
        `getComputedStyle(document.documentElement).getPropertyValue("--accent").startsWith("light-dark(#")`
      )
    ).toBe(true)
    const other = await openWindow()
    try {
      await other.page.goto(`${service.origin}/login`)
      expect(await other.page.title()).toBe("Sign in · Depot")
      expect(await other.page.getByTestId("login-note").innerText()).toBe("Ask storage@example.org\n<b>not bold</b>")
      await other.page
        .getByLabel(/password/i)
        .first()
        .waitFor()
      await expectAccessible(other.page)
    } finally {
      await other.close()
    }
  }, 60_000)

  it("a file that is no picture is refused before it is sent, in words", async () => {
    const { page } = window
    await settings()
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") })
    await page.getByText("A logo is a PNG, JPEG or WebP image.").waitFor()
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.alloc(70 * 1024) })
    await page.getByText("This image has 70 KiB; a logo has at most 64.").waitFor()
  }, 60_000)

  it("what the environment fixes is shown with its variable and cannot be changed; a test e-mail arrives", async () => {
    const { page } = window
    await settings()
    expect(await page.getByLabel(/Mail server/).isDisabled()).toBe(true)
    await page
      .locator("[data-locked=SMTP_HOST]")
      .getByText("Fixed by SMTP_HOST in the environment of the service")
      .waitFor()
    expect(await page.getByRole("button", { name: "Send test e-mail" }).isDisabled()).toBe(true)
    await page.getByLabel(/Sender address/).fill("depot@example.org")
    await save()
    await page.getByRole("button", { name: "Send test e-mail" }).click()
    await page.getByTestId("test-email").getByText("The mail server took the e-mail to ada@example.org.").waitFor()
    expect(smtp.mails).toHaveLength(1)
    await expectAccessible(page)
  }, 60_000)

  it("what somebody else saves meanwhile is told, and shown before it is overwritten", async () => {
    const { page } = window
    await settings()
    await page.getByLabel("Name", { exact: true }).fill("Mine")
    await api(page, "PUT", "/admin/settings", { branding: { name: "Theirs" } })
    await page.getByTestId("settings-changed").waitFor()
    await page.getByRole("button", { name: "Save changes" }).click()
    await page
      .getByTestId("conflict")
      .getByText(/Name: Depot is now Theirs/)
      .waitFor()
    await page.getByRole("button", { name: "Save mine" }).click()
    await page.getByText("The settings are saved").first().waitFor()
    expect((await api<{ branding: { name: string } }>(page, "GET", "/admin/settings")).branding.name).toBe("Mine")
  }, 60_000)

  it("leaving asks while something is not saved", async () => {
    const { page } = window
    await settings()
    await page.getByLabel("Name", { exact: true }).fill("Never saved")
    await page.getByRole("link", { name: "Overview" }).first().click()
    await page.getByRole("button", { name: "Discard and leave" }).click()
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor()
  }, 60_000)

  it("the overview is calm when all is well, and leads to what is not", async () => {
    const { page } = window
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    await api(page, "GET", `/admin/storage-endpoints/${sandbox?.id}/health`)
    const collected = await fetch(`${service.origin}/api/internal/usage-history/collect`, {
      method: "POST",
      headers: { "x-internal-token": "cron-token" }
    })
    expect(collected.status).toBe(200)
    await page.goto(`${service.origin}/admin`)
    await page.getByTestId("verdict").getByText("Everything is all right").waitFor()
    await page.getByTestId("figures").getByText("1 of 1").waitFor()
    await expectAccessible(page)
    const down = await api(page, "POST", "/admin/storage-endpoints", {
      name: "lyon",
      url: "http://127.0.0.1:9/lyon",
      provider: "other",
      features_config: { features: {} }
    })
    await api(page, "GET", `/admin/storage-endpoints/${down.id}/health`)
    await page.getByRole("button", { name: "Look again" }).click()
    await page.getByTestId("verdict").getByText("One thing wants you").waitFor()
    await page
      .getByTestId("notice")
      .getByText(/lyon does not answer/)
      .waitFor()
    await expectAccessible(page)
    await page.getByRole("link", { name: /Open the endpoint: lyon/ }).click()
    await page.getByRole("heading", { level: 1, name: "lyon" }).waitFor()
  }, 60_000)

  it.each([
    [1440, 1000],
    [390, 844],
    [320, 640]
  ] as const)(
    "nothing is cut off at %i px, in either theme",
    async (width, height) => {
      const { page } = window
      await page.setViewportSize({ width, height })
      try {
        for (const [path, name] of [
          ["/admin", "overview"],
          ["/admin/settings", "settings"]
        ] as const) {
          await page.goto(service.origin + path)
          await page.getByTestId(name === "overview" ? "figures" : "changed").waitFor()
          for (const theme of ["light", "dark"]) {
            await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
            await picture(page, `${name}-${width}-${theme}`)
          }
          expect(
            await page.evaluate(
              `document.querySelector("#main").scrollWidth <= document.querySelector("#main").clientWidth`
            )
          ).toBe(true)
        }
      } finally {
        await page.setViewportSize({ width: 1440, height: 900 })
      }
    },
    60_000
  )
})
