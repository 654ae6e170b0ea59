import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, setUp, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const widths = [1440, 390, 320] as const

const pictures = async (page: Page, name: string) => {
  if (process.env["PICTURES"] === undefined) return
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ["light", "dark"]) {
      await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
      await picture(page, `${name}-${width}-${theme}`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const expectReflow = async (page: Page) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const wide =
      "Math.max(...[document.documentElement, ...document.querySelectorAll('main, main *')].filter((element) " +
      "=> element.matches('html, main') || getComputedStyle(element).overflowX !== 'visible').map((element) => " +
      "element.scrollWidth))"
    expect(await page.evaluate(wide), `at ${width} px`).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

requirement("Chromium", chromiumLack())("what the console says, and what it offers", () => {
  let service: ServiceProcess
  let window: Window

  withConsole("words", (opened) => ({ service, window } = opened), { signedIn: false })

  it("the setup link works when pasted into an open tab, and the page's command is the README's", async () => {
    const { page } = window
    await page.goto(`${service.origin}/setup`)
    await page.getByTestId("command").getByText("npm run stowage -- bootstrap-token").waitFor()
    await expectAccessible(page)
    await expectReflow(page)
    await pictures(page, "setup-without-link")
    // a URL that differs only in its fragment loads nothing
    await page.evaluate(`window.location.href = ${JSON.stringify(service.setupLink)}`)
    await page.getByLabel(/full name/i).waitFor()
    await page.evaluate("window.stays = true")
    await page.evaluate(`window.location.href = ${JSON.stringify(`${service.origin}/setup#token=`)}`)
    await page.getByTestId("command").waitFor()
    expect(await page.evaluate("window.stays")).toBe(true)
    await page.goto("about:blank")
    await setUp(page, service.setupLink ?? "")
  }, 120_000)

  it("Getting started shows the sandbox's steps and keys, and how to add an own gateway", async () => {
    const { page } = window
    await page.goto(`${service.origin}/onboarding`)
    const sandbox = page.getByTestId("sandbox-did-it")
    await sandbox.getByText("both steps were done for you").waitFor()
    const own = page.getByTestId("own-gateway")
    expect(await own.getByText("Done", { exact: true }).count()).toBe(0)
    expect(await own.getByTestId("command").first().innerText()).toMatch(/^radosgw-admin user create .*metadata=\*/)
    await sandbox.getByRole("button", { name: "Show S3 keys" }).click()
    const keys = sandbox.getByTestId("sandbox-keys")
    await keys.getByText("RGW account sample").waitFor()
    await pictures(page, "getting-started")
    await expectAccessible(page)
    await expectReflow(page)
    const lines = (await keys.getByTestId("command").first().innerText()).split("\n")
    const [address, , access, secret] = lines.map((line) => line.slice(line.indexOf("=") + 1))
    const endpoint = await page.evaluate<number>(
      "fetch('/api/admin/storage-endpoints').then((answer) => answer.json()).then(([{ id }]) => id)"
    )
    const answer = await fetch(`${service.origin}/api/auth/login/s3`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: service.origin },
      body: JSON.stringify({ access_key: access, secret_key: secret, endpoint_id: endpoint })
    })
    expect([answer.status, address?.startsWith("http://127.0.0.1:")]).toEqual([200, true])
    await sandbox.getByRole("button", { name: "Hide S3 keys" }).click()
    await keys.waitFor({ state: "detached" })
    await own.getByRole("link", { name: "Add endpoint" }).click()
    await page.getByRole("heading", { name: /Add .*endpoint/ }).waitFor()
  }, 120_000)

  it("the sandbox's keys are shown beside its endpoint too, and to super administrators only", async () => {
    const { page } = window
    const id = await page.evaluate<number>(
      "fetch('/api/admin/storage-endpoints').then((answer) => answer.json()).then(([{ id }]) => id)"
    )
    await page.goto(`${service.origin}/admin/storage-endpoints?open=${id}`)
    await page.getByTestId("panel").getByRole("button", { name: "Show S3 keys" }).click()
    await page.getByTestId("sandbox-keys").getByText("RGW account sample").waitFor()
    await pictures(page, "sandbox-panel")
    await page.route("**/api/auth/session", async (route) => {
      const answer = await route.fetch()
      const session = (await answer.json()) as { user: object }
      await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, role: "ui_admin" } } })
    })
    await page.goto(`${service.origin}/admin/storage-endpoints?open=${id}`)
    await page.getByTestId("panel").getByText("The built-in gateway").waitFor()
    expect(await page.getByRole("button", { name: "Show S3 keys" }).count()).toBe(0)
    await page.unroute("**/api/auth/session")
  }, 60_000)

  it("an import offers the RGW accounts that the gateway has and nobody has registered", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/accounts`)
    await page.getByRole("button", { name: "Import from gateway" }).click()
    const dialog = page.getByRole("dialog")
    const picker = dialog.getByTestId("import-picker")
    await picker.getByRole("radio").first().waitFor()
    expect(await picker.getByRole("radio").count()).toBe(1)
    await picker.getByRole("radio", { name: /^second/ }).waitFor()
    await picker.getByText("1 RGW account to import.").waitFor()
    await pictures(page, "import-account")
    await expectAccessible(page)
    await expectReflow(page)
    await picker.getByRole("searchbox").fill("nobody is called so")
    await picker.getByText("No RGW account fits the search.").waitFor()
    await picker.getByRole("searchbox").fill("SECO")
    await picker.getByRole("radio", { name: /^second/ }).check()
    await dialog.getByRole("button", { name: "Import RGW account" }).click()
    await page.getByText("second is registered").waitFor()
    await page.getByRole("button", { name: "Import from gateway" }).click()
    await dialog.getByText("Every RGW account of this gateway is registered.").waitFor()
    await dialog.getByRole("button", { name: "Type the id" }).click()
    await dialog.getByLabel("RGW account id").fill("RGW00000000000000404")
    await dialog.getByRole("button", { name: "Import RGW account" }).click()
    await dialog.getByText("The gateway has no such account").waitFor()
    await page.keyboard.press("Escape")
    await dialog.getByRole("button", { name: "Discard" }).click()
  }, 60_000)

  it("an import says when nothing was chosen, and offers RGW users without an account only", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/s3-users?import=1`)
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("radio", { name: /sandbox-admin/ }).waitFor()
    expect(await dialog.getByTestId("import-picker").getByRole("radio").count()).toBe(1)
    await dialog.getByRole("button", { name: "Import RGW user" }).click()
    await dialog.getByText("Please select one of these options.").waitFor()
    await pictures(page, "import-user")
    await page.keyboard.press("Escape")
  }, 60_000)

  it("a gateway that cannot be listed says why, and takes a typed id", async () => {
    const { page } = window
    await page.route("**/api/admin/s3-users/importable**", (route) =>
      route.fulfill({
        status: 502,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          title: "Storage error",
          status: 502,
          code: "storage_error",
          detail: "Its RGW user lacks the capability metadata=read"
        })
      })
    )
    await page.goto(`${service.origin}/admin/s3-users?import=1`)
    const dialog = page.getByRole("dialog")
    await dialog.getByTestId("import-reason").getByText("metadata=read").waitFor()
    await dialog.getByLabel("Uid of the RGW user").fill("sandbox-admin")
    await page.unroute("**/api/admin/s3-users/importable**")
    await dialog.getByRole("button", { name: "Import RGW user" }).click()
    await page.getByText("Sandbox administrator is registered").waitFor()
    window.complaints.length = 0
  }, 60_000)

  it("a wrong key is diagnosed as a wrong key, and what it cannot tell stays unchecked", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/storage-endpoints`)
    const address = await page.evaluate<string>(
      "fetch('/api/admin/storage-endpoints').then((answer) => answer.json()).then(([{ url }]) => url)"
    )
    await page.goto(`${service.origin}/admin/storage-endpoints?create=1`)
    const form = page.locator("form")
    await form.getByLabel("S3 address").fill(address)
    await form.getByLabel("Access key").fill("WRONGKEY000000000000")
    await form.getByLabel("Secret key").fill("nothing that it knows")
    await form.getByRole("button", { name: "Detect features" }).click()
    const diagnosis = form.getByTestId("diagnosis")
    await diagnosis.waitFor()
    expect(await diagnosis.getAttribute("data-finding")).toBe("key_refused")
    expect(await diagnosis.innerText()).not.toMatch(/capabilit/)
    const evidence = form.getByTestId("evidence")
    expect(await evidence.getByRole("img", { name: "Available", exact: true }).count()).toBe(1)
    expect(await evidence.getByText("Not checked").count()).toBe(6)
    for (const feature of ["STS", "Admin Ops"])
      expect(await form.getByRole("checkbox", { name: new RegExp(`^${feature}`) }).isChecked()).toBe(false)
    await pictures(page, "wrong-key")
    await expectAccessible(page)
    await form.getByLabel("S3 address").fill(address.replace("http:", "https:"))
    await form.getByRole("button", { name: "Detect features" }).click()
    await form.locator("[data-finding=no_tls]").waitFor()
    await form.getByLabel("S3 address").fill(service.origin)
    await form.getByRole("button", { name: "Detect features" }).click()
    await form.locator("[data-finding=not_s3]").waitFor()
  }, 60_000)
})
