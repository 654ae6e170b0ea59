import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, endSession, expectAccessible, signInAgain, signInDialog, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const password = "nothing like a dame, sir"

const INSIDE = "could not be searched"

requirement("Chromium", chromiumLack())("the palette", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  let other = ""
  withConsole(
    "palette",
    async (opened) => {
      ;({ service, window } = opened)
      const { page } = window
      const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
      const { user } = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
      const link = { user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
      await api(page, "POST", "/admin/accounts", {
        storage_endpoint_id: sandbox?.id,
        name: "weather-team",
        user_links: [link]
      })
      await api(page, "POST", "/admin/s3-users", {
        storage_endpoint_id: sandbox?.id,
        rgw_user_uid: "robot",
        name: "Weather robot"
      })
      await api(page, "POST", "/admin/users", {
        email: "zoe@example.org",
        full_name: "Zoë Weatherby",
        role: "ui_user",
        password
      })
      const contexts = await api<ReadonlyArray<{ id: string; name: string }>>(
        page,
        "GET",
        "/me/execution-contexts?workspace=manager"
      )
      context = contexts.find(({ name }) => name === "sample")?.id ?? ""
      other = contexts.find(({ name }) => name === "weather-team")?.id ?? ""
      for (const name of ["weather-charts", "weather-raw"])
        await api(page, "POST", `/manager/buckets?context_id=${other}`, { name })
    },
    {
      tidy: async ({ context, page }) => {
        await page.unrouteAll({ behavior: "ignoreErrors" })
        await context.setOffline(false)
        await page.setViewportSize({ width: 1440, height: 900 })
      }
    }
  )

  const field = () => window.page.getByRole("combobox", { name: "Search pages, actions and buckets" })
  const dialog = () => window.page.getByRole("dialog", { name: "Search or jump to" })
  const option = (name: string | RegExp) => window.page.getByRole("option", { name })
  const body = () => window.page.getByTestId("palette")
  const at = async (path: string, shown: string) => {
    await window.page.goto(service.origin + path)
    await window.page.getByRole("main").getByText(shown).first().waitFor()
    await window.page.getByRole("button", { name: /^Account of/ }).waitFor()
  }
  const open = async (typed = "") => {
    await window.page.keyboard.press("Control+k")
    await body().waitFor()
    if (typed !== "") await window.page.keyboard.type(typed)
  }

  it("costs a page nothing before it is opened, and takes what is typed before its code is there", async () => {
    const { page } = window
    const asked: Array<string> = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.goto("about:blank")
    // hold only the palette's own modules: running a hit needs others
    await page.route("**/build/*.js", async (route) => {
      const response = await route.fetch()
      if ((await response.text()).includes(INSIDE)) {
        asked.push(route.request().url())
        await released
      }
      await route.fulfill({ response })
    })
    await at(`/manager/buckets?context_id=${context}`, "sample-documents")
    await page.waitForTimeout(1500)
    expect(asked).toEqual([])
    await page.keyboard.press("Control+k")
    await expect.poll(() => field().evaluate((input) => input.matches(":focus"))).toBe(true)
    await page.keyboard.type("usage")
    await page.keyboard.press("Enter")
    await expect.poll(() => asked.length).toBe(1)
    expect(await field().inputValue()).toBe("usage")
    release()
    await page.waitForURL(/\/manager\/usage/)
    await dialog().waitFor({ state: "hidden" })
    expect(asked.length).toBe(1)
  }, 120_000)

  it.each([
    ["/manager/buckets", "sample-documents"],
    ["/manager/buckets/sample-documents", "Versioning"],
    ["/manager/usage", "Usage"],
    ["/browser", "sample-documents"],
    ["/admin/users", "Zoë Weatherby"],
    ["/admin/accounts", "weather-team"],
    ["/admin/api-tokens", "API tokens"],
    ["/onboarding", "Getting started"],
    ["/profile", "Passkeys"],
    ["/adminx", "There is no such page"]
  ])(
    "opens on %s, also while a field has the focus, and gives the focus back",
    async (path, shown) => {
      const { page } = window
      await at(path, shown)
      const search = page.getByRole("main").getByRole("searchbox").first()
      const from = (await search.count()) > 0 ? search : page.getByRole("button", { name: "Search or jump to" }).first()
      await from.focus()
      await open()
      expect(await field().evaluate((input) => input.matches(":focus"))).toBe(true)
      await page.keyboard.press("Escape")
      await dialog().waitFor({ state: "hidden" })
      expect(await from.evaluate((element) => element.matches(":focus"))).toBe(true)
      await page.keyboard.press("Meta+k")
      await dialog().waitFor()
      await page.keyboard.press("Control+k")
      await dialog().waitFor({ state: "hidden" })
      await page.locator("header.shell-top").getByRole("button", { name: "Search or jump to" }).click()
      await dialog().waitFor()
      await page.keyboard.press("Escape")
    },
    120_000
  )

  it("finds buckets of every context in every workspace, and opens their place in the right one", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    await open("charts")
    await option(/weather-charts weather-team/).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(`${service.origin}/manager/buckets/weather-charts?context_id=${other}`)
    await page.getByTestId("overview").getByText("weather-charts").waitFor()
    await page.getByRole("button", { name: /Execution context: weather-team/ }).waitFor()
    await open("documents")
    await option(/sample-documents sample/).click()
    await page.getByTestId("overview").getByText("sample-documents").waitFor()
    await page.getByRole("button", { name: /Execution context: sample/ }).waitFor()
    expect(page.url()).toBe(`${service.origin}/manager/buckets/sample-documents?context_id=${context}`)
    await at(`/manager/buckets?context_id=${context}`, "sample-documents")
    await open("pictures")
    await option(/sample-pictures/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByTestId("overview").getByText("sample-pictures").waitFor()
    await at(`/browser?context_id=${context}`, "sample-documents")
    await open("raw weather")
    await option(/weather-raw weather-team/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByTestId("explorer").waitFor()
    const { searchParams } = new URL(page.url())
    expect([searchParams.get("bucket"), searchParams.get("context_id")]).toEqual(["weather-raw", other])
  }, 180_000)

  it("finds accounts, RGW users and console users for whoever may, and opens them also on their own page", async () => {
    const { page } = window
    await at("/admin/accounts", "weather-team")
    await open("weather")
    expect(
      await page
        .getByRole("group", { name: "RGW accounts" })
        .getByRole("option", { name: /weather-team/ })
        .innerText()
    ).toContain("weather-team")
    await page.getByRole("group", { name: "RGW users" }).getByText("Weather robot").waitFor()
    await page.getByRole("group", { name: "Console users" }).getByText("zoe@example.org").waitFor()
    await page.getByRole("group", { name: "RGW accounts" }).getByRole("option").first().click()
    await page.getByTestId("panel").getByRole("heading", { name: "weather-team" }).waitFor()
    await open("zoe weatherby")
    await option(/Zoë Weatherby/).waitFor()
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/admin\/users\?.*open=\d+/)
    await page.getByRole("heading", { name: "Zoë Weatherby" }).waitFor()
    await open("robot")
    await option(/Weather robot/).click()
    await page.waitForURL(/\/admin\/s3-users\?.*open=\d+/)

    const browsing = await window.browser.newContext()
    const theirs = await browsing.newPage()
    const asked: Array<string> = []
    theirs.on("request", (request) => {
      if (request.url().includes("/api/admin/")) asked.push(request.url())
    })
    await theirs.goto(`${service.origin}/login`)
    await theirs.getByLabel(/e-mail/i).fill("zoe@example.org")
    await theirs.locator("input[type=password]").fill(password)
    await theirs.locator("form button[type=submit]").first().click()
    await theirs.waitForURL(/\/manager\/buckets/, { waitUntil: "commit" })
    await theirs.getByRole("button", { name: /^Account of/ }).waitFor()
    await theirs.keyboard.press("Control+k")
    await theirs.getByTestId("palette").waitFor()
    await theirs.keyboard.type("weather import users")
    await theirs.getByText("Nothing is called").waitFor()
    expect(asked).toEqual([])
    await browsing.close()
  }, 180_000)

  it("acts as another context, paints, folds, begins what can be begun", async () => {
    const { page } = window
    await at(`/manager/buckets?context_id=${context}`, "sample-documents")
    await open("weather team")
    await page.getByRole("group", { name: "Execution contexts" }).getByText("weather-team").click()
    await page.getByRole("button", { name: /Execution context: weather-team/ }).waitFor()
    await page.getByRole("grid").getByText("weather-raw").waitFor()
    await at("/admin/users", "Zoë Weatherby")
    await open("act as sample")
    await page.getByRole("group", { name: "Execution contexts" }).getByText("sample").first().click()
    await page.waitForURL(`${service.origin}/manager/buckets?context_id=${context}`)
    const theme = () => page.evaluate("document.documentElement.dataset.theme")
    await open("dark")
    await page.keyboard.press("Enter")
    await expect.poll(theme).toBe("dark")
    await page.reload()
    await expect.poll(theme).toBe("dark")
    await open("light")
    await page.keyboard.press("Enter")
    await expect.poll(theme).toBe("light")
    await open("fold")
    await page.keyboard.press("Enter")
    await expect.poll(() => page.evaluate("document.documentElement.dataset.rail")).toBe("folded")
    await open("fold")
    await page.keyboard.press("Enter")
    for (const [typed, title] of [
      ["create bucket", "Create bucket"],
      ["import account", "Import RGW account"],
      ["create bucket", "Create bucket"]
    ] as const) {
      await open(typed)
      await page.keyboard.press("Enter")
      await page.getByRole("dialog", { name: title }).waitFor()
      await page.keyboard.press("Escape")
      await page.getByRole("dialog", { name: title }).waitFor({ state: "hidden" })
    }
  }, 180_000)

  it("has the places of late first, while nothing is typed", async () => {
    const { page } = window
    await page.evaluate("localStorage.clear()")
    for (const name of ["sample-documents", "sample-pictures"]) {
      await page.goto(`${service.origin}/manager/buckets/${name}?context_id=${context}`)
      await page.getByTestId("overview").waitFor()
    }
    await open("zoe")
    await option(/Zoë Weatherby/).click()
    await page.waitForURL(/\/admin\/users/)
    await open()
    const recent = page.getByRole("group", { name: "Recent" }).getByRole("option")
    await expect
      .poll(() => recent.allInnerTexts().then((texts) => texts.map((text) => text.split("\n")[0])))
      .toEqual(["Zoë Weatherby", "sample-pictures", "sample-documents"])
    expect(await page.getByRole("option").first().innerText()).toContain("Zoë Weatherby")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${service.origin}/manager/buckets/sample-documents?context_id=${context}`)
  }, 120_000)

  it("works by keyboard through all groups, announces counts and choice, on phones too", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    await open("weather")
    await option(/Weather robot/).waitFor()
    await expect.poll(() => body().getAttribute("aria-busy")).toBe("false")
    const told = Number(
      (
        await page
          .getByRole("status")
          .getByText(/^\d+ results$/)
          .innerText()
      ).split(" ")[0]
    )
    expect(await page.getByRole("option").count()).toBe(told)
    const active = () => field().getAttribute("aria-activedescendant")
    for (let step = 0; step < told; step++) {
      await expect.poll(active).toBe(`palette-option-${step}`)
      await expect.poll(() => page.locator(`#palette-option-${step}`).getAttribute("aria-selected")).toBe("true")
      expect(await page.getByRole("option", { selected: true }).count()).toBe(1)
      await page.keyboard.press("ArrowDown")
    }
    await expect.poll(active).toBe("palette-option-0")
    await page.keyboard.press("ArrowUp")
    await expect.poll(active).toBe(`palette-option-${told - 1}`)
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expectAccessible(page)
      expect(await dialog().evaluate((box) => box.scrollWidth <= box.clientWidth), `${width}`).toBe(true)
    }
  }, 180_000)

  it("sends one request per pause in typing, and drops late answers", async () => {
    const { page } = window
    await at(`/manager/buckets?context_id=${context}`, "sample-documents")
    const asked: Array<string> = []
    await page.route("**/api/manager/buckets?*search=*", async (route) => {
      const search = new URL(route.request().url()).searchParams.get("search") ?? ""
      asked.push(search)
      if (search === "sample-p") await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue().catch(() => undefined)
    })
    await open()
    await page.evaluate(`(() => {
      const input = document.querySelector("dialog.palette input")
      for (const letter of "sample-p") {
        input.value += letter
        input.dispatchEvent(new InputEvent("input", { bubbles: true }))
      }
    })()`)
    await expect.poll(() => asked.includes("sample-p")).toBe(true)
    expect(new Set(asked)).toEqual(new Set(["sample-p"]))
    for (let letters = 0; letters < 8; letters++) await page.keyboard.press("Backspace")
    await page.keyboard.type("versions", { delay: 5 })
    await page.keyboard.press("Enter")
    await page.getByTestId("overview").getByText("sample-versions").waitFor()
    await page.waitForTimeout(1800)
    expect(new URL(page.url()).pathname).toBe("/manager/buckets/sample-versions")
    await open()
    await page.keyboard.type("usage", { delay: 0 })
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/manager\/usage/)
  }, 120_000)

  it("says that a search failed, keeps what it knows, and finds it at the next try", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    let broken = true
    await page.route("**/api/admin/accounts?*", (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: { status: 500, code: "internal", title: "Broken", detail: "The service made a mistake." }
          })
        : route.continue()
    )
    await page.route("**/api/manager/buckets?*", (route) => (broken ? route.abort() : route.continue()))
    await open("weather")
    const alert = body().getByRole("alert")
    await alert.getByText(`Buckets, RGW accounts ${INSIDE}.`).waitFor()
    await page.getByRole("group", { name: "Console users" }).getByText("Zoë Weatherby").waitFor()
    await expectAccessible(page)
    broken = false
    await alert.getByRole("button", { name: "Try again" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("group", { name: "RGW accounts" }).getByText("weather-team").waitFor()
    await page.getByRole("group", { name: "Buckets" }).getByText("weather-raw").waitFor()
    await alert.waitFor({ state: "detached" })
    expect(await field().evaluate((input) => input.matches(":focus"))).toBe(true)
    await page.keyboard.press("Escape")
  }, 120_000)

  it("lives on without a network, closed and opened in a hurry, and while pages change under it", async () => {
    const { context: browsing, page } = window
    await at("/admin/users", "Zoë Weatherby")
    await open()
    await page.keyboard.press("Escape")
    await browsing.setOffline(true)
    await open("weather")
    await body().getByRole("alert").getByText("The service cannot be reached.").waitFor()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("api tokens")
    await option(/API tokens/)
      .first()
      .waitFor()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("robot")
    await browsing.setOffline(false)
    await option(/Weather robot/).waitFor()
    await body().getByRole("alert").waitFor({ state: "detached" })
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    for (let times = 0; times < 8; times++) await page.keyboard.press("Control+k")
    await dialog().waitFor({ state: "hidden" })
    for (let times = 0; times < 5; times++) await page.keyboard.press("Control+k")
    await dialog().waitFor()
    await page.keyboard.type("robot")
    await option(/Weather robot/).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("link", { name: "Storage endpoints" }).first().click()
    await page.waitForURL(/\/admin\/storage-endpoints/)
    await open()
    await page.keyboard.type("weather")
    await page.evaluate("history.back()")
    await page.waitForURL(/\/admin\/users/)
    await option(/Weather robot/).waitFor()
    await page.keyboard.press("Escape")
    await open("robot")
    await option(/Weather robot/).waitFor()
    await page.keyboard.press("Escape")
  }, 120_000)

  it("keeps every letter typed after opening, and none typed before", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    await open("weather")
    await option(/Weather robot/).waitFor()
    // all within one frame, at whose end browsers report that a dialog closed
    for (const [keys, typed, found] of [
      ["kk", "robot", /Weather robot/],
      ["kkkk", "zoë", /Zoë Weatherby/],
      ["ek", "robot", /Weather robot/]
    ] as const) {
      await page.evaluate(`(([keys, typed]) => {
        const dialog = document.querySelector("dialog.palette")
        for (const key of keys) {
          if (key === "k") document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true }))
          // what Escape does
          else if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close()
        }
        const input = dialog.querySelector("input")
        for (const letter of typed) {
          input.value += letter
          input.dispatchEvent(new InputEvent("input", { bubbles: true }))
        }
      })(${JSON.stringify([keys, typed])})`)
      await option(found).waitFor()
      expect(await field().inputValue()).toBe(typed)
    }
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await open()
    expect(await field().inputValue()).toBe("")
    await page.keyboard.press("Escape")
  }, 120_000)

  it("takes whatever is typed or pasted, as text", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    const statuses: Array<number> = []
    page.on("response", (response) => {
      if (response.url().includes("search=")) statuses.push(response.status())
    })
    await open()
    for (const text of [
      "\u0000\u0001\r\n",
      "\ud800",
      "..",
      "%zz",
      "<img src=x onerror=alert(1)>",
      "a".repeat(1024),
      "' or 1=1 --",
      "\u202eabc",
      "()[]{}*+?.\\^$|",
      "日本語"
    ]) {
      await field().fill(text)
      await page.waitForTimeout(450)
      await page
        .getByRole("status")
        .getByText(/result/)
        .waitFor()
      expect(await body().getByRole("alert").count(), JSON.stringify(text)).toBe(0)
    }
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    await field().fill("robot")
    await option(/Weather robot/).waitFor()
    await page.keyboard.press("Escape")
  }, 120_000)

  it("says that the session is over, and goes on searching once one signed in over it", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    await open()
    await endSession(page)
    await field().fill("robot")
    const again = signInDialog(page)
    await body().getByRole("alert").getByText("You are signed out.").waitFor()
    if (!(await again.isVisible())) await body().getByRole("alert").getByRole("button", { name: "Sign in" }).click()
    await signInAgain(page)
    await option(/Weather robot/).waitFor()
    await page.keyboard.press("Escape")
  }, 120_000)

  it("does not open over the sign-in that a session's end asks for", async () => {
    const { page } = window
    await at("/admin/users", "Zoë Weatherby")
    await endSession(page)
    await page.keyboard.press("/")
    await page.keyboard.type("zo")
    await page.getByTestId("signed-out").getByRole("button", { name: "Sign in" }).dispatchEvent("click")
    await signInDialog(page).getByLabel("Password", { exact: true }).waitFor()
    await page.keyboard.press("Control+k")
    await page.waitForTimeout(300)
    expect(await dialog().count()).toBe(0)
    await signInAgain(page)
    await page.keyboard.press("Control+k")
    await dialog().waitFor()
    await page.keyboard.press("Escape")
  }, 120_000)

  it("opens in another tab with Ctrl-Enter, shows the keys, and signs out", async () => {
    const { context: browsing, page } = window
    await at("/admin/users", "Zoë Weatherby")
    await open("usage")
    const [tab] = await Promise.all([browsing.waitForEvent("page"), page.keyboard.press("Control+Enter")])
    await tab.waitForURL(/\/manager\/usage/)
    await tab.close()
    await open("shortcuts")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor()
    await page.keyboard.press("Escape")
    await open("sign out")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/login/)
  }, 120_000)

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
