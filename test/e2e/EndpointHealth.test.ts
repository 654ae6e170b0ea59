import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { api, expectAccessible, reach, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const greeting = '<ListAllMyBucketsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"></ListAllMyBucketsResult>'
const token = "cron-token-of-the-test"

requirement("Chromium", chromiumLack())("storage endpoints and their health in the console", () => {
  let service: ServiceProcess
  let admin: Window
  let database: OwnDatabase
  let gateway: Server
  let address = ""
  let status = 200

  const environment = (more: Record<string, string> = {}) => ({
    SANDBOX_GATEWAY: "false",
    INTERNAL_CRON_TOKEN: token,
    ENV_STORAGE_ENDPOINTS: JSON.stringify([
      { name: "Fixed", url: `${address}/fixed`, tags: ["from outside"], features_config: { features: {} } }
    ]),
    ...more
  })

  beforeAll(async () => {
    gateway = createServer((_, response) => {
      response.writeHead(status, { "content-type": "application/xml" }).end(greeting)
    })
    await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve))
    address = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  })
  withConsole("endpoint-health", (opened) => ({ service, database, window: admin } = opened), {
    start: () => ({ env: environment() })
  })
  afterAll(() => {
    gateway?.closeAllConnections()
    gateway?.close()
  })

  const check = async () => {
    const answer = await fetch(`${service.origin}/api/internal/storage-endpoints/check`, {
      method: "POST",
      headers: { "x-internal-token": token }
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  const endpoint = async (called: string) =>
    (
      await api<
        ReadonlyArray<{
          id: number
          name: string
          latitude: number | null
          longitude: number | null
          tags: ReadonlyArray<string>
        }>
      >(admin.page, "GET", "/admin/storage-endpoints")
    ).find((one) => one.name === called)!

  it("an endpoint is given tags and a place, by keyboard alone, on the map and in numbers", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/storage-endpoints/new`)
    await page.getByLabel("Name", { exact: true }).fill("North")
    await page.getByLabel("S3 address").fill(address)
    await page.getByLabel("New tag").fill("production")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Remove tag production" }).waitFor()
    await page.getByLabel("New tag").fill("Zürich")
    await page.getByRole("button", { name: "Add tag" }).press("Enter")
    await page.getByLabel("Latitude").fill("91")
    await page.getByRole("button", { name: "Add endpoint" }).click()
    await page.getByText(/less than or equal to 90/).waitFor()
    await page.getByLabel("Latitude").fill("46.2")
    await page.getByLabel("Longitude").fill("6.15")
    expect(await page.getByTestId("world-map").count()).toBe(0)
    await reach(page, page.getByText("Choose on a map"))
    await page.keyboard.press("Enter")
    const map = page.getByTestId("world-map")
    await page.getByText("46.2° N, 6.15° E").waitFor()
    await reach(page, map)
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Shift+ArrowRight")
    await page.getByText("47.2° N, 16.15° E").waitFor()
    expect(await page.getByLabel("Latitude").inputValue()).toBe("47.2")
    expect(
      await page
        .locator(".map-land")
        .evaluate((land) => (land as unknown as { getBBox: () => { width: number } }).getBBox().width)
    ).toBeGreaterThan(600)
    await expectAccessible(page)
    const box = (await map.boundingBox())!
    await map.click({ position: { x: box.width * 0.75, y: box.height * 0.25 } })
    await page.getByText(/^4[45]\.?\d*° N, (89|90)\.?\d*° E$/).waitFor()
    await page.getByLabel("Latitude").fill("47.37")
    await page.getByLabel("Longitude").fill("8.54")
    const added = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/api/admin/storage-endpoints")
    )
    await page.getByRole("button", { name: "Add endpoint" }).click()
    expect((await added).postDataJSON()).not.toHaveProperty("features_config")
    await page.waitForURL(/storage-endpoints\/\d+/)
    expect(await endpoint("North")).toMatchObject({ latitude: 47.37, longitude: 8.54, tags: ["production", "Zürich"] })
    await page.reload()
    await page.getByRole("button", { name: "Remove tag production" }).click()
    await page.getByLabel("Longitude").fill("")
    await page.getByTestId("changed").getByText("Changed: Tags, Longitude").waitFor()
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.getByText("North is saved").waitFor()
    expect(await endpoint("North")).toMatchObject({ latitude: 47.37, longitude: null, tags: ["Zürich"] })
  }, 90_000)

  it("the listing shows the health as it changes, and nobody reloads it", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin/storage-endpoints`)
    const row = page.getByRole("row", { name: /North/ })
    await check()
    await row.getByText("Up").waitFor()
    status = 503
    await check()
    await row.getByText("Down").waitFor()
    await expectAccessible(page)
    status = 200
    await check()
    await row.getByText("Up").waitFor()
    expect(admin.complaints).toEqual([])
  }, 60_000)

  it("the endpoint page shows latency, uptime and incidents, live, by keyboard, on a phone", async () => {
    const { page } = admin
    const { id } = await endpoint("North")
    await database.query(
      `
      insert into endpoint_checks (storage_endpoint_id, checked_at, state, latency_ms)
      select $1, now() - n * interval '5 minutes', 'up', 10 + (n * 7919) % 40 from generate_series(1, 280) n
        on conflict do nothing`,
      [id]
    )
    await database.query(
      `
      insert into endpoint_health_periods (storage_endpoint_id, period, began, checks, failures, latencies)
      select $1, 'day', date_trunc('day', now(), 'UTC') - n * interval '1 day', 1440, case when n = 7 then 30 else 0
        end, '{"30": 1400}' from generate_series(1, 60) n`,
      [id]
    )
    await database.query(
      `
      insert into endpoint_incidents (storage_endpoint_id, started_at, ended_at, cause, summary)
      select $1, now() - n * interval '1 day', now() - n * interval '1 day' + interval '95 minutes', 'no_answer',
        'Nothing answered within 5 seconds' from generate_series(25, 1, -1) n`,
      [id]
    )
    await page.goto(`${service.origin}/admin/storage-endpoints/${id}`)
    const tab = page.getByRole("tab", { name: "Health" })
    await page.getByRole("tab", { name: "Settings" }).focus()
    await page.keyboard.press("ArrowRight")
    await page.waitForURL(/tab=health/)
    const section = page.getByTestId("endpoint-health")
    await section.getByTestId("time-series").waitFor()
    expect(await tab.getAttribute("aria-selected")).toBe("true")
    expect(await section.getByTestId("health-figures").innerText()).toMatch(/Median\s+\d+ ms/)
    const days = section.getByTestId("day-bars")
    await days.getByRole("application").focus()
    await page.keyboard.press("End")
    for (let back = 0; back < 7; back++) await page.keyboard.press("ArrowLeft")
    await expect.poll(() => days.getByTestId("chart-reading").innerText()).toContain("97.91 % of 1,440 checks answered")
    await days.getByRole("button", { name: "Show as table" }).click()
    await expect.poll(() => days.getByRole("row").count()).toBe(91)
    await days.getByRole("button", { name: "Show as table" }).click()
    await expect.poll(() => section.getByTestId("incident").count()).toBe(20)
    await section.getByRole("button", { name: "Show older incidents" }).click()
    await expect.poll(() => section.getByTestId("incident").count()).toBe(25)
    expect(await section.getByTestId("incident").first().innerText()).toContain("lasted 1 hour 35 minutes")
    await section.getByRole("button", { name: "30 days" }).click()
    await page.waitForURL(/range=30d/)
    await section.getByRole("button", { name: "24 hours" }).click()
    await expectAccessible(page)
    status = 500
    for (let time = 0; time < 3; time++) await check()
    await section.getByText("Going on").waitFor()
    await section.getByText("The gateway answers, but fails (HTTP 500)").waitFor()
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await expect
        .poll(
          async () =>
            (await section.getByTestId("time-series").locator(".chart-tick").first().boundingBox())?.height ?? 0
        )
        .toBeGreaterThan(9)
      await picture(page, `endpoint-health-${width}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const theme of ["dark", "light"]) {
      await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
      await picture(page, `endpoint-health-${theme}`)
    }
  }, 90_000)

  it("the overview names the incident and leads to it; administrators are notified", async () => {
    const { page } = admin
    await page.goto(`${service.origin}/admin`)
    const notice = page.getByTestId("notice").filter({ hasText: "North has an incident" })
    await notice.waitFor()
    await notice.getByRole("link").click()
    await page.getByTestId("incident").first().getByText("Going on").waitFor()
    status = 200
    for (let time = 0; time < 2; time++) await check()
    await expect.poll(() => page.getByTestId("incident").filter({ hasText: "Going on" }).count()).toBe(0)
    await page.goto(`${service.origin}/notifications`)
    await page.getByText("North does not answer").first().waitFor()
    await page.getByText("North answers again").first().waitFor()
  }, 60_000)

  it("an endpoint of the environment is shown as such, and neither changed nor deleted", async () => {
    const { page } = admin
    const { id } = await endpoint("Fixed")
    await page.goto(`${service.origin}/admin/storage-endpoints?open=${id}`)
    const panel = page.getByTestId("panel")
    await panel.getByText(/Set by the environment/).waitFor()
    expect(await panel.getByRole("button", { name: /Delete/ }).count()).toBe(0)
    await page.getByRole("row", { name: /Fixed/ }).getByText("Environment").waitFor()
    await expectAccessible(page)
    await page.goto(`${service.origin}/admin/storage-endpoints/${id}`)
    await page.getByText(/Set by the environment/).waitFor()
    expect(await page.getByLabel("Name", { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole("button", { name: /Save|Delete/ }).count()).toBe(0)
    await expectAccessible(page)
  }, 60_000)

  it("switched off, no page shows or asks for a health", async () => {
    const off = await startService({
      dataDir: service.dataDir,
      env: environment({ DATABASE_URL: database.url, FEATURE_ENDPOINT_STATUS_ENABLED: "false" })
    })
    const { page } = admin
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("/health")) asked.push(request.url())
    })
    try {
      const { id } = await endpoint("North")
      await page.goto(`${off.origin}/admin/storage-endpoints`)
      await page.getByRole("row", { name: /North/ }).waitFor()
      await expect.poll(() => page.getByRole("columnheader", { name: "Health" }).count()).toBe(0)
      asked.length = 0
      await page.goto(`${off.origin}/admin/storage-endpoints/${id}`)
      await page.getByLabel("S3 address").waitFor()
      await expect.poll(() => page.getByRole("tab", { name: "Health" }).count()).toBe(0)
      expect(await page.getByText("Health", { exact: true }).count()).toBe(0)
      expect(asked.filter((url) => !url.includes("/stream"))).toEqual([])
    } finally {
      await off.stop()
    }
  }, 90_000)
})
