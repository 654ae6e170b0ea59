import type { Page } from "playwright-core"
import { beforeEach, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const DEPTH = Array.from({ length: 8 }, (_, level) => `level-${level + 1}`)

requirement("Chromium", chromiumLack())("the history of the console", () => {
  let service: ServiceProcess
  let window: Window
  let page: Page
  let navigations: Array<string>
  let context = ""
  withConsole("history", async (opened) => {
    ;({ service, window } = opened)
    page = window.page
    const [first] = await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager")
    context = first?.id ?? ""
    await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: "deep-bucket" })
    for (let depth = 1; depth <= DEPTH.length; depth++) {
      await api(page, "POST", `/browser/buckets/deep-bucket/folders?context_id=${context}`, {
        prefix: DEPTH.slice(0, depth).join("/")
      })
    }
    for (let number = 0; number < 120; number++) {
      await api(page, "POST", "/admin/users", {
        email: `p${number}@example.org`,
        full_name: `Person ${String(number).padStart(3, "0")}`,
        role: "ui_user"
      })
    }
    page.on("request", (request) => {
      if (request.url().includes("q-data.json") || request.isNavigationRequest()) navigations.push(request.url())
    })
  })
  beforeEach(() => {
    navigations = []
  })

  const panel = () => page.getByTestId("panel")
  const row = (name: string) => page.getByRole("grid").getByText(name, { exact: true }).first()
  const search = (): URLSearchParams => new URL(page.url()).searchParams
  const list = async (path: string) => {
    await page.goto(service.origin + path)
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
    navigations = []
  }
  const open = async (name: string) => {
    await row(name).click()
    await shows(name)
  }
  const shows = (name: string) => panel().getByRole("heading", { name, exact: true }).waitFor()
  const closed = () => panel().waitFor({ state: "detached" })
  const focused = () =>
    page.evaluate(
      "document.activeElement.getAttribute('role') + ' ' + document.activeElement.getAttribute('aria-activedescendant')"
    )
  const marked = () => page.locator(".rt-active").innerText()

  it("Back closes a panel and Forward opens it without a page request; a reload keeps it", async () => {
    await list("/admin/users")
    await open("Person 001")
    await page.goBack()
    await closed()
    expect(new URL(page.url()).pathname).toBe("/admin/users")
    expect(search().has("open")).toBe(false)
    await page.goForward()
    await shows("Person 001")
    await open("Person 002")
    await page.goBack()
    await shows("Person 001")
    await page.goBack()
    await closed()
    await page.goForward()
    await page.goForward()
    await shows("Person 002")
    expect(navigations, "requests for pages").toEqual([])
    await page.reload()
    await shows("Person 002")
    await page.goBack()
    await shows("Person 001")
    await page.goBack()
    await closed()
  }, 60_000)

  it("closing a panel by its button or by Escape is undone by Back", async () => {
    await list("/admin/users")
    await open("Person 001")
    await panel().getByRole("button", { name: "Close details" }).click()
    await closed()
    await page.goBack()
    await shows("Person 001")
    await page.getByRole("grid").focus()
    await page.keyboard.press("Escape")
    await closed()
    await page.goBack()
    await shows("Person 001")
  }, 60_000)

  it("the keyboard goes on at the row when its panel closes, however it closes", async () => {
    await list("/admin/users")
    for (const close of [() => panel().getByRole("button", { name: "Close details" }).click(), () => page.goBack()]) {
      await open("Person 003")
      await panel().getByRole("button", { name: "Close details" }).focus()
      await close()
      await closed()
      await expect.poll(focused).toMatch(/^grid users-row-\d+$/)
      expect(await marked()).toContain("Person 003")
    }
    await page.keyboard.press("ArrowDown")
    await expect.poll(marked).toContain("Person 004")
    await page.keyboard.press("Enter")
    await shows("Person 004")
  }, 60_000)

  it("a search in the address reaches the table on a cold load and through Back and Forward", async () => {
    const finds = async (name: string) => {
      await row(name).waitFor()
      await page.getByTestId("table-status").getByText(/^1\b/).waitFor()
      expect(await page.getByRole("searchbox").inputValue()).toBe(name)
      expect(search().get("q")).toBe(name)
    }
    for (let load = 0; load < 3; load++) {
      await list("/admin/users?q=Person+007&sort=-email")
      await finds("Person 007")
    }
    await page.locator(".shell-nav").getByRole("link", { name: "RGW accounts" }).click()
    await page.getByRole("grid", { name: "RGW accounts" }).waitFor()
    await page.goBack()
    await finds("Person 007")
    await page.goForward()
    await page.getByRole("grid", { name: "RGW accounts" }).waitFor()
    await page.goBack()
    await finds("Person 007")
    const tab = await window.context.newPage()
    await tab.addInitScript(
      `if (location.pathname === "/admin/users") history.replaceState(null, "", ` +
        `"/admin/users?q=Person+011&sort=-email")`
    )
    for (let load = 0; load < 3; load++) {
      await tab.goto(`${service.origin}/admin/users`)
      await tab.getByTestId("table-status").getByText(/^1\b/).waitFor()
      await tab.waitForTimeout(500)
      expect(await tab.getByRole("searchbox").inputValue()).toBe("Person 011")
      expect(new URL(tab.url()).search).toBe("?q=Person+011&sort=-email")
      expect(await tab.getByRole("grid").getByText("Person 011", { exact: true }).count()).toBe(1)
    }
    await tab.close()
  }, 120_000)

  it("what the palette and the first steps begin is a place: Back returns to where one was", async () => {
    const begin = async (typed: string) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("combobox").fill(typed)
      await page
        .getByRole("option", { name: new RegExp(typed) })
        .first()
        .click()
    }
    await page.goto(`${service.origin}/manager/usage?context_id=${context}`)
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
    await begin("Add storage endpoint")
    await page.waitForURL("**/admin/storage-endpoints/new")
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
    await begin("Create console user")
    await page.getByRole("dialog", { name: "Create console user" }).waitFor()
    await page.keyboard.press("Escape")
    await page.goBack()
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
    await list("/admin/users?q=Person+007")
    await begin("Create console user")
    await page.getByRole("dialog", { name: "Create console user" }).waitFor()
    await page.keyboard.press("Escape")
    await page.goBack()
    await expect.poll(() => search().get("q")).toBe("Person 007")
    await row("Person 007").waitFor()
    await page.goto(`${service.origin}/onboarding`)
    await page.getByRole("link", { name: "Add endpoint" }).click()
    await page.waitForURL("**/admin/storage-endpoints/new")
    await page.goBack()
    await page.waitForURL("**/onboarding")
  }, 120_000)

  it("walking through rows with the panel open is one place, not one for each row", async () => {
    await list("/admin/users")
    await open("Person 000")
    const before = await page.evaluate("history.length")
    await page.getByRole("grid").focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowDown")
    await shows("Person 005")
    expect(await page.evaluate("history.length")).toBe(before)
    await page.goBack()
    await closed()
  }, 60_000)

  it("a tab of a page stands in the address, and Back goes to the tab before", async () => {
    await list("/admin/users")
    await open("Person 001")
    await panel().getByRole("link", { name: "Open" }).click()
    await page.getByRole("tab", { name: "Security" }).click()
    await expect.poll(() => search().get("tab")).toBe("security")
    await page.reload()
    await page.getByRole("tab", { name: "Security", selected: true }).waitFor()
    await page.goBack()
    await page.getByRole("tab", { name: "Details", selected: true }).waitFor()
    await page.goBack()
    await panel().getByRole("heading", { name: "Person 001" }).waitFor()
    await page.goBack()
    await closed()
    const { user } = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    await page.goto(`${service.origin}/admin/users/${user.id}?tab=constructor`)
    await page.getByRole("tab", { name: "Details", selected: true }).waitFor()
  }, 60_000)

  it("Back goes up folder by folder, from depth eight to seven and on; Forward goes down again", async () => {
    await list(`/browser?context_id=${context}&bucket=deep-bucket`)
    const at = (depth: number) =>
      expect.poll(() => search().get("prefix")).toBe(depth === 0 ? null : `${DEPTH.slice(0, depth).join("/")}/`)
    for (const [index, name] of DEPTH.entries()) {
      await row(`${name}/`).click()
      await at(index + 1)
    }
    await page.getByTestId("table-status").getByText("0 entries").waitFor()
    await page.goBack()
    await at(7)
    await row("level-8/").waitFor()
    await page.goForward()
    await at(8)
    for (let depth = 7; depth >= 0; depth--) {
      await page.goBack()
      await at(depth)
      await row(`${DEPTH[depth]}/`).waitFor()
    }
    expect(navigations, "requests for pages").toEqual([])
  }, 60_000)

  it("typing, sorting and filters add no history, and return with their page", async () => {
    await list("/admin/users")
    const before = await page.evaluate("history.length")
    await page.getByRole("searchbox").pressSequentially("Person 00", { delay: 30 })
    await expect.poll(() => search().get("q")).toBe("Person 00")
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").first().click()
    await expect.poll(() => search().get("sort")).toBeTruthy()
    expect(await page.evaluate("history.length")).toBe(before)
    await row("Person 009").waitFor()
    await open("Person 009")
    await page.getByRole("searchbox").fill("Person 008")
    await expect.poll(() => search().get("q")).toBe("Person 008")
    await page.goBack()
    await closed()
    expect(search().get("q")).toBe("Person 00")
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("Person 00")
    await row("Person 007").waitFor()
  }, 60_000)

  it("a bucket chosen in the palette opens while one is on Buckets, and from the page of another one", async () => {
    await list(`/manager/buckets?context_id=${context}`)
    for (const name of ["deep-bucket", "sample-documents", "deep-bucket"]) {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("combobox").fill(name)
      await page.getByRole("option", { name }).first().click()
      await page.getByRole("main").getByRole("heading", { name }).first().waitFor()
      expect(page.url()).toContain(name)
    }
    await page.goBack()
    await page.getByRole("main").getByRole("heading", { name: "sample-documents" }).first().waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole("grid", { name: "Buckets" }).waitFor()
  }, 60_000)

  it("two quick steps back end at the page of the address", async () => {
    await list(`/manager/buckets?context_id=${context}`)
    for (const name of ["deep-bucket", "sample-documents"]) {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("combobox").fill(name)
      await page.getByRole("option", { name }).first().click()
      await page.getByRole("main").getByRole("heading", { name }).first().waitFor()
    }
    await page.getByRole("link", { name: "Usage" }).click()
    await page.getByRole("heading", { level: 1, name: "Usage" }).waitFor()
    await page.route("**/sample-documents/q-data.json*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2_000))
      await route.continue()
    })
    await page.evaluate("history.back(), setTimeout(() => history.back(), 200)")
    await expect.poll(() => new URL(page.url()).pathname).toBe("/manager/buckets/deep-bucket")
    await page.waitForTimeout(3_000)
    await page.getByRole("main").getByRole("heading", { name: "deep-bucket" }).first().waitFor()
    await page.unrouteAll()
  }, 60_000)

  it("an action of the palette begins on the page that is open already, once", async () => {
    await list("/admin/users")
    for (const round of [1, 2]) {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("combobox").fill("Create user")
      await page.keyboard.press("Enter")
      await page.getByRole("dialog", { name: /create/i }).waitFor()
      expect(search().has("create"), `round ${round}`).toBe(false)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog", { name: /create/i }).waitFor({ state: "hidden" })
    }
  }, 60_000)

  it("the navigation's link to the open page shows it as it begins", async () => {
    await list("/admin/users")
    await open("Person 001")
    await page
      .getByRole("navigation", { name: /pages/i })
      .getByRole("link", { name: "Console users", exact: true })
      .first()
      .click()
    await closed()
    await page.goBack()
    await shows("Person 001")
  }, 60_000)

  it("Back from another page restores the open row, the scroll position and the focus", async () => {
    await list("/admin/users")
    await page.getByRole("grid").focus()
    await page.keyboard.press("End")
    await expect.poll(marked).toContain("Person 119")
    await page.keyboard.press("ArrowUp")
    await expect.poll(marked).toContain("Person 118")
    await page.getByRole("link", { name: "RGW accounts" }).first().click()
    await page.waitForURL(/\/admin\/accounts/)
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
    await page.goBack()
    await page.waitForURL(/\/admin\/users/)
    await row("Person 118").waitFor()
    await expect.poll(marked).toContain("Person 118")
    await expect.poll(focused).toMatch(/^grid users-row/)
    await page.keyboard.press("Enter")
    await shows("Person 118")
    await page.getByRole("link", { name: "RGW accounts" }).first().click()
    await page.waitForURL(/\/admin\/accounts/)
    await page.goBack()
    await shows("Person 118")
    await page.goBack()
    await closed()
  }, 60_000)

  it("Enter is heard as soon as Back has led to a row, though the row itself is still being read", async () => {
    await list("/admin/users")
    await page.getByRole("grid").focus()
    await page.keyboard.press("End")
    await expect.poll(marked).toContain("Person 119")
    await page.getByRole("link", { name: "RGW accounts" }).first().click()
    // until then the old table says how many rows it has, and Back would lead before it
    await page.waitForURL(/\/admin\/accounts/)
    await page.getByRole("grid", { name: "RGW accounts" }).waitFor()
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/api\/admin\/users\?.*page=3/, async (route) => {
      await asked
      await route.continue()
    })
    await page.goBack()
    await expect.poll(focused).toMatch(/^grid users-row/)
    await page.keyboard.press("Enter")
    await page.waitForTimeout(300)
    answer()
    await shows("Person 119")
    await page.unrouteAll({ behavior: "wait" })
  }, 60_000)

  it("no row of one page is looked for on another, between which Back and Forward lead", async () => {
    // a position is restored for the same address, so use another
    await list("/admin/users?q=Person+001")
    await open("Person 001")
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (/\/api\/admin\/(accounts|users)\/[^?]+$/.test(request.url())) asked.push(new URL(request.url()).pathname)
    })
    await page.getByRole("link", { name: "RGW accounts" }).first().click()
    await page.getByRole("grid", { name: "RGW accounts" }).waitFor()
    await page.goBack()
    await shows("Person 001")
    await page.goForward()
    await page.getByRole("grid", { name: "RGW accounts" }).waitFor()
    await closed()
    expect(asked.filter((path) => path.includes("/accounts/"))).toEqual([])
  }, 60_000)

  it("after a row was deleted, Back does not lead to where it was", async () => {
    await list("/admin/users?q=Person+119")
    await open("Person 119")
    await panel()
      .getByRole("button", { name: /Delete/ })
      .click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("textbox").fill("p119@example.org")
    await dialog.getByRole("button", { name: "Delete console user" }).click()
    await closed()
    expect(search().has("open")).toBe(false)
    await page.goBack()
    expect(search().has("open")).toBe(false)
    expect(await panel().count()).toBe(0)
  }, 60_000)

  it("names are links: Ctrl-click, middle click, copied address, and a plain click in place", async () => {
    for (const [path, name] of [
      ["/admin/users", "Person 004"],
      ["/admin/storage-endpoints", /sandbox/i],
      ["/manager/buckets", "deep-bucket"]
    ] as const) {
      await list(path)
      const link = page.getByRole("grid").getByRole("link", { name }).first()
      for (const how of [{ modifiers: ["ControlOrMeta" as const] }, { button: "middle" as const }]) {
        const [tab] = await Promise.all([window.context.waitForEvent("page"), link.click(how)])
        await tab.getByTestId("panel").getByRole("heading", { name }).waitFor()
        expect(new URL(tab.url()).pathname).toBe(path)
        await tab.close()
      }
      expect(await panel().count(), "here nothing opens").toBe(0)
      const href = new URL((await link.getAttribute("href")) ?? "", page.url()).href
      await link.click()
      await panel().getByRole("heading", { name }).waitFor()
      expect(
        navigations.filter((url) => url.startsWith(service.origin + path)).length,
        "nothing is loaded here"
      ).toBeLessThanOrEqual(2)
      await page.goto(href)
      await panel().getByRole("heading", { name }).waitFor()
    }
  }, 120_000)

  it("folders and buckets are links too", async () => {
    await list(`/browser?context_id=${context}`)
    const [bucket] = await Promise.all([
      window.context.waitForEvent("page"),
      page
        .getByRole("grid")
        .getByRole("link", { name: "deep-bucket" })
        .click({ modifiers: ["ControlOrMeta"] })
    ])
    const [folder] = await Promise.all([
      window.context.waitForEvent("page"),
      bucket.getByRole("grid").getByRole("link", { name: "level-1/" }).click({ button: "middle" })
    ])
    await folder.getByRole("grid").getByText("level-2/", { exact: true }).waitFor()
    await folder.close()
    await bucket.close()
    await page.getByRole("grid").getByRole("link", { name: "deep-bucket" }).click()
    await row("level-1/").waitFor()
    await expect.poll(() => page.title()).toBe("deep-bucket · Stowage")
    await page.goBack()
    await page.getByRole("grid", { name: "Buckets to browse" }).waitFor()
    await expect.poll(() => page.title()).toBe("Objects · Stowage")
    expect(navigations).toEqual([])
  }, 60_000)

  it("links in a table are outside of the tab order, and the table is accessible with them", async () => {
    await list("/admin/users")
    expect(await page.locator("[role=grid] a:not([tabindex='-1'])").count()).toBe(0)
    await open("Person 001")
    await expectAccessible(page)
  }, 60_000)

  it("?open= works among other parameters, in another order, another spelling, and repeated", async () => {
    const [found] = (
      await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/users?search=p7@example.org&page=1")
    ).items
    for (const query of [
      `utm_source=mail&open=${found?.id}`,
      `&open=${found?.id}`,
      `open=${found?.id}&open=1`,
      `q=nothing-like-it&open=${found?.id}&sort=-email`,
      `constructor=1&__proto__=2&open=${found?.id}#main`
    ]) {
      await list(`/admin/users?${query}`)
      await shows("Person 007")
    }
  }, 60_000)

  it("hostile addresses say that there is nothing, and the page works on", async () => {
    const keys = [
      "%zz",
      "%00",
      "__proto__",
      "constructor",
      "-1",
      "..",
      "%2e%2e%2f",
      "%0d%0a",
      "%ff",
      "x".repeat(6_000),
      "1e3",
      "<img src=x onerror=alert(1)>"
    ]
    for (const path of ["/admin/users", `/manager/buckets`]) {
      for (const key of keys) {
        await list(`${path}?open=${key.startsWith("%") ? key : encodeURIComponent(key)}`)
        await panel()
          .getByText(/^There is no such/)
          .waitFor()
        await panel().getByRole("button", { name: "Close details" }).click()
        await closed()
      }
    }
    await list("/admin/users")
    await page.evaluate(
      `history.pushState({}, "", "?open=" + "x".repeat(20000)); history.pushState({}, "", "?"); history.back()`
    )
    await panel()
      .getByText(/^There is no such/)
      .waitFor()
  }, 180_000)
})
