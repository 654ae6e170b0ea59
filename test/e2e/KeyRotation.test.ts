import { Effect, Exit, Scope } from "effect"
import { expect, it } from "vitest"
import { freshSandbox } from "../layers/sandbox/support.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, sticksOut, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("rotating keys in the console", () => {
  let service: ServiceProcess
  let window: Window

  withConsole("rotation", async (opened) => {
    ;({ service, window } = opened)
    const [endpoint] = await api<ReadonlyArray<{ readonly id: number }>>(window.page, "GET", "/admin/storage-endpoints")
    for (const name of ["archive", "backup", "reports"]) {
      await api(window.page, "POST", "/admin/s3-users", { rgw_user_uid: name, name, storage_endpoint_id: endpoint!.id })
    }
  })

  it("shows what would change, does it, tells of each key, and undoes it", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/storage-endpoints`)
    await page.getByRole("navigation").getByRole("link", { name: "Key rotation" }).click()
    await page.getByRole("heading", { name: "Key rotation", level: 1 }).waitFor()
    await page.getByRole("checkbox", { name: /Sandbox/ }).check()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Preview" }).click()
    const plan = page.getByTestId("plan")
    await plan.waitFor()
    await expect.poll(() => plan.innerText()).toMatch(/1 RGW account[^]*3 RGW users/)
    await expectAccessible(page)
    await pictured(window, "rotation-plan")
    await page.getByRole("button", { name: "Rotate 4 keys", exact: true }).click()
    await page.waitForURL(/run=\d+/)
    const run = page.getByTestId("run")
    await expect.poll(() => run.innerText(), { timeout: 60_000 }).toMatch(/Completed[^]*4 of 4 done/)
    await expect.poll(() => run.getByRole("row").count()).toBe(5)
    expect(await run.locator("tr[data-state=completed]").first().innerText()).toMatch(/is in use, .* is switched off/)
    await expectAccessible(page)
    await pictured(window, "rotation-report")
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await sticksOut(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1440, height: 900 })

    await run.getByRole("button", { name: "Undo" }).click()
    const asked = page.getByRole("dialog")
    expect(await asked.innerText()).toMatch(/4 old keys will be switched on again/)
    await expectAccessible(page)
    await asked.getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => run.innerText(), { timeout: 60_000 }).toMatch(/Undone[^]*4 undone/)

    await page.getByRole("button", { name: "All rotations" }).click()
    const earlier = page.getByRole("region", { name: "Earlier rotations" })
    await expect.poll(() => earlier.innerText()).toMatch(/Rotate 4 keys[^]*Undone/)
    await page.goBack()
    await run.waitFor()
    expect(window.complaints).toEqual([])
  }, 240_000)

  it("starts nothing on a stale plan, and shows the new plan", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/key-rotation`)
    await page.getByRole("checkbox", { name: /Sandbox/ }).check()
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByRole("button", { name: "Rotate 4 keys", exact: true }).waitFor()
    const [endpoint] = await api<ReadonlyArray<{ readonly id: number }>>(page, "GET", "/admin/storage-endpoints")
    await api(page, "POST", "/admin/s3-users", {
      rgw_user_uid: "latecomer",
      name: "latecomer",
      storage_endpoint_id: endpoint!.id
    })
    await page.getByRole("button", { name: "Rotate 4 keys", exact: true }).click()
    await expect
      .poll(() => page.getByRole("alert").allInnerTexts())
      .toContain("Something changed since the preview. Nothing was started: review the new plan.")
    await page.getByRole("button", { name: "Rotate 5 keys", exact: true }).waitFor()
    window.complaints.length = 0
  }, 120_000)

  it("goes on in the operations dock while one is elsewhere, and its switched-off keys are deleted later", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/key-rotation`)
    await page.getByRole("checkbox", { name: /Sandbox/ }).check()
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByRole("button", { name: "Rotate 5 keys", exact: true }).click()
    await page.waitForURL(/run=\d+/)
    const address = page.url()
    await page.getByRole("navigation").getByRole("link", { name: "RGW users" }).click()
    await page.waitForURL(/s3-users/)
    await page.goto(address)
    const run = page.getByTestId("run")
    await expect.poll(() => run.innerText(), { timeout: 60_000 }).toMatch(/Completed[^]*5 of 5 done/)
    await run.getByRole("button", { name: "Delete the old keys" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click()
    await expect.poll(() => page.url()).not.toBe(address)
    await expect
      .poll(() => run.innerText(), { timeout: 60_000 })
      .toMatch(/Delete the keys that run \d+ switched off[^]*Completed[^]*5 of 5 done/)
    await page.goto(address)
    await expect.poll(() => run.innerText()).toMatch(/5 of 5 done/)
    expect(await run.getByRole("button", { name: "Undo" }).count()).toBe(0)
    expect(window.complaints).toEqual([])
  }, 240_000)

  it("says in the dock what the service answered: paused, resumed, and why a stop was refused", async () => {
    const { page } = window
    const scope = Scope.makeUnsafe()
    const gateway = await Effect.runPromise(Scope.provide(freshSandbox({ seed: false }), scope))
    try {
      const { id } = await api<{ readonly id: number }>(page, "POST", "/admin/storage-endpoints", {
        name: "Slow",
        url: gateway.url,
        features_config: { features: { admin: { enabled: true }, account: { enabled: true } } },
        admin_access_key: gateway.admin.accessKey,
        admin_secret_key: gateway.admin.secretKey
      })
      for (let n = 1; n <= 12; n++)
        await api(page, "POST", "/admin/s3-users", {
          rgw_user_uid: `slow-${n}`,
          name: `slow-${n}`,
          storage_endpoint_id: id
        })
      gateway.faults.inject({ match: { op: "AdminUserKeyPut" }, effect: { delayMs: 2_500 } })
      await page.goto(`${service.origin}/admin/key-rotation`)
      await page.getByRole("checkbox", { name: /Slow/ }).check()
      await page.getByRole("button", { name: "Preview" }).click()
      await page.getByRole("button", { name: /^Rotate 1\d keys$/ }).click()
      await page.waitForURL(/run=\d+/)
      const dock = page.getByRole("region", { name: "Operations", exact: true })
      await dock.getByRole("button", { name: /^Operations/ }).click()
      const card = dock.getByTestId("operation").first()
      const facts = card.getByTestId("facts")
      await card.getByRole("button", { name: "Pause" }).click()
      await expect.poll(() => facts.innerText(), { timeout: 60_000 }).toMatch(/Paused/)
      expect(await card.getByRole("button", { name: "Pause" }).count()).toBe(0)
      await expectAccessible(page)
      await pictured(window, "rotation-dock")
      await card.getByRole("button", { name: "Resume" }).click()
      await card.getByRole("button", { name: "Pause" }).waitFor()
      await card.getByRole("button", { name: "Stop" }).click()
      await expect.poll(() => facts.innerText(), { timeout: 60_000 }).toMatch(/cancelled/)

      // no event tells this page that another window stopped the next one: the service refuses its outdated button
      await page.route("**/api/admin/work/*/stream", () => undefined)
      await page.goto(`${service.origin}/admin/key-rotation`)
      await page.getByRole("checkbox", { name: /Slow/ }).check()
      await page.getByRole("button", { name: "Preview" }).click()
      await page.getByRole("button", { name: /^Rotate 1\d keys$/ }).click()
      await page.waitForURL(/run=\d+/)
      const run = Number(new URL(page.url()).searchParams.get("run"))
      await dock.getByRole("button", { name: /^Operations/ }).click()
      const stop = dock.getByTestId("operation").first().getByRole("button", { name: "Stop" })
      await stop.waitFor()
      await api(page, "POST", `/admin/work/${run}/stop`)
      await expect
        .poll(async () => (await api<{ readonly state: string }>(page, "GET", `/admin/work/${run}`)).state, {
          timeout: 60_000
        })
        .toBe("canceled")
      await stop.click()
      await dock.getByTestId("refusal").getByText("This work has ended already").waitFor()
      await expectAccessible(page)
      await pictured(window, "rotation-refused")
    } finally {
      gateway.faults.clear()
      await page.unroute("**/api/admin/work/*/stream")
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
    window.complaints.length = 0
  }, 300_000)
})
