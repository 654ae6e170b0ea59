import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

interface Keys {
  readonly url: string
  readonly keys: ReadonlyArray<{ readonly access_key: string; readonly secret_key: string }>
}

requirement("Chromium", chromiumLack())("S3 connections", () => {
  let service: ServiceProcess
  let window: Window
  let sandbox: Keys & { readonly id: number; readonly manual: string }
  withConsole(
    "connections",
    async (opened) => {
      ;({ service, window } = opened)
      const [endpoint] = await api<ReadonlyArray<{ id: number; name: string }>>(
        window.page,
        "GET",
        "/admin/storage-endpoints"
      )
      const access = await api<Keys>(window.page, "GET", `/admin/storage-endpoints/${endpoint!.id}/sandbox-keys`)
      sandbox = { ...access, id: endpoint!.id, manual: access.url.replace("127.0.0.1", "localhost") }
    },
    {
      own: true,
      start: { env: { USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: "localhost", OUTBOUND_PRIVATE_HOSTS: "localhost" } }
    }
  )

  const dialog = () => window.page.getByRole("dialog")
  const toasts = () => window.page.locator(".toasts")
  const open = async (path: string, title: string) => {
    await window.page.goto(service.origin + path)
    await window.page.getByRole("heading", { level: 1, name: title }).waitFor()
  }
  const pictures = async (name: string) => {
    if (process.env["PICTURES"] === undefined) return
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
      [320, 700]
    ] as const) {
      await window.page.setViewportSize({ width, height })
      for (const theme of ["light", "dark"]) {
        await window.page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
        await window.page.waitForTimeout(200)
        await picture(window.page, `connections-${name}-${width}-${theme}`)
        expect(await window.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")).toBe(true)
      }
    }
    await window.page.setViewportSize({ width: 1440, height: 900 })
  }

  it("an rclone file is read in the browser, and its profile becomes a private connection", async () => {
    const { page } = window
    const [key] = sandbox.keys
    const file =
      `[home]\ntype = s3\nprovider = Ceph\naccess_key_id = ${key!.access_key}\nsecret_access_key = ` +
      `${key!.secret_key}\nendpoint = ${sandbox.manual}\n\n[not-this]\ntype = s3\naccess_key_id = ` +
      "OTHERKEY\nsecret_access_key = never-sent-secret\nendpoint = " +
      "https://elsewhere.example.net\n\n[drive]\ntype = drive\n"
    const sent: Array<string> = []
    page.on("request", (request) => {
      sent.push(request.postData() ?? "")
    })
    await open("/profile/connections", "Private S3 connections")
    await page.getByRole("button", { name: "Import" }).first().click()
    await dialog()
      .getByTestId("key-file")
      .setInputFiles({ name: "rclone.conf", mimeType: "text/plain", buffer: Buffer.from(file) })
    const list = dialog().getByTestId("import-list")
    await list.getByText("not-this", { exact: true }).waitFor()
    expect(await list.getByRole("checkbox").count()).toBe(2)
    expect(sent.join("")).not.toContain(key!.secret_key)
    await expectAccessible(page)
    await pictures("import")
    await list.getByRole("checkbox", { name: "Take not-this" }).uncheck()
    await dialog().getByRole("button", { name: "Add 1 connection" }).click()
    await toasts().getByText("home is added").waitFor()
    expect(sent.join("")).toContain(key!.secret_key)
    expect(sent.join("")).not.toContain("never-sent-secret")
    await page.getByRole("grid").getByText("home", { exact: true }).click()
    await page.getByTestId("panel").getByRole("button", { name: "Try the keys" }).click()
    await page.getByTestId("panel").getByText("The keys are right: their buckets could be listed").waitFor()
    await expectAccessible(page)
    await pictures("private")
    await page.getByTestId("panel").getByRole("link", { name: "Open" }).click()
    await page.getByRole("heading", { level: 1, name: "home" }).waitFor()
    await page
      .getByTestId("connection-evidence")
      .getByText(/ListBuckets answered/)
      .waitFor()
    await page.getByTestId("changed").waitFor()
    await expectAccessible(page)
    await pictures("private-page")
    await page.getByRole("link", { name: "Open in Browser" }).click()
    await page.waitForURL(/\/browser\?.*context_id=conn-/)
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByText(/could not be/).count()).toBe(0)
  }, 120_000)

  it("a shared connection is linked per user, appears in Manager, and Browser says why not", async () => {
    const { page } = window
    const [key] = sandbox.keys
    await open("/admin/s3-connections/new", "Add shared S3 connection")
    await page.getByLabel("Name", { exact: true }).fill("team storage")
    await page.getByLabel("Access key").fill(key!.access_key)
    await page.getByLabel("Secret key", { exact: true }).fill(`${key!.secret_key}x`)
    await page.getByRole("button", { name: "Try the keys" }).click()
    await page
      .getByTestId("connection-evidence")
      .getByText(/The gateway refused these keys/)
      .waitFor()
    await page.getByLabel("Secret key", { exact: true }).fill(key!.secret_key)
    await page.getByRole("button", { name: "Try the keys" }).click()
    await page
      .getByTestId("connection-evidence")
      .getByText(/The keys are right/)
      .waitFor()
    await page.getByLabel("New tag").fill("prod")
    await page.getByLabel("New tag").press("Enter")
    await page.getByLabel("Colour of prod").selectOption("green")
    await page.getByLabel("New tag").fill("cost centre 12")
    await page.getByRole("button", { name: "Add tag" }).click()
    await page.getByTestId("tags").getByRole("checkbox", { name: "Administrative" }).nth(1).check()
    await expectAccessible(page)
    await pictures("new-shared")
    await page.getByRole("button", { name: "Add connection" }).click()
    await toasts().getByText("team storage is added").waitFor()
    await page.waitForURL(/\/admin\/s3-connections\/\d+$/)
    const id = /\d+$/.exec(page.url())![0]
    await page.getByTestId("shared-note").waitFor()
    await page.getByRole("button", { name: "Link a console user" }).click()
    await dialog().getByRole("combobox").fill("ada")
    await dialog().getByRole("option", { name: "Add Ada Lovelace" }).click()
    await dialog().getByTestId("chosen").getByText("ada@example.org").waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Link", exact: true }).click()
    await dialog().waitFor({ state: "hidden" })
    await page.getByTestId("linked-users").getByText("ada@example.org").waitFor()
    await pictures("shared-page")
    await open(`/manager/buckets?context_id=conn-${id}`, "Buckets")
    await page.getByRole("grid").getByRole("row").nth(1).waitFor()
    await page.goto(`${service.origin}/browser?context_id=conn-${id}`)
    await page.getByTestId("shared-elsewhere").getByText("team storage").waitFor()
    await page.getByTestId("shared-elsewhere").getByText("shared_connection_manager_access_disabled").waitFor()
    await expectAccessible(page)
    await pictures("shared-in-browser")
    await open(`/admin/s3-connections/${id}`, "team storage")
    await page.getByRole("button", { name: "Unlink ada@example.org" }).click()
    await dialog().getByRole("button", { name: "Unlink", exact: true }).click()
    await page.getByTestId("linked-users").getByText("Nobody yet").waitFor()
    await open(`/manager/buckets?context_id=conn-${id}`, "Buckets")
    await page.getByTestId("context-screen").waitFor()
    const wrong = await api(page, "POST", "/admin/s3-connections", {
      name: "wrong secret",
      storage_endpoint_id: sandbox.id,
      access_key: key!.access_key,
      secret_key: `${key!.secret_key}x`
    })
    await api(page, "POST", `/admin/s3-connections/${wrong.id}/probe`)
    await open("/admin/s3-connections", "S3 connections")
    await page.getByRole("grid").getByText("team storage").waitFor()
    const row = (name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name })
    await expect.poll(() => row("wrong secret").innerText()).toMatch(/Failed when tried/)
    expect(await row("team storage").innerText()).toMatch(/Usable/)
    await expectAccessible(page)
    await pictures("shared")
  }, 180_000)

  it("temporary credentials expire visibly and are renewed; bulk deletion removes the chosen ones", async () => {
    const { page } = window
    const [key] = sandbox.keys
    const soon = new Date(Date.now() + 50 * 60_000).toISOString()
    await api(page, "POST", "/connections", {
      name: "session",
      custom_endpoint: { url: sandbox.manual },
      ...key,
      account_name: undefined,
      rgw_account_id: undefined,
      expires_at: soon
    })
    await api(page, "POST", "/connections", {
      name: "elsewhere",
      custom_endpoint: { url: "https://s3.elsewhere.net" },
      access_key: "A",
      secret_key: "S"
    })
    await open("/profile/connections", "Private S3 connections")
    const row = (name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name })
    const left = () => row("session").getByTestId("ends").innerText()
    const before = await left()
    expect(before).toMatch(/^49:\d\d left$/)
    await expect.poll(left, { timeout: 20_000 }).not.toBe(before)
    await row("elsewhere").getByText("Host not allowed").waitFor()
    await row("elsewhere").getByText("elsewhere", { exact: true }).click()
    await page
      .getByTestId("panel")
      .getByText(/USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS/)
      .waitFor()
    await row("session").getByText("session", { exact: true }).click()
    await page.getByTestId("panel").getByRole("link", { name: "Open" }).click()
    await page.getByRole("heading", { level: 1, name: "session" }).waitFor()
    await page.getByRole("button", { name: "Renew keys" }).click()
    await dialog().getByLabel("New access key").fill(key!.access_key)
    await dialog().getByLabel("New secret key", { exact: true }).fill("wrong")
    await dialog().getByRole("button", { name: "Try and keep" }).click()
    await dialog()
      .getByText(/were tried and not kept/)
      .waitFor()
    await dialog().getByLabel("New secret key", { exact: true }).fill(key!.secret_key)
    await dialog().getByRole("button", { name: "Try and keep" }).click()
    await toasts().getByText("The keys of session are renewed").waitFor()
    await page.getByText("Usable", { exact: true }).waitFor()
    await open("/profile/connections", "Private S3 connections")
    for (const name of ["session", "elsewhere"]) await row(name).getByRole("checkbox").check()
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await dialog()
      .getByLabel(/to confirm/)
      .fill("delete")
    await dialog().getByRole("button", { name: "Delete", exact: true }).click()
    await row("session").waitFor({ state: "detached" })
    expect((await api<ReadonlyArray<{ name: string }>>(page, "GET", "/connections")).map(({ name }) => name)).toEqual([
      "home"
    ])
  }, 120_000)

  it("the theme is kept with the account, wherever it is switched", async () => {
    const { page } = window
    await open("/profile", "Your account")
    await page.getByRole("radio", { name: "Dark" }).check()
    await expect
      .poll(async () => (await api<{ preferences: { theme: string } }>(page, "GET", "/users/me")).preferences.theme)
      .toBe("dark")
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark")
    await page.getByRole("button", { name: "Switch between light and dark" }).click()
    await expect
      .poll(async () => (await api<{ preferences: { theme: string } }>(page, "GET", "/users/me")).preferences.theme)
      .toBe("light")
    await page.getByRole("checkbox", { name: /Quota alerts by e-mail/ }).uncheck()
    await expect
      .poll(async () => (await api<{ quota_alerts_enabled: boolean }>(page, "GET", "/users/me")).quota_alerts_enabled)
      .toBe(false)
    await page.locator("#preferences").scrollIntoViewIfNeeded()
    await picture(page, "connections-preferences")
    await expectAccessible(page)
    expect(window.complaints.filter((text) => !/status of (403|404|422)/.test(text))).toEqual([])
  }, 60_000)
})
