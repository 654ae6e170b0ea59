import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, isFocused, type Window } from "./console.ts"
import { picture, pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("panels for reading, pages for editing", () => {
  let service: ServiceProcess
  let window: Window
  let north = 0
  let sandboxId = 0
  let person = 0
  withConsole("editors", async (opened) => {
    ;({ service, window } = opened)
    const { page } = window
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    sandboxId = sandbox?.id ?? 0
    north = (
      await api(page, "POST", "/admin/storage-endpoints", {
        name: "north",
        url: "http://127.0.0.1:9/north",
        provider: "other",
        features_config: { features: {} }
      })
    ).id
    await api(page, "POST", "/admin/accounts", { storage_endpoint_id: sandbox?.id, name: "dns-logs" })
    await api(page, "POST", "/admin/s3-users", { storage_endpoint_id: sandbox?.id, rgw_user_uid: "anna", name: "Anna" })
    for (const [email, full_name] of [
      ["bob@example.org", "Bob Bennet"],
      ["cleo@example.org", "Cleo Crane"]
    ]) {
      person = (
        await api(page, "POST", "/admin/users", {
          email,
          full_name,
          role: "ui_user",
          password: "nothing like a dame, sir"
        })
      ).id
    }
    const config = {
      issuer: "https://id.example.org",
      client_id: "x",
      scopes: ["openid"],
      allowed_algorithms: ["RS256"],
      use_userinfo: false,
      linking_policy: "manual",
      trusted_domains: [],
      ca_certificate: null
    }
    await api(page, "POST", "/admin/oidc-providers", { id: "alpha", label: "Alpha", enabled: false, config })
  })

  const panel = () => window.page.getByTestId("panel")
  const dialog = () => window.page.getByRole("dialog")
  const toasts = () => window.page.locator(".toasts")
  const changed = () => window.page.getByTestId("changed")
  const button = (name: string) => window.page.getByRole("button", { name, exact: true })
  const list = async (path: string) => {
    await window.page.goto(service.origin + path)
    await window.page.getByTestId("table-status").getByText(/^\d/).waitFor()
  }
  const editor = async (path: string, title: string) => {
    await window.page.goto(service.origin + path)
    await window.page.getByRole("heading", { level: 1, name: title }).waitFor()
    await changed().waitFor()
  }

  it("storage endpoints are found by a part of name, address or tag, or by the whole", async () => {
    const { page } = window
    await list("/admin/storage-endpoints")
    const rows = page.getByRole("grid").getByText("north", { exact: true })
    const search = page.getByRole("searchbox")
    await search.fill("nort")
    await rows.waitFor()
    await page.getByLabel("Exact match").check()
    await rows.waitFor({ state: "detached" })
    await search.fill("http://127.0.0.1:9/north")
    await rows.waitFor()
    await page.reload()
    await rows.waitFor()
    expect(await page.getByLabel("Exact match").isChecked()).toBe(true)
  })

  it.each([
    ["/admin/accounts", "dns-logs"],
    ["/admin/s3-users", "Anna"],
    ["/admin/storage-endpoints", "north"],
    ["/admin/users", "Bob Bennet"],
    ["/admin/identity/providers", "Alpha"],
    ["/admin/identity/sessions", "Ada Lovelace"]
  ])(
    "%s: a panel shows at most six facts, nothing to type, and a way to the row's page",
    async (path, name) => {
      const { page } = window
      await list(path)
      await page.getByRole("grid").getByText(name, { exact: true }).first().click()
      await panel().getByRole("heading", { name, exact: true }).waitFor()
      expect(await panel().locator("dl.facts dt").count()).toBeLessThanOrEqual(6)
      expect(await panel().locator("input, select, textarea").count()).toBe(0)
      await expectAccessible(page)
      if (path.endsWith("sessions")) return
      await panel().getByRole("link", { name: "Open" }).click()
      await page.getByRole("heading", { level: 1, name }).waitFor()
      expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${path}/.+`))
      await page.locator("nav.crumbs").getByText(name, { exact: true }).waitFor()
      await page.goBack()
      await page.getByTestId("table-status").waitFor()
    },
    60_000
  )

  it("every way out asks while something is not saved: a link, Back, the palette, and a reload", async () => {
    const { page } = window
    await list("/admin/users")
    const bob = (
      await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/users?search=bob@example.org&page=1")
    ).items[0]?.id
    await page.getByRole("grid").getByText("Bob Bennet").first().click()
    await panel().getByRole("link", { name: "Open" }).click()
    await page.getByRole("heading", { level: 1, name: "Bob Bennet" }).waitFor()
    await page.getByLabel("Full name").fill("Bob Bishop")
    await changed().getByText("Changed: Full name").waitFor()
    const stays = async () => {
      await dialog().getByText("Not saved: Full name").waitFor()
      await dialog().getByRole("button", { name: "Keep editing" }).click()
      await dialog().waitFor({ state: "hidden" })
      expect(await page.getByLabel("Full name").inputValue()).toBe("Bob Bishop")
      expect(new URL(page.url()).pathname).toBe(`/admin/users/${bob}`)
    }
    await page.locator(".shell-nav").getByRole("link", { name: "RGW accounts" }).click()
    await stays()
    await page.locator("nav.crumbs").getByRole("link", { name: "Users" }).click()
    await stays()
    await page.evaluate("history.back()")
    await stays()
    await page.keyboard.press("Control+k")
    await dialog().getByRole("combobox").fill("storage endpoints")
    await page
      .getByRole("option", { name: /Storage endpoints/ })
      .first()
      .waitFor()
    await page.keyboard.press("Enter")
    await stays()
    const asked: Array<string> = []
    const answer = async (native: { readonly type: () => string; readonly dismiss: () => Promise<void> }) => {
      asked.push(native.type())
      await native.dismiss()
    }
    page.on("dialog", answer)
    await page.evaluate("location.reload()").catch(() => undefined)
    await expect.poll(() => asked).toEqual(["beforeunload"])
    page.off("dialog", answer)
    expect(await page.getByLabel("Full name").inputValue()).toBe("Bob Bishop")
    await page.evaluate("history.back()")
    await dialog().getByRole("button", { name: "Discard and leave" }).click()
    await page.getByTestId("table-status").waitFor()
    expect(new URL(page.url()).pathname).toBe("/admin/users")
    await page.getByRole("grid").getByText("Bob Bennet").first().waitFor()
  }, 60_000)

  it("what is typed for one row never reaches another: the next row's page begins with its own", async () => {
    const { page } = window
    await list("/admin/users")
    await page.getByRole("grid").getByText("Bob Bennet").first().click()
    await panel().getByRole("link", { name: "Open" }).click()
    await page.getByLabel("Full name").fill("Somebody Else")
    await page.locator("nav.crumbs").getByRole("link", { name: "Users" }).click()
    await dialog().getByRole("button", { name: "Discard and leave" }).click()
    await page.getByRole("grid").getByText("Cleo Crane").first().click()
    await panel().getByRole("heading", { name: "Cleo Crane" }).waitFor()
    await panel().getByRole("link", { name: "Open" }).click()
    await page.getByRole("heading", { level: 1, name: "Cleo Crane" }).waitFor()
    expect(await page.getByLabel("Full name").inputValue()).toBe("Cleo Crane")
  }, 60_000)

  it("the cluster S3 key is added and removed by keyboard; a refused key is reported at its field", async () => {
    const { page } = window
    const section = page.getByTestId("cluster-s3-key")
    const press = async (name: string) => {
      await section.getByRole("button", { name }).and(page.locator(":enabled")).focus()
      await page.keyboard.press("Enter")
      await dialog().waitFor()
    }
    const isOn = (name: string) => expect.poll(() => isFocused(section.getByRole("button", { name }))).toBe(true)
    const {
      keys: [key]
    } = await api<{ keys: ReadonlyArray<{ access_key: string; secret_key: string }> }>(
      page,
      "GET",
      `/admin/storage-endpoints/${sandboxId}/sandbox-keys`
    )
    const path = /\/s3-key$/
    await page.route(path, (route) => route.abort("connectionrefused"))
    await page.goto(`${service.origin}/admin/storage-endpoints/${sandboxId}`)
    await section.getByText("The cluster S3 key could not be loaded").waitFor()
    expect(await section.getByText("No key.").count()).toBe(0)
    await page.unroute(path)
    await section.getByRole("button", { name: "Try again" }).click()
    await section.getByText("No key.").waitFor()
    await press("Add key")
    await expect.poll(() => isFocused(dialog().getByLabel("Access key"))).toBe(true)
    await page.keyboard.type(key?.access_key ?? "")
    await page.keyboard.press("Tab")
    await page.keyboard.type("another secret")
    await page.keyboard.press("Enter")
    await dialog().getByText("The gateway refuses this key").waitFor()
    await expectAccessible(page)
    await dialog()
      .getByLabel("Secret key", { exact: true })
      .fill(key?.secret_key ?? "")
    await page.keyboard.press("Enter")
    await section.getByText("it does not write buckets of any owner").waitFor()
    await isOn("Replace key")
    await expectAccessible(page)
    await pictured(window, "cluster-s3-key")
    await press("Remove key")
    await dialog().getByRole("button", { name: "Remove key" }).focus()
    await page.keyboard.press("Enter")
    await section.getByText("No key.").waitFor()
    await isOn("Add key")
  }, 60_000)

  it("saves changes, confirms with the answer, and continues with the new row; Discard restores", async () => {
    const { page } = window
    await editor(`/admin/storage-endpoints/${north}`, "north")
    expect(await button("Save changes").isDisabled()).toBe(true)
    await page.getByLabel("Region").fill("arctic")
    await button("Discard changes").click()
    await dialog().getByText("Not saved: Region").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    expect(await page.getByLabel("Region").inputValue()).toBe("arctic")
    await button("Discard changes").click()
    await dialog().getByRole("button", { name: "Discard changes" }).click()
    await dialog().waitFor({ state: "hidden" })
    await changed().getByText("Nothing is changed").waitFor()
    expect(await page.getByLabel("Region").inputValue()).toBe("")
    await page.getByLabel("Region").fill("arctic")
    await button("Save changes").click()
    await dialog().getByRole("heading", { name: "The gateway does not answer" }).waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Keep editing" }).click()
    expect((await api<{ region: string }>(page, "GET", `/admin/storage-endpoints/${north}`)).region).toBe("")
    await button("Save changes").click()
    await dialog().getByRole("button", { name: "Save although it does not answer" }).click()
    await toasts().getByText("north is saved").first().waitFor()
    await changed().getByText("Nothing is changed").waitFor()
    expect(await page.getByLabel("Region").inputValue()).toBe("arctic")
    await page.getByText(/^Checked/).waitFor()
    await page.getByText("Down", { exact: true }).waitFor()
    await page.locator(".shell-nav").getByRole("link", { name: "RGW accounts" }).click()
    await page.getByTestId("table-status").waitFor()
  }, 60_000)

  it("an unreachable endpoint needs a confirmation, and is shown as checked afterwards", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/storage-endpoints?create=1`)
    await page.waitForURL(/\/admin\/storage-endpoints\/new$/)
    await page.getByLabel("Name", { exact: true }).fill("nowhere")
    await page.getByLabel("S3 address").fill("http://127.0.0.1:9")
    await button("Add endpoint").click()
    await dialog().getByRole("heading", { name: "The gateway does not answer" }).waitFor()
    expect(
      (await api<ReadonlyArray<{ name: string }>>(page, "GET", "/admin/storage-endpoints")).map(({ name }) => name)
    ).not.toContain("nowhere")
    await dialog().getByRole("button", { name: "Save although it does not answer" }).click()
    await page.waitForURL(/\/admin\/storage-endpoints\/\d+$/)
    await page.getByRole("heading", { level: 1, name: "nowhere" }).waitFor()
    await page.getByText("Down", { exact: true }).waitFor()
    await page.getByText(/^Checked/).waitFor()
    await page.goBack()
    expect(new URL(page.url()).pathname).not.toMatch(/new$/)
  }, 60_000)

  it("a provider that fails its test can be saved disabled, or enabled despite it", async () => {
    const { page } = window
    const providers = () => api<ReadonlyArray<{ id: string; enabled: boolean }>>(page, "GET", "/admin/oidc-providers")
    await page.goto(`${service.origin}/admin/identity/providers?create=oidc`)
    await page.waitForURL(/\/admin\/identity\/providers\/new\/oidc$/)
    await page.getByRole("textbox", { name: "Label" }).fill("Broken")
    await page.getByLabel("Id", { exact: true }).fill("broken")
    await page.getByLabel("Issuer").fill("https://id.example.org/broken")
    await page.getByLabel("Client id").fill("stowage")
    await button("Add provider").click()
    await dialog().getByRole("heading", { name: "The connection does not work yet" }).waitFor()
    expect((await providers()).map(({ id }) => id)).not.toContain("broken")
    await dialog().getByRole("button", { name: "Save switched off" }).click()
    await page.waitForURL(/\/admin\/identity\/providers\/oidc\/broken$/)
    await toasts().getByText("Broken is saved, switched off").waitFor()
    expect((await providers()).find(({ id }) => id === "broken")?.enabled).toBe(false)
    await page.getByLabel("Enabled").check()
    await button("Save changes").click()
    await dialog().getByRole("button", { name: "Save although the test failed" }).click()
    await toasts().getByText("Broken is saved", { exact: true }).waitFor()
    expect((await providers()).find(({ id }) => id === "broken")?.enabled).toBe(true)
  }, 60_000)

  it("refusals stand at their fields; changes of others are shown before they are overwritten", async () => {
    const { page } = window
    const bob = (
      await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/users?search=bob@example.org&page=1")
    ).items[0]?.id
    await editor(`/admin/users/${bob}`, "Bob Bennet")
    await page.getByLabel("E-mail", { exact: true }).fill("not an address")
    await button("Save changes").click()
    await expect.poll(() => page.getByLabel("E-mail", { exact: true }).getAttribute("aria-invalid")).toBe("true")
    await page.getByLabel("E-mail", { exact: true }).fill("bob@example.org")
    await page.getByLabel("Full name").fill("Bob Bishop")
    await api(page, "PUT", `/admin/users/${bob}`, { full_name: "Robert Bennet" })
    await button("Save changes").click()
    await page.getByTestId("conflict").getByText("Full name: Bob Bennet is now Robert Bennet").waitFor()
    await dialog().getByRole("button", { name: "Discard mine, show theirs" }).click()
    await expect.poll(() => page.getByLabel("Full name").inputValue()).toBe("Robert Bennet")
    await page.getByLabel("Full name").fill("Bob Bennet")
    await button("Save changes").click()
    await toasts().getByText("Bob Bennet is saved").waitFor()
  }, 60_000)

  it("an address of nothing says so, and leads back", async () => {
    const { page } = window
    for (const path of [
      "/admin/users/999999",
      "/admin/users/what",
      "/admin/storage-endpoints/0",
      "/admin/identity/providers/oidc/nothing",
      "/admin/accounts/999999",
      "/admin/s3-users/999999"
    ]) {
      await page.goto(service.origin + path)
      await page.getByText("Nothing is here").waitFor()
      await page.getByRole("link", { name: /^Back to/ }).waitFor()
    }
  }, 60_000)

  it("the footer stays visible, with Delete apart, at every width and in both themes", async () => {
    const { page } = window
    for (const path of [
      `/admin/storage-endpoints/${north}`,
      "/admin/storage-endpoints/new",
      "/admin/identity/providers/oidc/alpha",
      "/admin/identity/providers/new/ldap",
      `/admin/users/${person}`,
      "/admin/accounts/1"
    ]) {
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await page.goto(service.origin + path)
        await changed().waitFor({ state: "attached" })
        expect(
          await page.evaluate(
            "document.documentElement.scrollWidth <= innerWidth && document.querySelector('main').scrollWidth " +
              "<= document.querySelector('main').clientWidth"
          ),
          `${path} at ${width}`
        ).toBe(true)
        const foot = page.locator(".edit-foot")
        const seen = await foot.boundingBox()
        expect((seen?.y ?? 0) + (seen?.height ?? 0), `${path} at ${width}`).toBeLessThanOrEqual(801)
        expect(await foot.getByRole("button", { name: /delete|unregister/i }).count()).toBe(0)
        for (const theme of process.env["PICTURES"] ? ["light", "dark"] : []) {
          await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
          await picture(page, `pages${path.replaceAll("/", "-")}-${width}-${theme}`)
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectAccessible(page)
    }
  }, 240_000)

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
