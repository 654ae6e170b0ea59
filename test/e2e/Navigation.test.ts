import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, asPerson, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const password = "nothing like a dame, sir"

const fits = async (page: Page) =>
  expect(await page.evaluate("document.scrollingElement.scrollWidth <= window.innerWidth"), page.url()).toBe(true)

const bucket = "quarterly-reports.of-the-year-2026.of-a-team-with-a-long-name"

requirement("Chromium", chromiumLack())("navigation", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  let other = ""
  withConsole(
    "navigation",
    async (opened) => {
      ;({ service, window } = opened)
      const { page } = window
      const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
      const { user } = await api<{ user: { id: number } }>(page, "GET", "/auth/session")
      const link = { user_id: user.id, manager_role: "account_administrator", allow_manager_browser_data_access: true }
      await api(page, "POST", "/admin/accounts", {
        storage_endpoint_id: sandbox?.id,
        name: "second-account",
        user_links: [link]
      })
      const contexts = await api<ReadonlyArray<{ id: string; name: string }>>(
        page,
        "GET",
        "/me/execution-contexts?workspace=manager"
      )
      context = contexts.find(({ name }) => name === "sample")?.id ?? ""
      other = contexts.find(({ name }) => name === "second-account")?.id ?? ""
      for (const name of [bucket, "short-lived", "q-data.json"])
        await api(page, "POST", `/manager/buckets?context_id=${context}`, { name })
      await api(page, "PUT", "/admin/settings/authentication", {
        require_passkey_for_admins: false,
        require_passkey_for_users: false
      })
      for (const [email, role] of [
        ["admin@example.org", "ui_admin"],
        ["user@example.org", "ui_user"],
        ["none@example.org", "ui_none"]
      ]) {
        await api(page, "POST", "/admin/users", { email, full_name: `Person ${role}`, role, password })
      }
    },
    {
      tidy: async ({ page }) => {
        await page.unrouteAll({ behavior: "ignoreErrors" })
        await page.setViewportSize({ width: 1440, height: 900 })
      }
    }
  )

  const place = (name: string, tab = "", contextId = context) =>
    `${service.origin}/manager/buckets/${encodeURIComponent(name)}${tab && `/${tab}`}?context_id=${contextId}`
  const listed = async () => {
    await window.page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await window.page.getByRole("grid").getByText(bucket).waitFor()
  }

  const as = (email: string, work: (page: Page) => Promise<void>) =>
    asPerson(window, service.origin, { email, password }, work)

  describe("the frame", () => {
    it("has workspace, context and crumbs in one line, the long name cut and told whole", async () => {
      const { page } = window
      await page.goto(place(bucket))
      await page.getByTestId("overview").waitFor()
      const crumbs = page.getByRole("navigation", { name: "Where you are" })
      const here = crumbs.getByText(bucket, { exact: true })
      expect(await here.getAttribute("title")).toBe(bucket)
      expect(await here.getAttribute("aria-current")).toBe("location")
      const line = [
        page.getByRole("button", { name: /^Workspace: Manager/ }),
        page.getByRole("button", { name: /^Execution context: sample/ }),
        crumbs.getByRole("link", { name: "Buckets" }),
        here
      ]
      const boxes = await Promise.all(
        line.map(async (each) => (await each.boundingBox()) ?? expect.unreachable("is not shown"))
      )
      boxes.reduce((before, box) => {
        expect(box.x).toBeGreaterThanOrEqual(before.x + before.width - 1)
        expect(Math.abs(box.y + box.height / 2 - (before.y + before.height / 2))).toBeLessThan(6)
        return box
      })
      for (const width of [1024, 900]) {
        await page.setViewportSize({ width, height: 800 })
        await fits(page)
        expect(
          await page.locator("header.shell-top").evaluate((bar) => bar.scrollWidth <= bar.clientWidth),
          `${width}`
        ).toBe(true)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
      await crumbs.getByRole("link", { name: "Buckets" }).click()
      await page.getByRole("grid").getByText(bucket).waitFor()
      expect(new URL(page.url()).searchParams.get("context_id")).toBe(context)
    }, 120_000)

    it("folds by keyboard, stays folded from the first paint, and names its folded entries", async () => {
      const { context: browsing, page } = window
      await listed()
      const nav = page.getByRole("navigation", { name: "Manager pages" })
      const width = async () => (await nav.boundingBox())?.width ?? 0
      expect(await width()).toBeGreaterThan(200)
      await nav.getByRole("button", { name: "Fold navigation" }).focus()
      await page.keyboard.press("Enter")
      await expect.poll(() => width()).toBeLessThan(60)
      const html = await (await browsing.request.get(`${service.origin}/manager/usage`)).text()
      expect(html).toMatch(/<html[^>]* data-rail="folded"/)
      await page.reload()
      expect(await width()).toBeLessThan(60)
      const usage = nav.getByRole("link", { name: "Usage" })
      const label = usage.getByText("Usage")
      const clipped = () =>
        page.evaluate(
          "getComputedStyle(document.querySelector('.shell-nav a[href*=\"/manager/usage\"] .nav-label')).clipPath"
        )
      expect(await clipped()).not.toBe("none")
      await nav.getByRole("link", { name: "Buckets" }).focus()
      await expect
        .poll(async () => {
          await page.keyboard.press("Tab")
          return usage.evaluate((link) => link === link.ownerDocument.activeElement)
        })
        .toBe(true)
      await expect.poll(() => clipped()).toBe("none")
      const box = await label.boundingBox()
      expect(box?.x ?? 0).toBeGreaterThan(40)
      await expectAccessible(page)
      expect(await nav.getByRole("link", { name: "Buckets" }).getAttribute("aria-current")).toBe("page")
      await nav.getByRole("button", { name: "Unfold navigation" }).press("Enter")
      await expect.poll(() => width()).toBeGreaterThan(200)
      await page.reload()
      expect(await width()).toBeGreaterThan(200)
    }, 120_000)

    it("opens as a drawer on phones, by keyboard, and closes where it leads", async () => {
      const { page } = window
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await listed()
        await fits(page)
        expect(
          await page.locator("header.shell-top").evaluate((bar) => bar.scrollWidth <= bar.clientWidth),
          `${width}`
        ).toBe(true)
        const opener = page.getByRole("button", { name: "Open navigation" })
        await opener.focus()
        await page.keyboard.press("Enter")
        const drawer = page.locator("#drawer")
        const current = drawer.getByRole("link", { name: "Buckets" })
        await expect.poll(() => current.evaluate((link) => link.matches(":focus"))).toBe(true)
        expect(await current.getAttribute("aria-current")).toBe("page")
        await page.keyboard.press("Escape")
        await drawer.waitFor({ state: "hidden" })
        expect(await opener.evaluate((button) => button.matches(":focus"))).toBe(true)
        await opener.click()
        await drawer.getByRole("link", { name: "Usage" }).click()
        await page.waitForURL(/\/manager\/usage/)
        await drawer.waitFor({ state: "hidden" })
      }
    }, 120_000)

    it("has one’s own account in the account menu, and not among the workspaces", async () => {
      const { page } = window
      await listed()
      await page.getByRole("button", { name: /^Workspace: / }).click()
      const workspaces = page.getByRole("group", { name: "Workspaces" })
      expect((await workspaces.getByRole("link").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
        "Manager",
        "Browser",
        "Admin"
      ])
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: /^Account of/ }).click()
      await page.getByRole("link", { name: "Your account" }).click()
      await page.waitForURL(/\/profile/)
      await page.getByRole("navigation", { name: "Where you are" }).getByText("Your account").waitFor()
      expect(await page.getByRole("button", { name: "Workspaces" }).innerText()).toBe("Workspaces")
      await page.getByRole("button", { name: "Workspaces" }).click()
      expect(await workspaces.getByText("Your account").count()).toBe(0)
    }, 120_000)
  })

  describe("a bucket", () => {
    it("opens by one click, gives each tab an address, and stays after a reload", async () => {
      const { page } = window
      await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
      await page.getByRole("link", { name: "5 objects in sample-documents" }).click()
      await page.getByRole("grid", { name: "Objects in sample-documents" }).getByText("readme.txt").waitFor()
      expect(page.url()).toBe(place("sample-documents", "objects"))
      expect(await page.title()).toContain("sample-documents")
      const sides = page.getByRole("navigation", { name: "Sides of the bucket" })
      expect(await sides.getByRole("link").allInnerTexts()).toEqual([
        "Overview",
        "Properties",
        "Permissions",
        "Access",
        "Lifecycle",
        "Advanced",
        "Objects",
        "History"
      ])
      expect(await sides.getByRole("link", { name: "Objects" }).getAttribute("aria-current")).toBe("page")
      await page.getByRole("grid").getByText("minutes/").click()
      await page.getByRole("navigation", { name: "Path" }).getByRole("heading", { name: "minutes" }).waitFor()
      await page.reload()
      await page.getByRole("navigation", { name: "Path" }).getByRole("heading", { name: "minutes" }).waitFor()
      await sides.getByRole("link", { name: "Overview" }).click()
      await page.getByTestId("overview").getByText("sample-documents").waitFor()
      expect(new URL(page.url()).search).toBe(`?context_id=${context}`)
      await page.goBack()
      await page.getByRole("navigation", { name: "Path" }).getByRole("heading", { name: "minutes" }).waitFor()
      await page.goBack()
      await page.getByRole("grid").getByText("readme.txt").waitFor()
    }, 120_000)

    it("opens from its panel, in another tab, and in the Browser, each time in its context", async () => {
      const { context: browsing, page } = window
      await page.goto(`${service.origin}/manager/buckets?context_id=${context}&open=sample-documents`)
      const panel = page.getByTestId("panel")
      await panel.getByRole("link", { name: "Objects" }).waitFor()
      const [tab] = await Promise.all([
        browsing.waitForEvent("page"),
        panel.getByRole("link", { name: "Open", exact: true }).click({ modifiers: ["Control"] })
      ])
      await tab.getByTestId("overview").waitFor()
      expect(tab.url()).toBe(place("sample-documents"))
      await tab.close()
      await panel.getByRole("link", { name: "Open", exact: true }).click()
      await page.getByTestId("overview").waitFor()
      await page.getByRole("link", { name: "Open in Browser" }).click()
      await page.getByTestId("explorer").getByText("readme.txt").waitFor()
      const { pathname, searchParams } = new URL(page.url())
      expect([pathname, searchParams.get("bucket"), searchParams.get("context_id")]).toEqual([
        "/browser",
        "sample-documents",
        context
      ])
    }, 120_000)

    it("shows what becomes of it while it is looked at: it is deleted elsewhere, and comes back", async () => {
      const { page } = window
      await page.goto(place("short-lived"))
      await page.getByTestId("overview").waitFor()
      await page.locator("[data-freshness=live], [data-freshness=updated]").waitFor()
      await api(page, "DELETE", `/manager/buckets/short-lived?context_id=${context}`)
      await page.getByTestId("bucket-deleted").getByText("This bucket was deleted").waitFor()
      await expectAccessible(page)
      await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: "short-lived" })
      await page.getByTestId("overview").waitFor()
      await api(page, "DELETE", `/manager/buckets/short-lived?context_id=${context}`)
      await page.getByTestId("bucket-deleted").getByRole("link", { name: "All buckets of sample" }).click()
      await page.getByRole("grid").getByText(bucket).waitFor()
      await page.goto(place("short-lived"))
      await page.getByTestId("bucket-missing").getByText("There is no such bucket here").waitFor()
    }, 120_000)

    it("of another context is not called its own; there it is found", async () => {
      const { page } = window
      await page.goto(place(bucket, "", other))
      await page
        .getByTestId("bucket-missing")
        .getByText(/second-account has no bucket/)
        .waitFor()
      await page.goto(place(bucket))
      await page.getByTestId("overview").waitFor()
    }, 120_000)

    it("keeps its last known facts while the gateway is down, and offers to try again", async () => {
      const { page } = window
      const listing = {
        state: "complete",
        refreshing: false,
        stale: true,
        refreshed_at: "2026-11-21T08:00:00.000Z",
        last_error: { code: "storage_error", detail: "The gateway does not answer." },
        failed_at: null,
        version: 3
      }
      await page.route("**/api/manager/buckets/stream**", (route) =>
        route.fulfill({
          headers: { "content-type": "text/event-stream" },
          body: `id: 1\nevent: state\ndata: ${JSON.stringify({ listing, total: 5 })}\n\n`
        })
      )
      await page.goto(place(bucket))
      await page
        .getByTestId("stale")
        .getByText(/last known facts\. The gateway does not answer\./)
        .waitFor()
      await page.getByTestId("overview").waitFor()
      let down = true
      await page.route(`**/api/manager/buckets/${bucket}**`, (route) =>
        down
          ? route.fulfill({
              status: 503,
              json: { status: 503, code: "unavailable", title: "Unavailable", detail: "The service is shutting down." }
            })
          : route.continue()
      )
      await page.goto(place(bucket))
      const failed = page.getByTestId("bucket-failed")
      await failed.getByText("The service is shutting down.").waitFor()
      down = false
      await failed.getByRole("button", { name: "Try again" }).click()
      await page.getByTestId("overview").waitFor()
    }, 120_000)

    it("may be called what an address can hardly say; what no bucket is called is refused in a sentence", async () => {
      const { page } = window
      await page.goto(`${service.origin}/manager/buckets?context_id=${context}&open=q-data.json`)
      await page.getByTestId("panel").getByRole("link", { name: "Open", exact: true }).click()
      await page.getByTestId("overview").getByText("q-data.json").waitFor()
      expect(new URL(page.url()).pathname).toBe("/manager/buckets/q-data%2Ejson")
      await page.reload()
      await page.getByTestId("overview").getByText("q-data.json").waitFor()
      for (const spelled of [
        "acme%2F..",
        "%E2%98%83",
        "a%20b",
        "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
        "a".repeat(1024)
      ]) {
        await page.goto(`${service.origin}/manager/buckets/${spelled}?context_id=${context}`)
        await page.getByTestId("bucket-impossible").getByText("This is not the name of a bucket").waitFor()
        await fits(page)
      }
      for (const dots of ["..", ".%2e", "%2e%2e"]) {
        expect((await page.goto(`${service.origin}/manager/buckets/${dots}`))?.status()).toBe(404)
        await page.getByRole("heading", { name: "There is no such page" }).waitFor()
      }
    }, 120_000)

    it("is accessible and fits at three widths", async () => {
      const { page } = window
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
        [320, 640]
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(place(bucket))
        await page.getByTestId("overview").waitFor()
        await fits(page)
        await expectAccessible(page)
        await page.goto(place("sample-documents", "objects"))
        await page.getByRole("grid").getByText("readme.txt").waitFor()
        await fits(page)
        await expectAccessible(page)
      }
    }, 120_000)
  })

  describe("a page that one may not see", () => {
    it("is neither in the navigation nor in the palette, and its address says for whom it is", async () => {
      await as("admin@example.org", async (page) => {
        await page.goto(`${service.origin}/admin/users`)
        const nav = page.getByRole("navigation", { name: "Admin pages" })
        await nav.getByRole("link", { name: "Sessions" }).waitFor()
        await page.getByRole("button", { name: /^Account of/ }).waitFor()
        expect(await nav.getByRole("link", { name: "API tokens" }).count()).toBe(0)
        await page.keyboard.press("Control+k")
        await page.keyboard.type("api tokens")
        await page.getByRole("option", { name: /API tokens Your account/ }).waitFor()
        expect(await page.getByRole("option", { name: /API tokens Admin/ }).count()).toBe(0)
        await page.keyboard.press("Escape")
        await page.goto(`${service.origin}/admin/api-tokens`)
        const forbidden = page.getByTestId("forbidden")
        await forbidden.getByText("For super administrators").waitFor()
        expect(await page.getByRole("button", { name: "Create token" }).count()).toBe(0)
        await forbidden.getByRole("link", { name: "Open your API tokens" }).click()
        await page.waitForURL(/\/profile#api-tokens/)
      })
    }, 180_000)

    it("is refused within the shell to people of other workspaces, with a next step", async () => {
      await as("user@example.org", async (page) => {
        await page.goto(`${service.origin}/admin/users`)
        const forbidden = page.getByTestId("forbidden")
        await forbidden.getByText("Admin is not open to you").waitFor()
        await expectAccessible(page)
        expect(await page.getByRole("button", { name: /Create/ }).count()).toBe(0)
        await page.getByRole("button", { name: /^Workspace: / }).click()
        expect(await page.getByRole("group", { name: "Workspaces" }).getByText("Admin").count()).toBe(0)
        await page.keyboard.press("Escape")
        await forbidden.getByRole("link", { name: "Open Manager" }).click()
        await page.waitForURL(/\/manager\/buckets/)
      })
      await as("none@example.org", async (page) => {
        await page.goto(`${service.origin}/manager/buckets`)
        await page.getByTestId("forbidden").getByText("Manager is not open to you").waitFor()
        expect(await page.getByTestId("forbidden").getByRole("link").count()).toBe(0)
        await page.getByTestId("forbidden").getByRole("button", { name: "Search the console" }).click()
        await page.getByRole("option", { name: /Password/ }).waitFor()
      })
    }, 120_000)
  })

  describe("an unknown address", () => {
    it.each([
      "/adminx",
      "/manager/nothing",
      "/manager",
      "/a/b/c/d/e/f/g",
      "/manager/buckets/a/b/c",
      "/%E2%98%83",
      "/admin/usersx/%00",
      "/x?y=%zz#z",
      "/storage-opsx/buckets"
    ])(
      "%s keeps the shell, with status 404 and ways on",
      async (path) => {
        const { page } = window
        expect((await page.goto(service.origin + path))?.status()).toBe(404)
        await page.getByRole("heading", { name: "There is no such page" }).waitFor()
        await page.getByRole("button", { name: /^Account of/ }).waitFor()
        await page.getByRole("main").getByRole("button", { name: "Search the console" }).click()
        await page.getByRole("option", { name: /Buckets Manager/ }).click()
        await page.getByRole("grid").getByText("sample-documents").waitFor()
      },
      120_000
    )

    it.each(["/%zz", "//x", "/manager/%ff"])(
      "%s, which cannot be read, leads to the page that says so",
      async (path) => {
        const { page } = window
        expect((await page.goto(service.origin + path))?.status()).toBe(404)
        await page.getByRole("heading", { name: "There is no such page" }).waitFor()
        await page.getByRole("main").getByRole("link", { name: "Go to the start page" }).click()
        await page.waitForURL((url) => url.pathname !== "/unreadable-address")
      },
      120_000
    )

    it("fits and is accessible at three widths, and leads whoever is signed out to sign in", async () => {
      const { page } = window
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
        [320, 640]
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(`${service.origin}/adminx/${"long".repeat(60)}`)
        await page.getByRole("button", { name: /^Account of/ }).waitFor()
        await fits(page)
        await expectAccessible(page)
      }
      const stranger = await window.browser.newContext()
      const door = await stranger.newPage()
      for (const path of ["/adminx", "/manager/nothing", "/a/b/c"]) {
        await door.goto(service.origin + path)
        await door.waitForURL(`${service.origin}/login?next=${encodeURIComponent(path)}`)
      }
      await door.goto(`${service.origin}/%zz`)
      await door.waitForURL(/\/login\?next=/)
      await stranger.close()
    }, 180_000)
  })

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
