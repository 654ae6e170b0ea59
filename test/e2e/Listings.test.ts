import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const password = "nothing like a dame, sir"

const signIn = async (origin: string, email: string, agent: string): Promise<void> => {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, "user-agent": agent },
    body: JSON.stringify({ email, password })
  })
  expect(answer.status).toBe(200)
}

interface Case {
  readonly path: string
  readonly names: readonly [string, string]
  readonly ends: (name: string) => {
    readonly button: string | RegExp
    readonly confirm: string
    readonly typed?: string
  }
  readonly known?: (name: string) => string
}

const addressOf = (name: string) => `p${name.slice(-3)}@example.org`

const CASES: ReadonlyArray<Case> = [
  {
    path: "/admin/accounts",
    names: ["dns-logs", "game-assets"],
    ends: (typed) => ({ button: "Unregister", confirm: "Unregister", typed })
  },
  {
    path: "/admin/s3-users",
    names: ["Anna", "Bert"],
    ends: (typed) => ({ button: "Unregister", confirm: "Unregister", typed })
  },
  {
    path: "/admin/storage-endpoints",
    names: ["north", "south"],
    ends: (typed) => ({ button: `Delete ${typed}`, confirm: "Delete endpoint", typed })
  },
  {
    path: "/admin/users",
    names: ["Person 000", "Person 001"],
    ends: (name) => ({ button: `Delete ${name}`, confirm: "Delete console user", typed: addressOf(name) }),
    known: addressOf
  },
  {
    path: "/admin/groups",
    names: ["Night shift", "Storage team"],
    ends: (name) => ({ button: `Delete ${name}`, confirm: "Delete group", typed: name })
  },
  {
    path: "/admin/api-tokens",
    names: ["nightly", "weekly"],
    ends: () => ({ button: "Revoke…", confirm: "Revoke token" })
  },
  {
    path: "/admin/identity/providers",
    names: ["Alpha", "Beta"],
    ends: (name) => ({ button: `Delete ${name}`, confirm: "Delete provider", typed: name })
  },
  {
    path: "/admin/identity/sessions",
    names: ["Person 010", "Person 011"],
    ends: () => ({ button: "End session…", confirm: "End session" }),
    known: addressOf
  },
  {
    path: "/manager/buckets",
    names: ["sample-blank", "sample-empty"],
    ends: (typed) => ({ button: "Delete", confirm: "Delete bucket", typed })
  }
]

requirement("Chromium", chromiumLack())("listings", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("listings", async (opened) => {
    ;({ service, window } = opened)
    const { page } = window
    const [sandbox] = await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints")
    const place = { storage_endpoint_id: sandbox?.id }
    const [context] = await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager")
    await api(page, "POST", `/manager/buckets?context_id=${context?.id}`, { name: "sample-blank" })
    for (const name of ["dns-logs", "game-assets"]) await api(page, "POST", "/admin/accounts", { ...place, name })
    for (const name of ["Anna", "Bert"])
      await api(page, "POST", "/admin/s3-users", { ...place, rgw_user_uid: name.toLowerCase(), name })
    for (const name of ["north", "south"])
      await api(page, "POST", "/admin/storage-endpoints", {
        name,
        url: `http://127.0.0.1:9/${name}`,
        provider: "other",
        features_config: { features: {} }
      })
    for (const name of ["Night shift", "Storage team"]) await api(page, "POST", "/admin/groups", { name })
    for (const name of ["nightly", "weekly"])
      await api(page, "POST", "/auth/api-tokens", { name, scopes: ["profile.read"] })
    for (const label of ["Alpha", "Beta"]) {
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
      await api(page, "POST", "/admin/oidc-providers", { id: label.toLowerCase(), label, enabled: false, config })
    }
    for (let from = 0; from < 210; from += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => {
          const number = String(from + at).padStart(3, "0")
          const body = {
            email: `p${number}@example.org`,
            full_name: `Person ${number}`,
            role: "ui_user",
            ...(from === 10 ? { password } : {})
          }
          return api(page, "POST", "/admin/users", body)
        })
      )
    }
    for (const number of ["010", "011"]) await signIn(service.origin, `p${number}@example.org`, `test ${number}`)
  })

  const panel = () => window.page.getByTestId("panel")
  const row = (name: string) => window.page.getByRole("grid").getByText(name, { exact: true }).first()
  const list = async (path: string) => {
    await window.page.goto(service.origin + path)
    await window.page.getByTestId("table-status").getByText(/^\d/).waitFor()
  }
  const openRow = async (name: string): Promise<string> => {
    await row(name).click()
    await panel().getByRole("heading", { name, exact: true }).waitFor()
    return await expect
      .poll(() => new URL(window.page.url()).searchParams.get("open"))
      .toBeTruthy()
      .then(() => new URL(window.page.url()).searchParams.get("open") ?? "")
  }

  it("a link opens the row of the second page", async () => {
    const { page } = window
    const found = await api<{ items: ReadonlyArray<{ id: number }> }>(
      page,
      "GET",
      "/admin/users?search=p209@example.org&page=1"
    )
    await list(`/admin/users?open=${found.items[0]?.id}`)
    await panel().getByRole("heading", { name: "Person 209" }).waitFor()
    expect(await page.getByRole("grid").getByText("Person 209").count()).toBe(0)
  }, 60_000)

  describe.each(CASES)("$path", ({ ends, known = (name) => name, names: [first, second], path }) => {
    it("opens the row that its address names, though no loaded page has it; a key of nothing is said", async () => {
      const { page } = window
      await list(path)
      const key = await openRow(first)
      await list(`${path}?q=there-is-nothing-like-it&open=${encodeURIComponent(key)}`)
      await panel().getByRole("heading", { name: first, exact: true }).waitFor()
      expect(await page.getByRole("grid").getByText(first, { exact: true }).count()).toBe(0)
      await list(`${path}?open=no-such-thing`)
      await panel()
        .getByText(/^There is no such/)
        .waitFor()
      await panel().getByRole("button", { name: "Close details" }).click()
      await panel().waitFor({ state: "detached" })
    }, 60_000)

    it("asks about one row, is cancelled, asks about another and ends that one", async () => {
      const { page } = window
      const dialog = page.getByRole("dialog")
      await list(path)
      await openRow(first)
      await panel()
        .getByRole("button", { name: ends(first).button, exact: true })
        .click()
      await dialog.getByRole("button", { name: ends(first).confirm, exact: true }).waitFor()
      const told = await dialog.innerText()
      expect(told).toContain(known(first))
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "hidden" })
      await openRow(second)
      const { button, confirm, typed } = ends(second)
      await panel().getByRole("button", { name: button, exact: true }).click()
      const answered = dialog.getByRole("button", { name: confirm, exact: true })
      await answered.waitFor()
      expect(await dialog.innerText()).toContain(known(second))
      expect(await dialog.innerText()).not.toContain(known(first))
      if (typed !== undefined) {
        await dialog.getByLabel(`Type “${typed}” to confirm`).fill(typed)
      }
      await answered.click()
      await page.locator(".toasts").getByText(known(second)).waitFor()
      await row(second).waitFor({ state: "detached" })
      await row(first).waitFor()
      await panel().waitFor({ state: "detached" })
    }, 60_000)
  })

  it("a request to link is rejected by its own id, whatever was asked about before", async () => {
    const { page } = window
    const request = (id: number, email: string) => ({
      id,
      email,
      display_name: null,
      provider_type: "oidc",
      provider_id: "alpha",
      provider_label: "Alpha",
      reason: "by hand",
      status: "pending",
      target: { id: 1, email: "t@example.org", full_name: "Target", role: "ui_user", is_active: true },
      requested_at: "2026-11-21T10:00:00.000Z",
      expires_at: "2026-11-28T10:00:00.000Z",
      decided_at: null,
      decided_by: null
    })
    const rows = [request(1, "a@example.org"), request(2, "b@example.org"), request(3, "c@example.org")]
    const asked: Array<string> = []
    await page.route("**/api/admin/identity/link-requests**", async (route) => {
      const { pathname } = new URL(route.request().url())
      asked.push(`${route.request().method()} ${pathname}`)
      const one = rows.find(({ id }) => pathname.includes(`/link-requests/${id}`))
      await route.fulfill({ json: one ?? { items: rows.slice(0, 2), next_cursor: null } })
    })
    await list("/admin/identity/link-requests?open=3")
    await panel().getByRole("heading", { name: "c@example.org" }).waitFor()
    for (const [email, end] of [
      ["a@example.org", "Escape"],
      ["b@example.org", "Enter"]
    ] as const) {
      await openRow(email)
      await panel().getByRole("button", { name: "Reject…" }).click()
      await page.getByRole("dialog").getByText(`${email} of Alpha`).waitFor()
      if (end === "Enter") await page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click()
      else await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "hidden" })
    }
    await expect
      .poll(() => asked.filter((line) => line.startsWith("POST")))
      .toEqual(["POST /api/admin/identity/link-requests/2/reject"])
    await page.unrouteAll()
  }, 60_000)

  it.each([
    ["/admin/users?create=1", "Create console user"],
    ["/admin/accounts?create=1", "Create RGW account"],
    ["/admin/accounts?import=1", "Import RGW account"],
    ["/admin/s3-users?create=1", "Create RGW user"],
    ["/admin/s3-users?import=1", "Import RGW user"],
    ["/admin/api-tokens?create=1", "Create API token"],
    ["/manager/buckets?create=1", "Create bucket"]
  ])(
    "%s begins at once, and only once",
    async (path, title) => {
      const { page } = window
      await page.goto(service.origin + path)
      await page.getByRole("dialog", { name: title }).waitFor()
      expect(page.url()).not.toMatch(/create|import/)
      await page.keyboard.press("Escape")
      await page.getByRole("dialog").waitFor({ state: "hidden" })
    },
    30_000
  )

  it("Escape closes the panel from a name or from inside, and focus returns to the row", async () => {
    const { page } = window
    await page.goto(`${service.origin}/admin/users`)
    const grid = page.getByRole("grid")
    const panel = page.getByTestId("panel")
    await grid.getByRole("link").first().click()
    await panel.waitFor()
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await panel.getByRole("button", { name: "Close details" }).focus()
    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    await page.keyboard.press("Enter")
    await panel.waitFor()
    await panel.getByRole("button", { name: "Close details" }).click()
  })

  it("a dialog names unsaved changes before discarding them, and asks nothing without any", async () => {
    const { page } = window
    await list("/admin/users")
    const dialog = page.getByRole("dialog")
    await page.getByRole("button", { name: "Create console user" }).click()
    await dialog.getByLabel("Full name").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Create console user" }).click()
    await dialog.getByLabel("Full name").fill("Alpha and Omega")
    for (const close of [
      () => page.keyboard.press("Escape"),
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close" }).click()
    ]) {
      await close()
      await dialog.getByText("Not saved: Full name").waitFor()
      await dialog.getByRole("button", { name: "Keep editing" }).click()
      expect(await dialog.getByLabel("Full name").inputValue()).toBe("Alpha and Omega")
    }
    await page.keyboard.press("Escape")
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await dialog.getByRole("button", { name: "Discard" }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.getByRole("button", { name: "Create console user" }).click()
    expect(await dialog.getByLabel("Full name").inputValue()).toBe("")
    await page.keyboard.press("Escape")
  }, 60_000)

  it("what is filtered is exported, all pages of it, as CSV and as JSON", async () => {
    const { page } = window
    const exported = async (path: string, format: "CSV" | "JSON") => {
      await list(path)
      await page.getByRole("button", { name: "Export" }).click()
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: new RegExp(`^${format}`) }).click()
      ])
      return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") }
    }
    const some = await exported("/admin/users?q=p20&sort=-email", "CSV")
    expect(some.name).toMatch(/^console-users-\d{4}-\d\d-\d\d\.csv$/)
    const lines = some.text.split("\r\n")
    expect(lines[0]).toBe("Name,E-mail,Role,Signs in with,Last sign-in,Created")
    expect(lines.slice(1, -1).map((line) => line.split(",")[1])).toEqual(
      ["p209", "p208", "p207", "p206", "p205", "p204", "p203", "p202", "p201", "p200"].map(
        (name) => `${name}@example.org`
      )
    )
    const all = JSON.parse((await exported("/admin/users?q=Person", "JSON")).text) as ReadonlyArray<{ email: string }>
    expect(new Set(all.map(({ email }) => email)).size).toBe(209)
    const whole = await exported("/admin/identity/providers?q=alpha", "CSV")
    expect(
      whole.text
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",")[0])
    ).toEqual(["Alpha"])
  }, 60_000)

  it("a listing that came whole is searched and sorted without asking again", async () => {
    const { page } = window
    await list("/admin/storage-endpoints")
    const asked: Array<string> = []
    page.on("request", (request) => {
      if (/\/api\/admin\/storage-endpoints(?!\/health)/.test(request.url())) asked.push(request.url())
    })
    await page.getByRole("searchbox").fill("nor")
    await page.getByTestId("count").getByText("1").waitFor()
    await page.getByRole("button", { name: "Name" }).click()
    await page.getByRole("searchbox").fill("")
    await row("Sandbox").waitFor()
    expect(asked).toEqual([])
    await page.getByRole("button", { name: "Refresh" }).click()
    await expect.poll(() => asked.length).toBe(1)
  }, 30_000)

  it("a row is found, opened, changed and left by keyboard alone", async () => {
    const { page } = window
    await list("/admin/storage-endpoints?q=north")
    await page.getByRole("grid").focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await panel().getByRole("heading", { name: "north" }).waitFor()
    await panel().getByRole("link", { name: "Open" }).focus()
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "Region" }).focus()
    await page.keyboard.type("arctic")
    await page.getByTestId("changed").getByText("Changed: Region").waitFor()
    await page.keyboard.press("Enter")
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Save although/ })
      .focus()
    await page.keyboard.press("Enter")
    await page.locator(".toasts").getByText("north is saved").waitFor()
    await page.goBack()
    await panel().getByText("arctic").waitFor()
    await page.getByRole("grid").focus()
    await page.keyboard.press("Escape")
    await panel().waitFor({ state: "detached" })
  }, 60_000)

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
