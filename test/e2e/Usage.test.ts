import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { endSession, expectAccessible, isFocused, reach, signInAgain, sticksOut, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const long = "a-bucket-with-a-name-as-long-as-names-of-buckets-may-be-63-char"

const contents = {
  looked_at: "2026-11-21T10:00:00.000Z",
  complete: false,
  listed_count: 1500,
  current: { count: 1300, bytes: 700 },
  noncurrent: { count: 190, bytes: 200 },
  delete_marker_count: 10,
  uploads: { count: 3, old_count: 2, bytes: 100, bytes_complete: true, oldest_at: "2026-10-01T10:00:00.000Z" },
  hidden_bytes: 300,
  size_classes: [
    { from_bytes: 0, below_bytes: 1024, count: 1400, bytes: 600 },
    { from_bytes: 1024, below_bytes: null, count: 90, bytes: 300 }
  ],
  ages: [
    { from_days: 0, below_days: 1, count: 90, bytes: 300 },
    { from_days: 1, below_days: 365, count: 1000, bytes: 400 },
    { from_days: 365, below_days: null, count: 400, bytes: 200 }
  ],
  storage_classes: [{ storage_class: "STANDARD", count: 1490, bytes: 900 }],
  prefixes: [
    { bucket: "b", prefix: "logs/", count: 900, bytes: 90, written_7_days_bytes: 20, written_30_days_bytes: 40 }
  ]
}
const snapshot = {
  statistics: { bucket_count: 115, object_count: 1300, used_bytes: 1000, unavailable_count: 2 },
  distribution: [
    { name: long, used_bytes: 400, object_count: 3 },
    { name: "b", used_bytes: 100, object_count: 900 },
    ...Array.from({ length: 13 }, (_, index) => ({ name: `small-${index}`, used_bytes: 10, object_count: 10 }))
  ],
  warnings: ["b holds unfinished uploads."],
  findings: [
    {
      code: "old_uploads",
      severity: "warning",
      text: "1 bucket holds unfinished uploads older than 7 days.",
      bucket_count: 1,
      buckets: ["b"]
    },
    {
      code: "no_lifecycle",
      severity: "info",
      text: "12 buckets have no lifecycle rules.",
      bucket_count: 12,
      buckets: ["b", "small-0"]
    }
  ],
  contents: { ...contents, buckets: { whole: 110, partial: 2, failed: 1, never: 2 } },
  calculated_at: "2026-11-21T10:00:00.000Z",
  updated_at: "2026-11-21T10:00:00.000Z"
}
const dayAt = (day: number) => `2026-11-${String(day).padStart(2, "0")}`
const history = {
  days: [10, 11, 12, 13, 14, 16, 17, 21].map((day) => ({
    day: dayAt(day),
    bucket_count: 110,
    object_count: 1200 + day,
    used_bytes: 900 + day
  })),
  kept_days: 0,
  collected: true
}
const bucketB = {
  name: "b",
  tenant: "",
  used_bytes: 100,
  object_count: 900,
  quota_usage: 0.9,
  looked: "partial",
  problem: null,
  hidden_bytes: 30,
  noncurrent_count: 9,
  noncurrent_bytes: 20,
  delete_marker_count: 1,
  upload_count: 3,
  old_upload_count: 2,
  upload_bytes: 10,
  grown_bytes: 40,
  has_lifecycle: false,
  findings: ["old_uploads", "no_lifecycle"],
  statistics: { used_bytes: 100, object_count: 900 },
  distribution: [],
  warnings: ["The bucket has unfinished uploads older than 7 days"],
  calculated_at: "2026-11-21T10:00:00.000Z",
  updated_at: "2026-11-21T10:00:00.000Z",
  looked_at: "2026-11-21T10:00:00.000Z"
}
const sums = { operations: 100, successful_operations: 90, bytes_sent: 5000, bytes_received: 700 }
const traffic = {
  evidence: {
    state: "known",
    text: "The gateway’s usage log tells it.",
    request: "GET /admin/usage?uid=RGW1",
    code: null,
    status: 200
  },
  from: "2026-11-20T10:00:00.000Z",
  to: "2026-11-21T10:00:00.000Z",
  step_seconds: 3600,
  total: sums,
  series: Array.from({ length: 24 }, (_, hour) => ({
    at: new Date(Date.parse("2026-11-20T10:00:00Z") + hour * 3_600_000).toISOString(),
    ...sums,
    bytes_sent: hour * 200
  })),
  by_operation: [
    { operation: "get_obj", ...sums },
    { operation: "put_obj", ...sums, bytes_sent: 0 }
  ],
  by_bucket: [
    { bucket: long, ...sums },
    { bucket: "", ...sums, bytes_sent: 0, bytes_received: 0 }
  ],
  bucket_count: 2,
  read_at: "2026-11-21T10:00:00.000Z"
}
const growth = {
  from_day: dayAt(10),
  to_day: dayAt(21),
  buckets: [
    {
      name: long,
      from_day: dayAt(10),
      to_day: dayAt(21),
      used_bytes: 400,
      object_count: 3,
      grown_bytes: 300,
      grown_objects: 2,
      is_new: true
    }
  ],
  prefixes: contents.prefixes,
  prefixes_looked_at: "2026-11-21T10:00:00.000Z"
}
const answers: Readonly<Record<string, object>> = {
  latest: { snapshot },
  history,
  growth,
  traffic,
  buckets: { items: [bucketB], total: 1, total_all: 1, page: 1, page_size: 50, has_next: false },
  "buckets/b": { bucket: bucketB, contents }
}

const refusal = {
  status: 502,
  contentType: "application/problem+json",
  body: JSON.stringify({
    type: "urn:stowage:problem:storage_error",
    title: "Storage error",
    status: 502,
    detail: "The gateway is on fire",
    code: "storage_error",
    request_id: "r"
  })
}

const parts = (page: Page) => page.getByTestId("chart-part").allInnerTexts()

requirement("Chromium", chromiumLack())("usage of a context", () => {
  let service: ServiceProcess
  let window: Window

  const fake = (url: URL) => url.pathname.startsWith("/api/manager/usage-stats/") && !url.pathname.endsWith("/stream")
  withConsole("usage", async (opened) => {
    ;({ service, window } = opened)
    await window.page.route(fake, (route) =>
      route.fulfill({
        json: answers[new URL(route.request().url()).pathname.replace("/api/manager/usage-stats/", "")] ?? {}
      })
    )
    await window.page.goto(`${service.origin}/manager/usage`)
    await window.page.getByTestId("share-chart").waitFor()
  })

  it("each of the ten largest has its share of all, and the rest is one", async () => {
    const { page } = window
    const found = await parts(page)
    expect(found).toHaveLength(11)
    expect(found[0]).toMatch(new RegExp(`${long}[^]*40%[^]*400 B`))
    expect(found[1]).toMatch(/^b[^]*10%[^]*100 B/)
    expect(found[10]).toMatch(/105 other buckets[^]*42%[^]*420 B/)
    const widths = await page.evaluate<ReadonlyArray<number>>(
      "[...document.querySelectorAll('.chart-bar [data-at]')].map((part) => Number(part.getAttribute('width')))"
    )
    expect(widths[0]).toBeCloseTo(398, 0)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1000)
  }, 60_000)

  it("the bar is read by arrow keys and by pointer, and the region around it scrolls by keyboard", async () => {
    const { page } = window
    const chart = page.getByRole("application", { name: /Storage per bucket/ })
    const reading = page.getByTestId("share-chart").getByTestId("chart-reading")
    await chart.focus()
    await page.keyboard.press("ArrowRight")
    await reading.getByText(`${long}: 40% of all, 400 B`).waitFor()
    await page.keyboard.press("ArrowRight")
    await reading.getByText("b: 10% of all, 100 B").waitFor()
    await page.keyboard.press("End")
    await reading.getByText("105 other buckets: 42% of all").waitFor()
    await page.keyboard.press("Escape")
    await expect.poll(() => reading.innerText()).toBe("")
    const box = await chart.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await reading.getByText("40% of all").waitFor()
    const region = page.getByRole("region", { name: "Usage of this context" })
    await region.focus()
    expect(await page.evaluate("document.activeElement.dataset.testid")).toBe("usage-region")
  }, 60_000)

  it("objects are another order, and the figures are a table for readers", async () => {
    const { page } = window
    const shares = page.getByTestId("shares")
    await shares.getByRole("button", { name: "Objects", exact: true }).click()
    await page.getByRole("list", { name: "Objects per bucket" }).waitFor()
    expect((await parts(page))[0]).toMatch(/^b[^]*69%[^]*900/)
    await shares.getByRole("button", { name: "Show as table" }).click()
    const table = page.getByRole("table", { name: /Objects per bucket/ })
    expect(await table.getByRole("rowheader").first().innerText()).toBe("b")
    expect(await table.getByRole("row").count()).toBe(1 + 15 + 1)
    expect(await table.getByRole("row").last().innerText()).toMatch(/100 other buckets[^]*21%[^]*267[^]*370 B/)
    await expectAccessible(page)
    await shares.getByRole("button", { name: "Show as table" }).click()
    await shares.getByRole("button", { name: "Size", exact: true }).click()
  }, 60_000)

  it("shows the week's changes, their coverage, problems with a way to mend them, and growth", async () => {
    const { page } = window
    await page.getByTestId("compared").getByText("Compared with Nov 14, 2026").waitFor()
    expect(await page.getByTestId("usage").innerText()).toMatch(
      /1,000 B\s*\+86 B[^]*1,300\s*\+86[^]*115\s*\+5[^]*At least 300 B\s*30% of what is stored/
    )
    await page.getByText("Partial: 2 buckets without statistics are not in the sums.").waitFor()
    await page
      .getByTestId("coverage")
      .getByText(/110 buckets listed whole, 2 in part, 1 could not be listed, 2 not looked into/)
      .waitFor()
    expect(await page.getByTestId("hidden-bytes").innerText()).toMatch(
      /Old versions[^]*190[^]*≥ 200 B[^]*Unfinished uploads[^]*2 are older than 7 days/
    )
    const findings = page.getByTestId("finding").getByRole("link")
    expect(await findings.nth(0).getAttribute("href")).toMatch(/\/manager\/browser\?.*bucket=b&view=uploads/)
    expect(await findings.nth(1).getAttribute("href")).toMatch(/\/manager\/usage\/buckets\?.*finding=no_lifecycle/)
    expect(await page.getByTestId("growth").innerText()).toMatch(/new[^]*\+2[^]*\+300 B[^]*b\/logs\/[^]*\+40 B/)
    const lines = page.getByRole("application", { name: /Storage, day by day/ })
    await lines.focus()
    await page.keyboard.press("End")
    await page.getByTestId("time-series").getByTestId("chart-reading").getByText("Stored 921 B").waitFor()
    await page.keyboard.press("Escape")
  }, 60_000)

  it("every bucket has a row, and a panel under an address of its own, by keyboard", async () => {
    const { page } = window
    await page.getByRole("navigation", { name: "Sides of usage" }).getByRole("link", { name: "Buckets" }).click()
    const grid = page.getByRole("grid", { name: "Usage of buckets" })
    await grid.getByText("≥ 30 B").waitFor()
    await grid.getByText("+40 B").waitFor()
    const asked = page.waitForRequest(/usage-stats\/buckets\?.*sort_by=grown_bytes/)
    await grid
      .getByRole("columnheader", { name: /^Grown/ })
      .getByRole("button")
      .click()
    await asked
    await page.locator("main").focus()
    await reach(page, grid)
    await page.keyboard.press("Enter")
    const panel = page.getByTestId("panel")
    await panel.getByTestId("hidden-bytes").waitFor()
    expect(new URL(page.url()).searchParams.get("open")).toBe("b")
    expect(await panel.getByTestId("class-bars").count()).toBe(3)
    expect(await panel.getByTestId("prefixes").innerText()).toMatch(/logs\/[^]*900 versions[^]*90 B/)
    await reach(page, panel.getByRole("link", { name: "Clean old versions" }))
    await panel.getByTestId("time-series").waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sticksOut(page)).toEqual([])
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press("Escape")
    await expect.poll(() => isFocused(grid)).toBe(true)
  }, 120_000)

  it("traffic is shown by time, operation and bucket, or as unavailable with the evidence", async () => {
    const { page } = window
    await page.getByRole("navigation", { name: "Sides of usage" }).getByRole("link", { name: "Traffic" }).click()
    await page.getByRole("table", { name: "By operation" }).getByText("get_obj").waitFor()
    await page.getByRole("table", { name: "By bucket" }).getByText("No bucket").waitFor()
    expect(await page.getByTestId("traffic").innerText()).toMatch(/Calls\s*100[^]*Failed\s*10/)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sticksOut(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.route(/usage-stats\/traffic.*period=month/, (route) => route.fulfill(refusal))
    await page.getByRole("button", { name: "Month" }).click()
    await page.getByText("The traffic could not be read").waitFor()
    await page.getByRole("button", { name: "Day", exact: true }).click()
    await page.getByTestId("traffic").waitFor()
    expect(await page.getByText("The traffic could not be read").count()).toBe(0)
    await page.unroute(/usage-stats\/traffic.*period=month/)
    const none = {
      ...traffic,
      evidence: {
        state: "refused",
        text: "The gateway refused to tell its usage log.",
        request: "GET /admin/usage?uid=RGW1",
        code: "AccessDenied",
        status: 403
      },
      series: [],
      by_operation: [],
      by_bucket: []
    }
    await page.route(/usage-stats\/traffic/, (route) => route.fulfill({ json: none }))
    await page.getByRole("button", { name: "Week" }).click()
    await page.getByTestId("no-traffic").getByText("GET /admin/usage?uid=RGW1 → 403 AccessDenied").waitFor()
    expect(new URL(page.url()).searchParams.get("period")).toBe("week")
    for (const [button, state, text] of [
      ["Hour", "empty", "The gateway’s usage log is empty for this period"],
      ["Month", "off", "The usage log of this storage endpoint is switched off in its settings"],
      ["Day", "no_admin_key", "A connection has its own key only"]
    ] as const) {
      const evidence = {
        state,
        text,
        request: state === "empty" ? "GET /admin/usage?uid=RGW1" : null,
        code: null,
        status: state === "empty" ? 200 : null
      }
      await page.unroute(/usage-stats\/traffic/)
      await page.route(/usage-stats\/traffic/, (route) => route.fulfill({ json: { ...none, evidence } }))
      await page.getByRole("button", { name: button, exact: true }).click()
      const told = page.getByTestId("no-traffic")
      await told.getByText(text).waitFor()
      expect((await told.innerText()).includes("GET /admin/usage"), state).toBe(state === "empty")
      expect(await page.getByTestId("traffic").count(), state).toBe(0)
    }
    await expectAccessible(page)
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByTestId("share-chart").waitFor()
  }, 120_000)

  it("names are whole on phones, and nothing is wider than the window", async () => {
    const { page } = window
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      const name = page.getByTestId("chart-part").first().getByText(long)
      const box = await name.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? width + 1), `at ${width} px`).toBeLessThanOrEqual(width)
      expect(box?.height ?? 0, `at ${width} px`).toBeGreaterThan(30)
      expect(
        await page.evaluate(
          `getComputedStyle(document.querySelector('[data-testid=chart-part] .font-medium')).textOverflow`
        )
      ).toBe("clip")
      expect(await name.innerText()).toBe(long)
      expect(
        await page.evaluate(
          "Math.max(document.documentElement.scrollWidth, " +
            "document.querySelector('[data-testid=usage-region]').scrollWidth)"
        ),
        `at ${width} px`
      ).toBeLessThanOrEqual(width)
      for (const theme of ["light", "dark"]) {
        if (process.env["PICTURES"] === undefined) continue
        await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
        await picture(page, `usage-${width}-${theme}`)
      }
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectAccessible(page)
    await picture(page, "usage-1440-dark")
  }, 120_000)

  it("what was counted before stays when a recount breaks off, and when it cannot be read again", async () => {
    const { page } = window
    await page.route(/usage-stats\/stream/, (route) => route.fulfill(refusal))
    await page.getByRole("button", { name: "Recalculate" }).click()
    await page
      .getByTestId("usage-stale")
      .getByText(/The recount failed: The gateway is on fire\. The figures are from the last count/)
      .waitFor()
    await page.getByTestId("share-chart").waitFor()
    await expectAccessible(page)
    await page.unroute(/usage-stats\/stream/)
    await page.route(/usage-stats\/stream/, (route) => route.fulfill({ contentType: "text/event-stream", body: "" }))
    await page.getByRole("button", { name: "Recalculate" }).click()
    await page
      .getByTestId("usage-stale")
      .getByText(/ended it before all buckets were counted/)
      .waitFor()
    await page.unroute(/usage-stats\/stream/)
    await page.route(/usage-stats\/history/, (route) => route.fulfill(refusal))
    await page.reload()
    await page.getByTestId("compared").getByText("the history could not be read").waitFor()
    await page.unroute(/usage-stats\/history/)
    await page.route(/usage-stats\/latest/, (route) => route.fulfill(refusal))
    await page.reload()
    await page.getByRole("alert").getByText("Usage could not be read").waitFor()
    await page.unroute(/usage-stats\/latest/)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByTestId("share-chart").waitFor()
    window.complaints.length = 0
  }, 60_000)

  it("a recount fills the page live, out of the gateway's own figures", async () => {
    const { page } = window
    await page.unroute(fake)
    await page.goto(`${service.origin}/manager/usage`)
    await page.getByText("Nothing counted yet").waitFor()
    await page.locator("main").focus()
    const recalculate = page.getByRole("button", { name: "Recalculate" })
    await reach(page, recalculate)
    await page.keyboard.press("Enter")
    await page.getByTestId("share-chart").waitFor()
    await expect.poll(() => isFocused(recalculate)).toBe(true)
    await endSession(page)
    await page.keyboard.press("Enter")
    await signInAgain(page)
    await page.getByTestId("recount").waitFor({ state: "detached" })
    await expect.poll(() => isFocused(recalculate)).toBe(true)
    window.complaints.length = 0
    const figures = await page.getByTestId("usage").innerText()
    expect(figures).toMatch(/Buckets\s*4/)
    const found = await parts(page)
    expect(found.some((part) => part.startsWith("sample-documents"))).toBe(true)
    expect(found.at(-1)).toMatch(/1 other bucket[^]*0%/)
    await page.getByRole("navigation", { name: "Sides of usage" }).getByRole("link", { name: "Buckets" }).click()
    await page.getByRole("grid", { name: "Usage of buckets" }).getByText("sample-documents", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Look into buckets" }).click()
    await page.getByRole("navigation", { name: "Sides of usage" }).getByRole("link", { name: "Overview" }).click()
    await page
      .getByTestId("coverage")
      .getByText(/4 buckets listed whole/)
      .waitFor()
    await page.getByTestId("hidden-bytes").getByText("Delete markers").waitFor()
    await page.getByTestId("recount").waitFor({ state: "detached" })
    expect(window.complaints).toEqual([])
  }, 60_000)
})
