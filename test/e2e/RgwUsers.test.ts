import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

interface OnGateway {
  readonly suspended: boolean
  readonly max_buckets: number | null
  readonly user_quota: {
    readonly enabled: boolean
    readonly max_size_bytes: number | null
    readonly max_objects: number | null
  }
  readonly caps: ReadonlyArray<{ readonly type: string; readonly perm: string }>
}

requirement("Chromium", chromiumLack())("RGW users and RGW accounts on their gateway", () => {
  let service: ServiceProcess
  let window: Window
  let user = 0
  let account = 0
  withConsole("rgw-users", async (opened) => {
    ;({ service, window } = opened)
    const { page } = window
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const me = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    const user_links = [
      { user_id: me.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
    ]
    user = (
      await api(page, "POST", "/admin/s3-users", {
        storage_endpoint_id: sandbox?.id,
        rgw_user_uid: "backup",
        name: "Nightly backup",
        user_links
      })
    ).id
    account = (
      await api(page, "POST", "/admin/accounts", {
        storage_endpoint_id: sandbox?.id,
        name: "weather-archive",
        user_links
      })
    ).id
    await api(page, "POST", `/manager/buckets?context_id=s3u-${user}`, { name: "used-for-a-moment" })
    await api(
      page,
      "DELETE",
      `/manager/buckets/used-for-a-moment?context_id=s3u-${user}&confirm_name=used-for-a-moment`
    )
  })

  const dialog = () => window.page.getByRole("dialog")
  const toasts = () => window.page.locator(".toasts")
  const panel = () => window.page.locator("#access-tabs-panel:visible")
  const settings = () => api<OnGateway>(window.page, "GET", `/admin/s3-users/${user}/gateway`)
  const at = async (path: string, tab: string) => {
    await window.page.goto(`${service.origin}${path}`)
    await window.page.getByRole("tab", { name: tab, exact: true, selected: true }).waitFor()
  }
  const saves = async (name: string) => {
    await dialog().getByRole("button", { name, exact: true }).click()
    await dialog().waitFor({ state: "detached" })
  }

  it("keys: secret shown once, switched off and on, deleted by name; Stowage's own only rotated", async () => {
    const { page } = window
    await at(`/admin/s3-users/${user}?tab=keys`, "Keys")
    const keys = () => page.getByTestId("key")
    await keys().getByText("Used by Stowage").waitFor()
    expect(await keys().count()).toBe(1)
    expect(await keys().getByRole("button").count()).toBe(0)
    await expect
      .poll(
        async () =>
          (await api<ReadonlyArray<{ last_used_at: string | null }>>(page, "GET", `/admin/s3-users/${user}/keys`))[0]
            ?.last_used_at ?? "never"
      )
      .toMatch(/^\d{4}-/)
    await page.reload()
    await keys()
      .getByText(/Stowage last used it .*(now|ago)/)
      .waitFor()
    await page
      .getByTestId("activity")
      .getByText(/In the hour from .* UTC/)
      .waitFor()
    expect(await keys().getByRole("link", { name: "rotated" }).getAttribute("href")).toBe("/admin/key-rotation")

    await panel().getByRole("button", { name: "Create key" }).click()
    await dialog().getByRole("heading", { name: "Create a key of Nightly backup" }).waitFor()
    await dialog().getByRole("button", { name: "Create key", exact: true }).click()
    const secret = await dialog().getByTestId("new-secret-key").innerText()
    const access = await dialog().getByTestId("new-access-key").innerText()
    expect(secret.length).toBeGreaterThan(20)
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog().getByText("its secret is not shown again").waitFor()
    await dialog().getByRole("button", { name: "Go back" }).click()
    await dialog().getByRole("button", { name: "I have copied it" }).click()
    await dialog().waitFor({ state: "detached" })
    await keys().nth(1).waitFor()
    expect(await page.content()).not.toContain(secret)
    const row = keys().filter({ hasText: access })
    await row.getByText(/Created .*(now|ago)/).waitFor()
    await row.getByText("it is not stored here, and the gateway does not tell when others use a key").waitFor()
    await expectAccessible(page)

    await row.getByRole("button", { name: `Switch off ${access}` }).click()
    await saves("Switch off")
    await row.getByText("Switched off").waitFor()
    await toasts().getByText(`${access} is switched off`).waitFor()
    await row.getByRole("button", { name: `Switch on ${access}` }).click()
    await row.getByText("Active").waitFor()

    await row.getByRole("button", { name: `Delete ${access}` }).click()
    await dialog()
      .getByRole("heading", { name: `Delete ${access}` })
      .waitFor()
    await dialog().getByRole("button", { name: "Delete key" }).click()
    await dialog().locator("[aria-invalid=true]").waitFor()
    await dialog().getByRole("textbox").fill(access)
    await saves("Delete key")
    await toasts().getByText(`${access} is deleted`).waitFor()
    await expect.poll(() => keys().count()).toBe(1)
    expect(await api<ReadonlyArray<unknown>>(page, "GET", `/admin/s3-users/${user}/keys`)).toHaveLength(1)
  }, 90_000)

  it("quotas: in units and exact bytes; unlimited is shown; invalid numbers are refused in place", async () => {
    const { page } = window
    await at(`/admin/s3-users/${user}?tab=quotas`, "Quotas")
    const whole = page.getByTestId("quota-whole")
    await whole.getByText("Unlimited").first().waitFor()
    await panel().getByRole("button", { name: "Change: Quota of the RGW user" }).click()
    await dialog().getByLabel("Enabled").check()
    await dialog().getByLabel("Most bytes", { exact: true }).fill("ten")
    await dialog().getByRole("button", { name: "Save quota" }).click()
    await dialog().getByText("Type a number, such as 10 or 1.5").waitFor()
    await dialog().getByLabel("Most bytes", { exact: true }).fill("1.5")
    await expectAccessible(page)
    await saves("Save quota")
    await whole.getByText("1.5 GiB (1,610,612,736 bytes)").waitFor()
    const usage = page.getByTestId("usage")
    await usage.getByText("0 B of 1.5 GiB").waitFor()
    await usage.getByText("0 objects, no limit").waitFor()
    expect(await usage.getByRole("progressbar").getAttribute("aria-label")).toBe("0% of the quota of bytes")
    await usage.getByText(/Asked .*(now|ago)/).waitFor()
    await whole.getByText("Enabled").waitFor()
    expect((await settings()).user_quota).toEqual({ enabled: true, max_size_bytes: 1610612736, max_objects: null })
    await panel().getByRole("button", { name: "Change: Quota of the RGW user" }).click()
    await expect.poll(() => dialog().getByLabel("Most bytes", { exact: true }).inputValue()).toBe("1536")
    expect(await dialog().getByLabel("Unit of most bytes").inputValue()).toBe("MiB")
    await dialog().getByLabel("Most bytes", { exact: true }).fill("")
    await dialog().getByLabel("Most objects").fill("0")
    await saves("Save quota")
    await whole.getByText("0: none").waitFor()
    expect((await settings()).user_quota).toEqual({ enabled: true, max_size_bytes: null, max_objects: 0 })
    await usage.getByText("0 objects, none allowed").waitFor()
    await usage.getByText("Full: the gateway refuses to write more.").waitFor()
    await expectAccessible(page)
  }, 90_000)

  it("two editors of one quota notice each other, and the next try starts from the saved value", async () => {
    const { page } = window
    await at(`/admin/s3-users/${user}?tab=quotas`, "Quotas")
    await panel().getByRole("button", { name: "Change: Quota of each bucket" }).click()
    await dialog().getByLabel("Most objects").fill("7")
    await api(page, "PUT", `/admin/s3-users/${user}/quotas/bucket`, {
      enabled: true,
      max_size_bytes: null,
      max_objects: 1234
    })
    await dialog().getByRole("button", { name: "Save quota" }).click()
    await dialog().getByText("Somebody else changed this on the gateway").waitFor()
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await dialog().getByRole("button", { name: "Discard" }).click()
    await page.getByTestId("quota-bucket").getByText("1,234").waitFor()
    await panel().getByRole("button", { name: "Change: Quota of each bucket" }).click()
    await dialog().getByLabel("Most objects").fill("7")
    await saves("Save quota")
    await page.getByTestId("quota-bucket").getByText("7", { exact: true }).waitFor()
  }, 60_000)

  it("capabilities by type, and rate limits by the minute", async () => {
    const { page } = window
    await at(`/admin/s3-users/${user}?tab=capabilities`, "Capabilities")
    await page.getByTestId("caps").getByText("None.").waitFor()
    await panel().getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("usage", { exact: true }).selectOption({ label: "Read" })
    await dialog().getByLabel("buckets", { exact: true }).selectOption({ label: "Read and write" })
    await expectAccessible(page)
    await saves("Save capabilities")
    await page.getByTestId("caps").getByText("Read and write").waitFor()
    expect((await settings()).caps).toEqual([
      { type: "buckets", perm: "*" },
      { type: "usage", perm: "read" }
    ])
    await panel().getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("buckets", { exact: true }).selectOption({ label: "Write" })
    await saves("Save capabilities")
    await page.getByTestId("caps").getByText("Write", { exact: false }).first().waitFor()
    await expect
      .poll(async () => (await settings()).caps)
      .toEqual([
        { type: "buckets", perm: "write" },
        { type: "usage", perm: "read" }
      ])

    await page.getByRole("tab", { name: "Rate limits" }).click()
    await page.getByTestId("rate-limits").getByText("Off", { exact: true }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("rate-limits")
    await panel().getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("Enabled").check()
    await dialog().getByLabel("Writing requests a minute").fill("0")
    await dialog().getByRole("button", { name: "Save rate limits" }).click()
    await dialog().getByText("the gateway takes 0 for unlimited").waitFor()
    await dialog().getByLabel("Writing requests a minute").fill("600")
    await expectAccessible(page)
    await saves("Save rate limits")
    await page.getByTestId("rate-limits").getByText("600 requests, unlimited data a minute").waitFor()
    expect(await page.getByRole("button", { name: "Save changes" }).count()).toBe(0)
    await page.goBack()
    await page.getByRole("tab", { name: "Capabilities", selected: true }).waitFor()
  }, 90_000)

  it("a suspended RGW user is shown as such, enabled again, and its gateway values are edited", async () => {
    const { page } = window
    await at(`/admin/s3-users/${user}?tab=gateway`, "On the gateway")
    await page.getByTestId("state").getByText("Active").waitFor()
    await panel().getByRole("button", { name: "Suspend Nightly backup" }).click()
    await dialog().getByText("Stowage acts by such a key").waitFor()
    await expectAccessible(page)
    await saves("Suspend")
    await page.getByTestId("state").getByText("Suspended").waitFor()
    expect((await settings()).suspended).toBe(true)
    await expectAccessible(page)
    await panel().getByRole("button", { name: "Enable Nightly backup" }).click()
    await page.getByTestId("state").getByText("Active").waitFor()
    expect((await settings()).suspended).toBe(false)
    await panel().getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("Most buckets").fill("")
    await dialog().getByLabel("E-mail").fill("backup@example.org")
    await saves("Save changes")
    await page.getByTestId("profile").getByText("backup@example.org").waitFor()
    await page.getByTestId("profile").getByText("Unlimited").waitFor()
    expect((await settings()).max_buckets).toBeNull()
  }, 60_000)

  it("deleting on the gateway: refused with the reason while it owns a bucket, then gone there and here", async () => {
    const { page } = window
    await api(page, "POST", `/manager/buckets?context_id=s3u-${user}`, { name: "left-behind" })
    await at(`/admin/s3-users/${user}?tab=gateway`, "On the gateway")
    await panel().getByRole("button", { name: "Delete on the gateway" }).click()
    await dialog().getByText("Buckets are never deleted along with it").waitFor()
    await expectAccessible(page)
    await dialog().getByRole("textbox").fill("Nightly backup")
    await dialog().getByRole("button", { name: "Delete RGW user" }).click()
    await dialog().getByRole("alert").getByText("still owns a bucket on the gateway: left-behind").waitFor()
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await api(page, "DELETE", `/manager/buckets/left-behind?context_id=s3u-${user}&confirm_name=left-behind`)
    await panel().getByRole("button", { name: "Delete on the gateway" }).click()
    await dialog().getByRole("textbox").fill("Nightly backup")
    await dialog().getByRole("button", { name: "Delete RGW user" }).click()
    await toasts().getByText("The gateway has no backup any more.").waitFor()
    await page.waitForURL(/\/admin\/s3-users$/)
    await expect(api(page, "GET", `/admin/s3-users/${user}`)).rejects.toThrow("not_found")
  }, 60_000)

  it("an RGW account: limits, quota, another name on the gateway, and its end; readable down to 320 px", async () => {
    const { page } = window
    await at(`/admin/accounts/${account}?tab=quotas`, "Quotas and limits")
    await page.getByTestId("limits").getByText("1,000").first().waitFor()
    await panel().getByRole("button", { name: "Change: Limits" }).click()
    await dialog().getByLabel("Most: buckets").fill("")
    await dialog().getByLabel("Most: roles").fill("0")
    await expectAccessible(page)
    await saves("Save limits")
    await page.getByTestId("limits").getByText("0: none").waitFor()
    expect(await api(page, "GET", `/admin/accounts/${account}/gateway`)).toMatchObject({
      limits: { max_buckets: null, max_roles: 0, max_users: 1000 }
    })
    await panel().getByRole("button", { name: "Change: Quota of the RGW account" }).click()
    await dialog().getByLabel("Enabled").check()
    await dialog().getByLabel("Most bytes", { exact: true }).fill("2")
    await dialog().getByLabel("Unit of most bytes").selectOption("TiB")
    await dialog().getByRole("button", { name: "Save quota" }).click()
    await dialog().getByText("Admin Ops cuts the quota of an account off beyond 2,147,483,647").waitFor()
    await dialog().getByLabel("Most bytes", { exact: true }).fill("1")
    await dialog().getByLabel("Unit of most bytes").selectOption("GiB")
    await saves("Save quota")
    await page.getByTestId("quota-whole").getByText("1 GiB (1,073,741,824 bytes)").waitFor()
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(
        await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
        `${width} px`
      ).toBe(0)
    }
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole("tab", { name: "On the gateway" }).click()
    await page.getByTestId("profile").waitFor()
    await panel().getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("Name on the gateway").fill("weather-2026")
    await dialog().getByLabel("E-mail").fill("weather@example.org")
    await saves("Save changes")
    await page.getByTestId("profile").getByText("weather@example.org").waitFor()
    await panel().getByRole("button", { name: "Change" }).click()
    await dialog().getByText("it cannot be left empty any more").waitFor()
    await dialog().getByLabel("E-mail").fill("")
    await dialog().getByRole("button", { name: "Save changes" }).click()
    await dialog().getByText("never takes it away by Admin Ops").waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await dialog().getByRole("button", { name: "Discard" }).click()
    await dialog().waitFor({ state: "detached" })
    await page.getByTestId("profile").getByText("weather-2026").waitFor()
    await page.getByRole("heading", { level: 1, name: "weather-archive" }).waitFor()
    await panel().getByRole("button", { name: "Delete on the gateway" }).click()
    await dialog().getByRole("textbox").fill("weather-archive")
    await dialog().getByRole("button", { name: "Delete RGW account" }).click()
    await page.waitForURL(/\/admin\/accounts$/)
    await expect(api(page, "GET", `/admin/accounts/${account}`)).rejects.toThrow("not_found")
  }, 90_000)

  it("values typed on the first tab stay while another is open, with a clean console log", async () => {
    const { page } = window
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const { id } = await api(page, "POST", "/admin/s3-users", {
      storage_endpoint_id: sandbox?.id,
      rgw_user_uid: "robot",
      name: "Robot"
    })
    await at(`/admin/s3-users/${id}`, "Overview and access")
    await page.getByLabel("Name", { exact: true }).fill("Robot two")
    await page.getByTestId("changed").getByText("Changed: Name").waitFor()
    await page.getByRole("tab", { name: "Quotas" }).click()
    await page.getByTestId("quota-whole").waitFor()
    await page.getByRole("tab", { name: "Overview and access" }).click()
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Robot two")
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByRole("heading", { level: 1, name: "Robot two" }).waitFor()
    expect(window.complaints.filter((text) => !/\b4\d\d\b/.test(text))).toEqual([])
  }, 60_000)
})
