import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { administrator, api, asPerson, expectAccessible, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

interface Context {
  readonly id: string
  readonly name: string
  readonly endpoint_name: string
}

const password = "nothing like a dame, sir"

requirement("Chromium", chromiumLack())("execution contexts", () => {
  let service: ServiceProcess
  let window: Window
  let page: Page
  let contexts: ReadonlyArray<Context>
  let other: Context
  let third: Context
  withConsole("contexts", async (opened) => {
    ;({ service, window } = opened)
    page = window.page
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const me = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    const user_links = [
      { user_id: me.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
    ]
    for (const name of ["weather-archive", "game-assets"])
      await api(page, "POST", "/admin/accounts", { storage_endpoint_id: sandbox?.id, name, user_links })
    contexts = await api(page, "GET", "/me/execution-contexts?workspace=manager")
    const find = (name: string) =>
      contexts.find((context) => context.name === name) ??
      (() => {
        throw new Error(`no context ${name}`)
      })()
    other = find("weather-archive")
    third = find("game-assets")
    await api(page, "POST", `/manager/buckets?context_id=${other.id}`, { name: "only-in-weather" })
    await api(page, "POST", `/manager/buckets?context_id=${third.id}`, { name: "only-in-games" })
    await api(page, "POST", "/admin/users", {
      email: "nobody@example.org",
      full_name: "No Body",
      role: "ui_user",
      password
    })
  })

  const screen = () => page.getByTestId("context-screen")
  const switcher = () => page.getByRole("button", { name: /^Execution context/ })
  const menu = () => page.locator("#context-menu")
  const row = (name: string) => page.getByRole("grid").getByText(name, { exact: true })
  const named = () => new URL(page.url()).searchParams.getAll("context_id")
  const open = (path: string) => page.goto(service.origin + path)
  const listed = async (path: string) => {
    await open(path)
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
  }
  const asSomebody = (work: (page: Page) => Promise<void>) =>
    asPerson(window, service.origin, { email: "nobody@example.org", password }, work)
  const pretend = async (answer: object | number, work: () => Promise<void>) => {
    await page.route("**/api/me/execution-contexts?*", (route) =>
      typeof answer === "number"
        ? route.fulfill({
            status: answer,
            contentType: "application/problem+json",
            body: JSON.stringify({
              status: answer,
              code: "unavailable",
              title: "Unavailable",
              detail: "The database does not answer."
            })
          })
        : route.fulfill({ json: answer })
    )
    try {
      await work()
    } finally {
      await page.unrouteAll({ behavior: "wait" })
    }
  }

  it("a person without a context sees why and what to do on every page; nothing loads forever", async () => {
    await asSomebody(async (theirs) => {
      for (const path of [
        "/manager/buckets",
        "/manager/usage",
        "/browser",
        `/manager/buckets?context_id=${other.id}`,
        "/manager/buckets/some-bucket"
      ]) {
        await theirs.goto(service.origin + path)
        const answer = theirs.getByTestId("context-screen").or(theirs.getByTestId("forbidden"))
        await answer.waitFor()
        expect(await answer.innerText()).toMatch(/ask an administrator|an administrator can/i)
        expect(await theirs.getByText("Loading buckets…").isVisible()).toBe(false)
        expect(await theirs.locator('[aria-busy="true"]').filter({ visible: true }).count()).toBe(0)
        expect(await theirs.getByRole("button", { name: "Create bucket" }).isVisible()).toBe(false)
        expect(await theirs.getByRole("heading", { level: 1 }).filter({ visible: true }).count()).toBe(1)
      }
    })
  }, 90_000)

  it("an administrator without a context is led to register one, or to the other workspace", async () => {
    await pretend([], async () => {
      await open("/manager/buckets")
      await screen().getByText("There is nobody to act as yet").waitFor()
      expect(await page.getByText("Loading buckets…").isVisible()).toBe(false)
      await expectAccessible(page)
      await screen().getByRole("link", { name: "Register an account" }).click()
      await page.waitForURL(/\/admin\/accounts/)
      await page.getByRole("dialog").waitFor()
    })
    await page.route("**/api/me/execution-contexts?workspace=manager", (route) => route.fulfill({ json: [] }))
    await open("/manager/usage")
    await screen().getByRole("link", { name: "Open Browser" }).click()
    await page.waitForURL(/\/browser/)
    await page.getByRole("grid", { name: "Buckets to browse" }).waitFor()
    await page.unrouteAll({ behavior: "wait" })
  }, 90_000)

  it("a failure is told as one, and trying again helps", async () => {
    await pretend(503, async () => {
      await open("/manager/buckets")
      await screen().getByText("What you may act as could not be read").waitFor()
    })
    await screen().getByRole("button", { name: "Try again" }).click()
    await page.getByTestId("table-status").getByText(/^\d/).waitFor()
  }, 60_000)

  it("a context of the address that does not exist is reported, and no other replaces it", async () => {
    const asked: Array<string> = []
    const note = (request: { url: () => string }) => {
      if (/\/api\/(manager|browser)\//.test(request.url())) asked.push(request.url())
    }
    await listed(`/manager/buckets?context_id=${other.id}`)
    await page.goto("about:blank")
    page.on("request", note)
    for (const [id, why] of [
      ["4711", "not one of yours"],
      ["conn-1", "not one of yours"],
      ["s3u-99", "not one of yours"],
      ["-1", "not the id"],
      ["null", "not the id"],
      ["constructor", "not the id"],
      ["__proto__", "not the id"],
      ["%zz", "not the id"],
      ["%00", "not the id"],
      ["cluster-1", "not the id"],
      ["", "not the id"],
      ["x".repeat(5_000), "not the id"]
    ] as const) {
      for (const path of ["/manager/buckets", "/manager/usage", "/browser"]) {
        await open(`${path}?context_id=${id}&open=only-in-weather`)
        await screen().getByText(why, { exact: false }).waitFor()
        if (id.length > 10) break
      }
    }
    await open(`/manager/buckets?context_id=${other.id}&context_id=${third.id}`)
    await screen().getByText("names several execution contexts").waitFor()
    page.off("request", note)
    // a page requests early what its address names; the service knows no such context
    const contextOf = (address: string) => new URL(address).searchParams.get("context_id") ?? ""
    expect(
      asked.map(contextOf).filter((id) => !["4711", "conn-1", "s3u-99"].includes(id)),
      "nothing was asked in another context"
    ).toEqual([])
    await open("/manager/buckets?context_id=4711")
    await screen().getByText("4711").waitFor()
    await expectAccessible(page)
    await page.getByRole("navigation", { name: /pages/ }).getByRole("link", { name: "Usage" }).first().click()
    await page.waitForURL(/\/manager\/usage/)
    await screen().getByText("4711").waitFor()
    expect(named()).toEqual(["4711"])
    await screen()
      .getByRole("option", { name: /weather-archive/ })
      .click()
    await screen().waitFor({ state: "detached" })
    expect(named()).toEqual([other.id])
    await switcher().getByText("weather-archive").waitFor()
    await page.goBack()
    await screen().getByText("4711").waitFor()
  }, 180_000)

  it("one that is taken away while a page acts in it is said as soon as the service says so", async () => {
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const me = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    const user_links = [
      { user_id: me.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
    ]
    const account = await api(page, "POST", "/admin/accounts", {
      storage_endpoint_id: sandbox?.id,
      name: "short-lived",
      user_links
    })
    await listed(`/manager/buckets?context_id=${account.id}`)
    await api(page, "PUT", `/admin/accounts/${account.id}`, { user_links: [] })
    await screen().getByText("not one of yours", { exact: false }).waitFor({ timeout: 30_000 })
    expect(named()).toEqual([String(account.id)])
  }, 60_000)

  it("leading zeros mean the same context, and the address says it canonically", async () => {
    await listed(`/manager/buckets?context_id=000${other.id}&q=only`)
    await row("only-in-weather").waitFor()
    await expect.poll(named).toEqual([other.id])
    expect(new URL(page.url()).searchParams.get("q")).toBe("only")
  }, 60_000)

  it("a choice is a place: Back acts as the one before again, and neither shows a row of the other", async () => {
    await listed(`/manager/buckets?context_id=${other.id}`)
    const requests: Array<string> = []
    page.on("request", (request) => {
      if (request.url().includes("q-data.json")) requests.push(request.url())
    })
    await row("only-in-weather").click()
    await page.getByTestId("panel").getByRole("heading", { name: "only-in-weather" }).waitFor()
    const shown: Array<string> = []
    await page.exposeFunction("sawPanel", (text: string) => {
      shown.push(text)
    })
    await page.evaluate(`new MutationObserver(() => {
      const context = document.querySelector(".context-name")?.textContent, panel = document.querySelector("[data-testid=panel] h2")?.textContent
      if (panel) window.sawPanel(context + " / " + panel)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
    await switcher().click()
    await menu()
      .getByRole("option", { name: /game-assets/ })
      .click()
    await row("only-in-games").waitFor()
    expect(await page.getByTestId("panel").count()).toBe(0)
    expect(named()).toEqual([third.id])
    expect(new URL(page.url()).searchParams.has("open")).toBe(false)
    await page.goBack()
    await page.getByTestId("panel").getByRole("heading", { name: "only-in-weather" }).waitFor()
    expect(await switcher().innerText()).toContain("weather-archive")
    await page.goForward()
    await row("only-in-games").waitFor()
    await expect.poll(() => page.getByTestId("panel").count()).toBe(0)
    expect(shown.filter((text) => text.startsWith("game-assets / only-in-weather"))).toEqual([])
    expect(requests).toEqual([])
  }, 60_000)

  it("a selection belongs to its context and does not move to another one", async () => {
    await listed(`/manager/buckets?context_id=${other.id}`)
    await page.getByRole("checkbox", { name: "Select only-in-weather" }).check()
    const status = page.getByTestId("table-status")
    await status.getByText("1 selected").waitFor()
    await switcher().click()
    await menu().getByRole("combobox").fill("game-assets")
    await page.keyboard.press("Enter")
    await row("only-in-games").waitFor()
    await expect.poll(() => status.innerText()).toMatch(/^1 bucket/)
    expect(await status.innerText()).not.toMatch(/selected|selection/)
    expect(await status.getByRole("button", { name: "Delete" }).isVisible()).toBe(false)
    await page.goBack()
    await row("only-in-weather").waitFor()
    await expect.poll(() => status.innerText()).toMatch(/^1 bucket/)
    expect(await status.innerText()).not.toMatch(/selected|selection/)
    expect(await page.getByRole("checkbox", { name: "Select only-in-weather" }).isChecked()).toBe(false)
  }, 60_000)

  it("from within a folder or a bucket it leads to the buckets of the other one", async () => {
    await listed(`/browser?context_id=${other.id}&bucket=only-in-weather`)
    await switcher().click()
    await menu()
      .getByRole("option", { name: /game-assets/ })
      .click()
    await row("only-in-games").waitFor()
    await open(`/manager/buckets/only-in-weather?context_id=${other.id}`)
    await page.getByRole("heading", { name: "only-in-weather" }).first().waitFor()
    await switcher().click()
    await menu()
      .getByRole("option", { name: /game-assets/ })
      .click()
    await page.waitForURL((url) => url.pathname === "/manager/buckets")
    await row("only-in-games").waitFor()
  }, 60_000)

  it("the one acted as goes along to the other workspace, and a reload stays with it", async () => {
    await listed(`/manager/buckets?context_id=${third.id}`)
    await page.getByRole("button", { name: /^Workspace/ }).click()
    await page.getByRole("link", { name: /^Browser/ }).click()
    await row("only-in-games").waitFor()
    await expect.poll(named).toEqual([third.id])
    await open("/manager/buckets")
    await row("only-in-games").waitFor()
  }, 60_000)

  it("is chosen by keyboard alone: opened, searched, marked, chosen, closed", async () => {
    await listed(`/manager/buckets?context_id=${other.id}`)
    await switcher().focus()
    await page.keyboard.press("Enter")
    await menu().getByRole("combobox").waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe("combobox")
    const marked = () => menu().locator("[aria-selected=true]").innerText()
    expect(await marked(), "the present one is where it begins").toContain("weather-archive")
    expect(await menu().locator("[aria-current=true]").innerText()).toContain("weather-archive")
    const before = await marked()
    await page.keyboard.press("ArrowDown")
    await expect.poll(marked).not.toBe(before)
    await page.keyboard.press("ArrowUp")
    await expect.poll(marked).toBe(before)
    await page.evaluate(`(() => {
      const menu = document.getElementById("context-menu")
      menu.hidePopover()
      document.querySelector("[popovertarget=context-menu]").focus()
      menu.showPopover()
    })()`)
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe("combobox")
    await page.keyboard.press("Escape")
    await menu().getByRole("combobox").waitFor({ state: "detached" })
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toContain("weather-archive")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe("combobox")
    await page.keyboard.type("game-as", { delay: 20 })
    await page.keyboard.press("Enter")
    await row("only-in-games").waitFor()
    expect(named()).toEqual([third.id])
  }, 60_000)

  it("of thousands the one is found at once; few are listed, by endpoint, those used lately first", async () => {
    const endpoints = ["north", "south", "sandbox"]
    const many = Array.from({ length: 3_000 }, (_, number) => ({
      ...contexts[0],
      id: String(1_000 + number),
      name: `tenant-${String(number).padStart(4, "0")}`,
      endpoint_name: endpoints[Math.floor(number / 1_000)],
      endpoint_is_default: number === 0
    }))
    await page.evaluate(`localStorage.setItem("stowage:contexts:manager", JSON.stringify(["3999", "1500", "77"]))`)
    await pretend(many, async () => {
      await open("/manager/usage?context_id=3999")
      await switcher().getByText("tenant-2999").waitFor()
      await switcher().click()
      await menu().getByText("60 of 3,000. Type to find the others.").waitFor()
      expect(await menu().getByRole("option").count()).toBeLessThanOrEqual(64)
      expect(await menu().getByRole("group", { name: "Recent" }).getByRole("option").allInnerTexts()).toEqual([
        expect.stringContaining("tenant-2999"),
        expect.stringContaining("tenant-0500")
      ])
      expect(await menu().getByRole("group", { name: "north" }).getByRole("option").count()).toBe(60)
      await expectAccessible(page)
      await menu().getByRole("combobox").fill("south 1234")
      await expect.poll(() => menu().getByRole("option").count()).toBe(1)
      await page.keyboard.press("Enter")
      await switcher().getByText("tenant-1234").waitFor()
      expect(named()).toEqual(["2234"])
    })
  }, 60_000)

  it("the name is seen on phones, and the list fits", async () => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await listed(`/manager/buckets?context_id=${other.id}`)
      const box = await page.locator(".context-name").boundingBox()
      expect(box?.width ?? 0, `${width} px`).toBeGreaterThan(44)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      await switcher().click()
      await menu()
        .getByRole("option", { name: /game-assets/ })
        .waitFor()
      const list = await menu().boundingBox()
      expect(list?.x ?? -1).toBeGreaterThanOrEqual(0)
      expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(width)
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width)
      await picture(page, `contexts-phone-${width}`)
      await page.keyboard.press("Escape")
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 60_000)

  it("the menu shows rights and their evidence; a locked control says why, by keyboard too", async () => {
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const me = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
    const { id } = await api<{ id: number }>(page, "POST", "/admin/accounts", {
      storage_endpoint_id: sandbox?.id,
      name: "sealed-vault",
      user_links: [
        { user_id: me.user.id, manager_role: "account_administrator", allow_manager_browser_data_access: false }
      ]
    })
    await api(page, "POST", `/manager/buckets?context_id=${id}`, { name: "only-in-vault" })
    await listed(`/manager/buckets?context_id=${id}`)
    await switcher().click()
    const may = page.getByTestId("context-may")
    await may.getByText("What sealed-vault may do here").click()
    await may.getByText("Your association with it does not open its data: an administrator can allow it.").waitFor()
    await may.getByText(/answers every PUT \?replication with 405/).waitFor()
    await expectAccessible(page)
    for (const [width, scheme] of [
      [1280, "light"],
      [360, "dark"]
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme })
      const box = await menu().boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width)
      await picture(page, `context-may-${width}-${scheme}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: "light" })
    await page.keyboard.press("Escape")
    await may.waitFor({ state: "hidden" })

    await open(`/manager/buckets/only-in-vault?context_id=${id}`)
    const locked = page.getByTestId("browser-locked")
    const why = page.locator("#browser-locked")
    await locked.waitFor()
    expect(await locked.getAttribute("aria-disabled")).toBe("true")
    await locked.focus()
    await page.keyboard.press("Enter")
    await why.getByText("Your association with it does not open its data: an administrator can allow it.").waitFor()
    await expectAccessible(page)
    await picture(page, "context-locked")
    await page.keyboard.press("Escape")
    await why.waitFor({ state: "hidden" })
    const side = page.getByTestId("objects-tab-locked")
    await side.focus()
    await page.keyboard.press("Enter")
    await page
      .locator("#objects-tab-locked")
      .getByText("Your association with it does not open its data: an administrator can allow it.")
      .waitFor()
    await page.keyboard.press("Escape")
    await open(`/manager/buckets/only-in-vault/objects?context_id=${id}`)
    await page.getByText("Objects cannot be shown here").waitFor()
    await expectAccessible(page)
  }, 90_000)

  it("nothing on the console complained", () => {
    expect(
      window.complaints.filter((text) => !/status of (400|401|403|404|422|503)/.test(text)),
      administrator.name
    ).toEqual([])
  })
})
