import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import {
  addAuthenticator,
  administrator,
  api,
  endSession,
  expectAccessible,
  setPresent,
  signInAgain,
  signInDialog,
  type Window
} from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("what ends is what was asked about", () => {
  let service: ServiceProcess
  let window: Window
  let sandbox = 0
  const sent: Array<string> = []
  withConsole("destructive", async (opened) => {
    ;({ service, window } = opened)
    const { page } = window
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (request.method() === "DELETE")
        sent.push(`${decodeURIComponent(pathname)} as ${searchParams.get("confirm_name")}`)
    })
    sandbox = (await api<ReadonlyArray<{ id: number }>>(page, "GET", "/admin/storage-endpoints"))[0]?.id ?? 0
    for (const name of ["dns-logs", "game-assets", "held-down", "twice"])
      await api(page, "POST", "/admin/accounts", { storage_endpoint_id: sandbox, name })
    for (const name of ["north", "south"])
      await api(page, "POST", "/admin/storage-endpoints", {
        name,
        url: `http://127.0.0.1:9/${name}`,
        provider: "other",
        features_config: { features: {} }
      })
    for (const name of ["nightly", "weekly", "yearly"])
      await api(page, "POST", "/auth/api-tokens", { name, scopes: ["profile.read"] })
    for (let number = 0; number < 60; number += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, at) => {
          const digits = String(number + at).padStart(3, "0")
          return api(page, "POST", "/admin/users", {
            email: `p${digits}@example.org`,
            full_name: `Person ${digits}`,
            role: "ui_user"
          })
        })
      )
    }
  })
  afterEach(() => {
    sent.length = 0
  })

  const panel = () => window.page.getByTestId("panel")
  const dialog = () => window.page.getByRole("dialog")
  const toasts = () => window.page.locator(".toasts")
  const list = async (path: string) => {
    await window.page.goto(service.origin + path)
    await window.page.getByTestId("table-status").getByText(/^\d/).waitFor()
  }
  const open = async (name: string) => {
    await window.page.getByRole("grid").getByText(name, { exact: true }).first().click()
    await panel().getByRole("heading", { name, exact: true }).waitFor()
  }
  const typed = (name: string) => dialog().getByLabel(`Type “${name}” to confirm`)

  it("sends the name that was confirmed, and says what went out of the answer", async () => {
    const { page } = window
    await list("/admin/accounts")
    await open("dns-logs")
    await panel().getByRole("button", { name: "Unregister" }).click()
    await typed("dns-logs").fill("dns-logs")
    await page.keyboard.press("Escape")
    await open("game-assets")
    await panel().getByRole("button", { name: "Unregister" }).click()
    expect(await dialog().innerText()).not.toContain("dns-logs")
    expect(await typed("game-assets").inputValue()).toBe("")
    await page.route("**/api/admin/accounts/*", async (route) => {
      if (route.request().method() !== "DELETE") return route.fallback()
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), name: "as the service said" } })
    })
    await typed("game-assets").fill("game-assets")
    await dialog().getByRole("button", { name: "Unregister" }).click()
    await toasts().getByText("as the service said is unregistered").waitFor()
    await page.unrouteAll()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/^\/api\/admin\/accounts\/\d+ as game-assets$/)
    const left = await api<{ items: ReadonlyArray<{ name: string }> }>(page, "GET", "/admin/accounts?page=1")
    expect(left.items.map(({ name }) => name)).toContain("dns-logs")
    expect(left.items.map(({ name }) => name)).not.toContain("game-assets")
  }, 60_000)

  it("an object renamed in another tab is not deleted: the dialog shows the new name and asks again", async () => {
    const { page } = window
    await list("/admin/storage-endpoints")
    await open("north")
    await panel().getByRole("button", { name: "Delete north" }).click()
    await typed("north").fill("north")
    const { id } = (
      await api<ReadonlyArray<{ id: number; name: string }>>(page, "GET", "/admin/storage-endpoints")
    ).find(({ name }) => name === "north") ?? { id: 0 }
    await api(page, "PUT", `/admin/storage-endpoints/${id}`, { name: "north (production)" })
    await dialog().getByRole("button", { name: "Delete endpoint" }).click()
    await dialog().getByText("north is called north (production) now.").waitFor()
    await dialog().getByRole("heading", { name: "Delete north (production)" }).waitFor()
    await expectAccessible(page)
    expect(await typed("north (production)").inputValue()).toBe("")
    await typed("north (production)").fill("north")
    await dialog().getByRole("button", { name: "Delete endpoint" }).click()
    await dialog().getByText("Type north (production) exactly.").waitFor()
    await typed("north (production)").fill("north (production)")
    await dialog().getByRole("button", { name: "Delete endpoint" }).click()
    await toasts().getByText("north (production) is deleted").waitFor()
    expect(sent).toEqual([
      `/api/admin/storage-endpoints/${id} as north`,
      `/api/admin/storage-endpoints/${id} as north (production)`
    ])
  }, 60_000)

  it("what another tab ended already is said to be gone, and nothing else is ended", async () => {
    const { page } = window
    await list("/admin/users?q=p05")
    await open("Person 050")
    await panel().getByRole("button", { name: "Delete Person 050" }).click()
    await typed("p050@example.org").fill("p050@example.org")
    const {
      items: [doomed]
    } = await api<{ items: ReadonlyArray<{ id: number }> }>(page, "GET", "/admin/users?search=p050&page=1")
    await api(page, "DELETE", `/admin/users/${doomed?.id}`)
    await dialog().getByRole("button", { name: "Delete console user" }).click()
    await toasts().getByText("p050@example.org is gone already").waitFor()
    await dialog().waitFor({ state: "hidden" })
    expect((await api<{ total: number }>(page, "GET", "/admin/users?search=p05&page=1")).total).toBe(9)
  }, 60_000)

  it("on the real second page too: the row that was opened there, and no other", async () => {
    const { page } = window
    await list("/admin/users?sort=email")
    const { items } = await api<{ items: ReadonlyArray<{ full_name: string; email: string }> }>(
      page,
      "GET",
      "/admin/users?page=2&page_size=50&sort_by=email"
    )
    const [first, second] = items
    if (first === undefined || second === undefined) throw new Error("there is no second page")
    const grid = page.getByRole("grid")
    for (let step = 0; step < 40 && (await grid.getByText(second.full_name, { exact: true }).count()) === 0; step++) {
      await grid.hover()
      await page.mouse.wheel(0, 800)
      await page.waitForTimeout(100)
    }
    await open(first.full_name)
    await panel()
      .getByRole("button", { name: `Delete ${first.full_name}` })
      .click()
    await typed(first.email).waitFor()
    await page.keyboard.press("Escape")
    await open(second.full_name)
    await panel()
      .getByRole("button", { name: `Delete ${second.full_name}` })
      .click()
    await typed(second.email).fill(second.email)
    await dialog().getByRole("button", { name: "Delete console user" }).click()
    await toasts().getByText(`${second.email} is deleted`).waitFor()
    expect((await api<{ total: number }>(page, "GET", `/admin/users?search=${first.email}&page=1`)).total).toBe(1)
    expect((await api<{ total: number }>(page, "GET", `/admin/users?search=${second.email}&page=1`)).total).toBe(0)
  }, 60_000)

  it("double clicks and held keys confirm nothing; a request is sent once and keeps its dialog", async () => {
    const { page } = window
    await list("/admin/api-tokens")
    await open("nightly")
    const button = panel().getByRole("button", { name: "Revoke…" })
    await button.dblclick()
    await dialog().getByRole("button", { name: "Revoke token" }).waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await button.focus()
    await page.evaluate("new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard)))")
    await page.evaluate(`(() => {
      globalThis.closings = 0
      document.addEventListener("close", () => { globalThis.closings++ }, true)
    })()`)
    for (let press = 0; press < 30; press++) {
      await page.keyboard.down("Enter")
      await page.waitForTimeout(33)
    }
    await page.keyboard.up("Enter")
    expect(sent).toEqual([])
    await dialog().getByRole("button", { name: "Revoke token" }).waitFor()
    expect(await page.evaluate("globalThis.closings")).toBe(0)
    let go: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    await page.route("**/api/auth/api-tokens/*", async (route) => {
      await held
      await route.continue()
    })
    await dialog().getByRole("button", { name: "Revoke token" }).dblclick()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect.poll(() => dialog().getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true)
    expect(await dialog().isVisible()).toBe(true)
    go()
    await toasts().getByText("nightly is revoked").waitFor()
    await page.unrouteAll()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/ as nightly$/)
  }, 60_000)

  it("of many buckets each is confirmed by its own name, and those that stay are named", async () => {
    const { page } = window
    const [context] = await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager")
    for (const name of ["bulk-one", "bulk-two", "bulk-three"])
      await api(page, "POST", `/manager/buckets?context_id=${context?.id}`, { name })
    await list(`/manager/buckets?context_id=${context?.id}&q=bulk`)
    for (const name of ["bulk-one", "bulk-two"])
      await page
        .getByRole("row", { name: new RegExp(name) })
        .getByRole("checkbox")
        .check()
    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click()
    await dialog().getByText("bulk-one").waitFor()
    expect(await dialog().innerText()).not.toContain("bulk-three")
    await dialog()
      .getByLabel(/to confirm/)
      .fill("delete")
    await dialog().getByRole("button", { name: "Delete", exact: true }).click()
    await toasts()
      .getByText(/2 buckets (are )?deleted/)
      .waitFor()
    expect(sent.toSorted()).toEqual([
      "/api/manager/buckets/bulk-one as bulk-one",
      "/api/manager/buckets/bulk-two as bulk-two"
    ])
  }, 60_000)

  describe("of buckets", () => {
    let context = ""
    const asked: Array<string> = []
    const at = (bucket: string, more = "") => `${service.origin}/manager/buckets/${bucket}${more}?context_id=${context}`
    const reached = (bucket: string) => asked.filter((one) => one.includes(`/buckets/${bucket}`))
    beforeAll(async () => {
      const { page } = window
      context =
        (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
      for (const name of ["doomed-one", "doomed-two", "doomed-three", "doomed-four"])
        await api(page, "POST", `/manager/buckets?context_id=${context}`, { name })
      for (const name of ["doomed-one", "doomed-two"]) {
        const tags = `/manager/buckets/${name}/features/tags?context_id=${context}`
        const { version } = await api<{ version: string }>(page, "GET", tags)
        await api(page, "PUT", tags, { value: { tags: [{ key: "of", value: name }] }, version })
      }
      page.on("request", (request) => {
        const { pathname } = new URL(request.url())
        if (
          request.method() !== "GET" &&
          pathname.startsWith("/api/manager/buckets/") &&
          !/\/(plan|check)$/.test(pathname)
        )
          asked.push(`${request.method()} ${pathname}`)
      })
    })
    beforeEach(() => {
      asked.length = 0
    })

    const goTo = async (name: string, side: string) => {
      const { page } = window
      await page.getByRole("link", { name: "Buckets", exact: true }).first().click()
      await open(name)
      await panel().getByRole("link", { name: "Open", exact: true }).click()
      await page.getByRole("heading", { level: 1, name }).waitFor()
      if (side !== "")
        await page.getByRole("navigation", { name: "Sides of the bucket" }).getByRole("link", { name: side }).click()
    }
    const cancel = async () => {
      await dialog().getByRole("button", { name: "Cancel" }).click()
      await dialog().waitFor({ state: "hidden" })
    }
    const ending = async (what: RegExp) => {
      await window.page.getByRole("button", { name: "More to do with this bucket" }).click()
      await window.page.getByRole("button", { name: what }).click()
      await dialog().getByTestId("emptying-plan").waitFor()
    }
    const begin = async (name: string, side = "") => {
      await window.page.goto(at(name, side === "" ? "" : `/${side.toLowerCase()}`))
      await window.page.getByRole("heading", { level: 1, name }).waitFor()
    }

    it.each([
      { what: "emptying", choice: /^Empty… /, button: "Empty", method: "POST", path: "emptying" },
      {
        what: "quarantine",
        choice: /^Delete…/,
        button: "Delete later",
        method: "PUT",
        path: "quarantine"
      }
    ])(
      "$what: one that was asked about and left alone stays, the one that was confirmed is what it comes to",
      async ({ button, choice, method, path }) => {
        await begin("doomed-one")
        await ending(choice)
        await typed("doomed-one").fill("doomed-one")
        await cancel()
        await goTo("doomed-two", "")
        await ending(choice)
        if (path === "quarantine") await dialog().getByRole("radio", { name: "Delete later" }).check()
        expect(await dialog().innerText()).not.toContain("doomed-one")
        expect(await typed("doomed-two").inputValue()).toBe("")
        await typed("doomed-two").fill("doomed-two")
        await dialog().getByRole("button", { name: button, exact: true }).click()
        await dialog().waitFor({ state: "detached" })
        expect(asked).toEqual([`${method} /api/manager/buckets/doomed-two/${path}`])
        if (path === "quarantine")
          await api(window.page, "DELETE", `/manager/buckets/doomed-two/quarantine?context_id=${context}`)
      },
      120_000
    )

    it("a feature is removed from the confirmed bucket, and undone there", async () => {
      const { page } = window
      const section = page.getByTestId("feature-tags")
      const remove = async () => {
        await section.getByRole("button", { name: "Edit Tags" }).click()
        await page.getByTestId("edit-tags").getByRole("button", { name: "Remove", exact: true }).click()
        await dialog().getByRole("button", { name: "Remove Tags" }).waitFor()
      }
      const tagsOf = async (name: string) =>
        (await api<{ value: unknown }>(page, "GET", `/manager/buckets/${name}/features/tags?context_id=${context}`))
          .value
      await begin("doomed-one", "Properties")
      await remove()
      await cancel()
      await goTo("doomed-two", "Properties")
      await remove()
      expect(await dialog().innerText()).not.toContain("doomed-one")
      await dialog().getByRole("button", { name: "Remove Tags" }).click()
      await toasts().getByText("Tags is removed").waitFor()
      expect(await tagsOf("doomed-two")).toBe(null)
      expect(await tagsOf("doomed-one")).not.toBe(null)
      expect(reached("doomed-one")).toEqual([])

      const undo = async () => {
        const newest = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem").first()
        await newest.locator("summary").click()
        await newest.getByRole("button", { name: "Undo this change" }).click()
        await dialog().getByTestId("diff").waitFor()
      }
      await begin("doomed-one", "History")
      await undo()
      await cancel()
      await goTo("doomed-two", "History")
      await page.getByRole("list", { name: "Changes, newest first" }).getByText("of=doomed-two").first().waitFor()
      await undo()
      expect(await dialog().innerText()).not.toContain("doomed-one")
      await dialog().getByRole("button", { name: "Undo this change" }).click()
      await toasts().getByText("Tags is as it was before").waitFor()
      expect(await tagsOf("doomed-two")).toEqual({ tags: [{ key: "of", value: "doomed-two" }] })
      expect(reached("doomed-one")).toEqual([])
    }, 180_000)

    it("deletion: a reload asks nothing, a renewed session keeps the bucket, Back skips what is gone", async () => {
      const { page } = window
      await begin("doomed-three")
      await page.getByRole("button", { name: "Delete bucket" }).click()
      await typed("doomed-three").fill("doomed-three")
      await page.reload()
      await page.getByRole("button", { name: "Delete bucket" }).waitFor()
      expect(await dialog().count()).toBe(0)
      await goTo("doomed-four", "")
      await page.getByRole("button", { name: "Delete bucket" }).click()
      expect(await dialog().innerText()).not.toContain("doomed-three")
      await typed("doomed-four").fill("doomed-four")
      await endSession(page)
      await dialog().getByRole("button", { name: "Delete bucket" }).click()
      await signInDialog(page).waitFor()
      await signInAgain(page)
      await toasts().getByText("doomed-four is deleted").waitFor()
      await page.waitForURL((url) => url.pathname === "/manager/buckets")
      await page.goBack()
      await page.locator("main h1").first().waitFor()
      expect(await page.getByRole("dialog").count()).toBe(0)
      const left = (
        await api<{ items: ReadonlyArray<{ name: string }> }>(
          page,
          "GET",
          `/manager/buckets?context_id=${context}&search=doomed`
        )
      ).items.map(({ name }) => name)
      expect(left).toContain("doomed-three")
      expect(left).not.toContain("doomed-four")
      expect(reached("doomed-three")).toEqual([])
      expect(new Set(asked)).toEqual(new Set(["DELETE /api/manager/buckets/doomed-four"]))
    }, 180_000)
  })

  it("on one's own account: tokens and sessions, the one that was asked about last", async () => {
    const { page } = window
    for (const agent of [
      "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Edg/140.0"
    ]) {
      const answer = await fetch(`${service.origin}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: service.origin, "user-agent": agent },
        body: JSON.stringify({ email: administrator.email, password: administrator.password })
      })
      expect(answer.status).toBe(200)
    }
    await page.goto(`${service.origin}/profile`)
    await page.getByRole("button", { name: "Revoke weekly" }).click()
    await dialog().getByRole("heading", { name: "Revoke weekly" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Revoke yearly" }).click()
    await dialog().getByRole("button", { name: "Revoke token" }).click()
    await toasts().getByText("yearly is revoked").waitFor()
    await page.getByRole("button", { name: "Revoke yearly" }).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Revoke weekly" }).waitFor()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/ as yearly$/)
  }, 60_000)

  it("of one's passkeys too: the one that was asked about last, by its own name", async () => {
    const { devtools, page } = window
    const passkeys = page.getByRole("region", { name: "Passkeys" })
    // an authenticator that has a passkey makes no second one
    let newest = window.authenticator
    for (const name of ["office-key", "travel-key"]) {
      await setPresent(devtools, newest, false)
      newest = await addAuthenticator(devtools, false)
      await setPresent(devtools, newest, true)
      await page.goto(`${service.origin}/profile`)
      await passkeys.getByRole("button", { name: "Add passkey" }).click()
      await dialog().getByLabel("Name").fill(name)
      await dialog().getByRole("button", { name: "Create passkey" }).click()
      await toasts().getByText(`${name} is added`).waitFor()
    }
    await passkeys.getByRole("button", { name: "Remove office-key" }).click()
    await dialog().getByRole("heading", { name: "Remove office-key" }).waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await passkeys.getByRole("button", { name: "Remove travel-key" }).click()
    expect(await dialog().innerText()).not.toContain("office-key")
    await dialog().getByRole("button", { name: "Remove passkey" }).click()
    await toasts().getByText("travel-key is removed").waitFor()
    await passkeys.getByRole("button", { name: "Remove travel-key" }).waitFor({ state: "detached" })
    await passkeys.getByRole("button", { name: "Remove office-key" }).waitFor()
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/ as travel-key$/)
    sent.length = 0
    await passkeys.getByRole("button", { name: "Remove office-key" }).click()
    const { passkeys: mine } = await api<{ passkeys: ReadonlyArray<{ id: number; name: string }> }>(
      page,
      "GET",
      "/me/security"
    )
    const office = mine.find(({ name }) => name === "office-key")
    await api(page, "PUT", `/me/passkeys/${office?.id}`, { name: "home-key" })
    await dialog().getByRole("button", { name: "Remove passkey" }).click()
    await dialog().getByText("office-key is called home-key now.").waitFor()
    expect((await api<{ passkeys: ReadonlyArray<object> }>(page, "GET", "/me/security")).passkeys).toHaveLength(
      mine.length
    )
    await dialog().getByRole("button", { name: "Remove passkey" }).click()
    await toasts().getByText("home-key is removed").waitFor()
    expect((await api<{ passkeys: ReadonlyArray<object> }>(page, "GET", "/me/security")).passkeys).toHaveLength(
      mine.length - 1
    )
  }, 90_000)

  it("no page complained about anything but what was asked for in vain", () => {
    expect(window.complaints.filter((text) => !text.startsWith("Failed to load resource"))).toEqual([])
  })
})
