import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, violations, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const long = `Somebody ${"with a name that fits into no column ".repeat(4)}at all`

const fill = `async (long) => {
  const { csrf_token } = await (await fetch("/api/auth/session")).json()
  const send = async (method, path, body) => {
    const answer = await fetch("/api" + path, { method, headers: { "content-type": "application/json", "x-csrf-token": csrf_token }, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  for (let n = 0; n < 40; n++) {
    const body = { email: "p" + n + "@example.org", full_name: n === 4 ? long : "Person " + String(n).padStart(2, "0"), role: ["ui_user", "ui_admin", "ui_none", "ui_user"][n % 4] }
    const { id } = await send("POST", "/admin/users", body)
    if (n === 8) await send("PUT", "/admin/users/" + id, { is_active: false })
  }
  const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
  for (let n = 0; n < 12; n++) await send("POST", "/manager/buckets?context_id=" + context.id, { name: "logs-" + String(n).padStart(2, "0") })
}`

requirement("Chromium", chromiumLack())("filters of a listing", () => {
  let service: ServiceProcess
  let window: Window
  withConsole(
    "filters",
    async (opened) => {
      ;({ service, window } = opened)
      await window.page.evaluate(`(${fill})(${JSON.stringify(long)})`)
    },
    {
      tidy: async ({ page }) => {
        await page.unrouteAll({ behavior: "ignoreErrors" })
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.evaluate("localStorage.clear()")
      }
    }
  )

  const status = () => window.page.getByTestId("table-status")
  const grid = () => window.page.getByRole("grid")
  const list = async (path: string) => {
    await window.page.goto(service.origin + path)
    await status().getByText(/^\d/).waitFor()
  }
  const asked = (name: string) => new URL(window.page.url()).searchParams.get(name)
  const rowsNamed = (text: RegExp) => grid().getByRole("row").filter({ hasText: text }).count()

  it("users are filtered by role and state by keyboard, with chips in the address and counts", async () => {
    const { page } = window
    await list("/admin/users")
    await status().getByText("41 console users").waitFor()
    await page.getByRole("button", { name: "Filter", exact: true }).focus()
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toBe("Role")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toBe("Super administrator")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect.poll(() => asked("role")).toBe("ui_admin")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect.poll(() => asked("role")).toBe("ui_admin,ui_user")
    await status().getByText("30 of 41 console users").waitFor()
    await page.keyboard.press("Escape")
    await page.getByTestId("count").getByText("30 of 41", { exact: true }).waitFor()
    await page.getByRole("list", { name: "Filters" }).getByText("Administrator, User").waitFor()
    await expectAccessible(page)
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: "State" }).click()
    await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: "Deactivated" }).click()
    await page.keyboard.press("Escape")
    await status().getByText("1 of 41 console users").waitFor()
    await grid().getByText("Person 08").waitFor()
    await page.reload()
    await status().getByText("1 of 41 console users").waitFor()
    await page.getByRole("button", { name: /^Remove the filter State/ }).click()
    await status().getByText("30 of 41 console users").waitFor()
    await page.getByRole("button", { name: "Clear all" }).click()
    await status().getByText("41 console users", { exact: true }).waitFor()
    expect(page.url()).toBe(`${service.origin}/admin/users`)
  }, 90_000)

  it("typing and filtering leave no entries in the history, and an address may say nonsense", async () => {
    const { page } = window
    await list("/admin/users")
    const before = await page.evaluate("history.length")
    await page.getByRole("searchbox").fill("person 1")
    await status().getByText("10 of 41 console users").waitFor()
    expect(await page.evaluate("history.length")).toBe(before)
    await list("/admin/users?role=nobody,%00&state=constructor&passkey=perhaps")
    await status().getByText("41 console users", { exact: true }).waitFor()
  }, 60_000)

  it("buckets are narrowed by size, objects, quota, name and time, asked of the service", async () => {
    const { page } = window
    const queries: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("/api/manager/buckets?"))
        queries.push(decodeURIComponent(new URL(request.url()).search))
    })
    await list("/manager/buckets")
    const edit = async (label: string) => {
      await page.getByRole("button", { name: "Filter", exact: true }).click()
      await page.getByRole("dialog", { name: "Filter" }).getByRole("button", { name: label }).click()
      return page.getByRole("dialog", { name: "Filter" })
    }
    const size = await edit("Size")
    await size.getByLabel("At least").fill("0.1")
    await size.getByLabel("Unit").selectOption("KiB")
    await size.getByRole("button", { name: "Apply" }).click()
    await page.getByRole("list", { name: "Filters" }).getByText("at least 102 B").waitFor()
    await status().getByText("2 of 16 buckets").waitFor()
    expect(queries.at(-1)).toContain("used_bytes_min=102")
    await page.getByRole("button", { name: "Clear all" }).click()
    const objects = await edit("Objects")
    await objects.getByLabel("At most").fill("0")
    await page.keyboard.press("Enter")
    await status().getByText("13 of 16 buckets").waitFor()
    const name = await edit("Name begins with")
    await name.getByRole("textbox").fill("logs-1")
    await page.keyboard.press("Enter")
    await status().getByText("2 of 16 buckets").waitFor()
    const created = await edit("Created")
    await created.getByRole("button", { name: "In the last 24 hours" }).click()
    await status().getByText("2 of 16 buckets").waitFor()
    await expect.poll(() => asked("created")).toBe("24h")
    expect(asked("prefix")).toBe("logs-1")
  }, 90_000)

  it("what waits begins with its own filter, which can be taken away", async () => {
    const { page } = window
    const queries: Array<string | null> = []
    await page.route("**/api/admin/identity/link-requests**", async (route) => {
      queries.push(new URL(route.request().url()).searchParams.get("status"))
      await route.fulfill({ json: { items: [], next_cursor: null } })
    })
    await page.goto(`${service.origin}/admin/identity/link-requests`)
    await page.getByText("Nobody waits").waitFor()
    await page.getByRole("button", { name: "Remove the filter Status: Pending" }).click()
    await expect.poll(() => queries).toEqual(["pending", null])
    expect(new URL(page.url()).search).toBe("?status=")
  }, 30_000)

  it("rows stay, dimmed, while a search runs; what fails is said, and no number that nobody answered", async () => {
    const { page } = window
    await list("/admin/users")
    let answer: (() => void) | undefined
    await page.route("**/api/admin/users?**", async (route) => {
      if (!route.request().url().includes("search=slow")) return route.continue()
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      await route.fulfill({
        status: 503,
        contentType: "application/problem+json",
        json: {
          type: "about:blank",
          title: "Unavailable",
          status: 503,
          code: "unavailable",
          detail: "The service is busy."
        }
      })
    })
    await page.getByRole("searchbox").fill("slow")
    await status().getByText("Searching console users…").waitFor()
    await grid().getByText("Person 00").waitFor()
    expect(await grid().locator(".skeleton").count()).toBe(0)
    expect(await grid().getAttribute("aria-busy")).toBe("true")
    expect(await page.getByTestId("count").count()).toBe(0)
    answer?.()
    await status().getByText("The console users were not loaded", { exact: true }).waitFor()
    await page.getByText(/The rows below are those from before/).waitFor()
    expect(await page.getByTestId("count").count()).toBe(0)
    await page.getByRole("searchbox").fill("person 2")
    await status().getByText("10 of 41 console users").waitFor()
  }, 60_000)

  it("an explorer that cannot list says so, and nothing of 0+ entries", async () => {
    const { page } = window
    await page.route("**/api/browser/buckets/*/objects?**", (route) =>
      route.fulfill({
        status: 504,
        contentType: "application/problem+json",
        json: {
          type: "about:blank",
          title: "Timeout",
          status: 504,
          code: "storage_timeout",
          detail: "The gateway did not answer."
        }
      })
    )
    await page.goto(`${service.origin}/browser?bucket=sample-documents`)
    await status().getByText("The entries were not loaded", { exact: true }).waitFor({ timeout: 30_000 })
    expect(await status().innerText()).not.toContain("0+")
  }, 60_000)

  it("views are saved, opened, begun with, renamed and deleted, in this browser", async () => {
    const { page } = window
    await list("/admin/users?role=ui_none&sort=-email")
    const views = page.getByRole("dialog", { name: "Saved views" })
    await page.getByRole("button", { name: "Saved views" }).click()
    await views.getByLabel("Save this search as").fill("Without access")
    await page.keyboard.press("Enter")
    await views.getByRole("link", { name: "Without access" }).waitFor()
    expect(await views.getByRole("link", { name: "Without access" }).getAttribute("href")).toBe(
      "/admin/users?sort=-email&role=ui_none"
    )
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Clear all" }).click()
    await status().getByText("41 console users", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Saved views" }).click()
    await views.getByRole("link", { name: "Without access" }).click()
    await status().getByText("10 of 41 console users").waitFor()
    await page.getByRole("button", { name: "Saved views" }).click()
    await views.getByRole("button", { name: "Open with Without access" }).click()
    await views.getByRole("button", { name: "Rename Without access" }).click()
    await views.getByLabel("New name of Without access").fill("Locked out")
    await page.keyboard.press("Enter")
    await views.getByRole("link", { name: "Locked out" }).waitFor()
    await list("/admin/users")
    await status().getByText("10 of 41 console users").waitFor()
    await list("/admin/users?role=ui_admin")
    await status().getByText("10 of 41 console users").waitFor()
    expect(asked("role")).toBe("ui_admin")
    await page.getByRole("button", { name: "Saved views" }).click()
    await views.getByRole("button", { name: "Delete the view Locked out" }).click()
    await views.getByRole("link", { name: "Locked out" }).waitFor({ state: "detached" })
    await list("/admin/users")
    await status().getByText("41 console users", { exact: true }).waitFor()
  }, 90_000)

  it("columns are made wider by pointer and keyboard, keep that, and get their own width back", async () => {
    const { page } = window
    await list("/admin/users")
    const edge = page.getByRole("separator", { name: "Width of E-mail" })
    const width = async () => (await page.locator(".rt-head [data-col=email]").boundingBox())?.width ?? 0
    const box = await edge.boundingBox()
    if (!box) throw new Error("no edge")
    await page.mouse.move(box.x + 4, box.y + 10)
    await page.waitForTimeout(300)
    const before = await width()
    await page.mouse.down()
    await page.mouse.move(box.x - 60, box.y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(width).toBeCloseTo(before - 64, -1)
    const dragged = await width()
    await edge.focus()
    await page.keyboard.press("ArrowRight")
    await expect.poll(width).toBeCloseTo(dragged + 16, -1)
    expect(Number(await edge.getAttribute("aria-valuenow"))).toBeCloseTo(await width(), -1)
    const cell = await page.locator(".rt-body [data-col=email]").first().boundingBox()
    expect(cell?.width).toBeCloseTo(await width(), 0)
    const kept = await width()
    await list("/admin/users")
    await expect.poll(width).toBeCloseTo(kept, 0)
    await page.getByRole("button", { name: "Columns" }).click()
    await page.getByRole("button", { name: "Reset columns and widths" }).click()
    await expect.poll(width).toBeCloseTo(before, -1)
  }, 60_000)

  it("a time is never cut, however narrow the window", async () => {
    const { page } = window
    for (const width of [1440, 1000, 760, 520]) {
      await page.setViewportSize({ width, height: 900 })
      await list("/manager/buckets")
      const cut = await page
        .locator(".rt-body .rt-ago")
        .evaluateAll(
          (cells) =>
            cells.filter(
              (cell) => (cell as { scrollWidth: number }).scrollWidth > (cell as { clientWidth: number }).clientWidth
            ).length
        )
      expect(cut, String(width)).toBe(0)
    }
  }, 90_000)

  it("what is cut has a tooltip, by pointer and by keyboard; icon buttons have one too; Escape hides it", async () => {
    const { page } = window
    await list("/admin/users?sort=-full_name")
    const tooltip = page.getByRole("tooltip")
    // tooltips load once the page is idle, and see no pointer before
    const isShown = async () => {
      await page.mouse.move(700, 700)
      await grid().getByText(long).first().hover()
      return tooltip
        .getByText(long)
        .waitFor({ timeout: 1_000 })
        .then(
          () => true,
          () => false
        )
    }
    await expect.poll(isShown, { timeout: 30_000 }).toBe(true)
    const box = await tooltip.boundingBox()
    if (!box) throw new Error("no tooltip")
    await page.mouse.move(box.x + box.width / 2, box.y + 4)
    await page.waitForTimeout(400)
    expect(await tooltip.isVisible()).toBe(true)
    await page.keyboard.press("Escape")
    await tooltip.waitFor({ state: "hidden" })
    await grid().getByText("Person 39").hover()
    await page.waitForTimeout(700)
    expect(await tooltip.isVisible()).toBe(false)
    await page.getByRole("button", { name: "Refresh" }).hover()
    await tooltip.getByText("Refresh").waitFor()
    await page.mouse.move(700, 700)
    await tooltip.waitFor({ state: "hidden" })
    const views = page.getByRole("button", { name: "Saved views" })
    await views.click()
    await page.getByRole("dialog", { name: "Saved views" }).waitFor()
    await page.mouse.move(700, 700)
    await views.hover()
    await page.waitForTimeout(700)
    expect(await tooltip.isVisible()).toBe(false)
    await page.keyboard.press("Escape")
    await page.mouse.move(700, 700)
    await page.getByRole("searchbox").focus()
    await page.keyboard.press("Shift+Tab")
    await page.keyboard.press("Shift+Tab")
    await tooltip.getByText("Export").waitFor()
    // tooltips load once the page is idle, or after a while: some machines are never idle
    const busy = await window.context.newPage()
    await busy.addInitScript(
      "window.requestIdleCallback = (run, { timeout } = {}) => timeout === undefined ? 0 : setTimeout(run, timeout)"
    )
    await busy.goto(`${service.origin}/admin/users?q=Somebody`)
    await busy.getByTestId("table-status").getByText(/^\d/).waitFor()
    await busy.getByRole("grid").focus()
    await expect
      .poll(
        async () => {
          await busy.keyboard.press("Home")
          return await busy.getByRole("tooltip").getByText(long).count()
        },
        { interval: 500, timeout: 30_000 }
      )
      .toBe(1)
    await busy.close()
  }, 60_000)

  it.each([
    [390, 844],
    [320, 700]
  ])(
    "rows are cards at %i pixels, with one sheet for filters, sort and columns",
    async (width, height) => {
      const { page } = window
      await page.setViewportSize({ width, height })
      await list("/admin/users?role=ui_admin")
      const card = grid().getByRole("row").filter({ hasText: "Person 01" })
      await card.getByText("p1@example.org").waitFor()
      const lines = await card.getByRole("gridcell").evaluateAll((cells) =>
        cells
          .map((cell) =>
            (cell as unknown as { getBoundingClientRect: () => { top: number; width: number } }).getBoundingClientRect()
          )
          .filter((box) => box.width > 0)
          .map((box) => Math.round(box.top))
      )
      expect(lines.length).toBeGreaterThanOrEqual(4)
      expect([...new Set(lines)].length).toBe(lines.length)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await page.getByRole("button", { name: "Filter and sort · 1" }).click()
      const sheet = page.getByRole("dialog", { name: "Filter and sort" })
      await sheet.getByText("State", { exact: true }).click()
      await sheet.getByRole("button", { name: "Active", exact: true }).click()
      await expect.poll(() => asked("state")).toBe("active")
      await sheet.getByText("Sort", { exact: true }).click()
      await sheet.getByLabel("Order").selectOption("desc")
      await expect.poll(() => asked("sort")).toBe("-full_name")
      await sheet.getByText("Columns", { exact: true }).click()
      await sheet.getByRole("checkbox", { name: "Last sign-in" }).uncheck()
      expect(await violations(page, "light")).toEqual([])
      await sheet.getByRole("button", { name: "Show results" }).click()
      await sheet.waitFor({ state: "hidden" })
      await grid().getByText("Person 37").waitFor()
      expect(await rowsNamed(/Last sign-in/)).toBe(0)
      await grid().focus()
      await page.keyboard.press("ArrowDown")
      await page.keyboard.press("Enter")
      await expect.poll(() => asked("open")).not.toBeNull()
      await expectAccessible(page)
    },
    90_000
  )

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
