import type { Locator, Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, isFocused, openWindow, reach, sticksOut, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("daily jobs take few clicks", () => {
  let service: ServiceProcess
  let page: Page
  let context = ""
  let presses = 0
  withConsole("clicks", async (opened: { readonly service: ServiceProcess; readonly window: Window }) => {
    service = opened.service
    page = opened.window.page
    await page.exposeBinding("countPress", () => {
      presses += 1
    })
    await page.addInitScript(
      `window.addEventListener("pointerdown", (event) => { if (event.isTrusted) window.countPress() }, true)`
    )
    context =
      (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
    await api(page, "POST", `/manager/iam/groups?context_id=${context}`, { name: "clicks-analysts" })
  })

  const dialog = () => page.getByRole("dialog")
  const open = async (path: string) => {
    await page.goto(`${service.origin}${path}${path.includes("?") ? "&" : "?"}context_id=${context}`)
    presses = 0
  }

  const expectWithin = (limit: number) => {
    expect(presses).toBeGreaterThan(0)
    expect(presses).toBeLessThanOrEqual(limit)
  }

  it("the first bucket and its first object: 3", async () => {
    await open("/manager/buckets")
    await page.getByRole("button", { name: "Create bucket" }).first().click()
    await dialog().getByLabel("Name", { exact: true }).fill("clicks-first")
    await dialog().getByRole("button", { name: "Create bucket" }).click()
    await page.locator(".toasts").getByRole("link", { name: "Upload objects" }).click()
    await page
      .getByLabel("Files to upload")
      .setInputFiles([{ name: "first.txt", mimeType: "text/plain", buffer: Buffer.from("first") }])
    await page.getByRole("grid").getByText("first.txt").waitFor()
    expectWithin(3)
  }, 60_000)

  it("who can read a bucket: 2", async () => {
    await open("/manager/buckets/sample-documents")
    await page.getByRole("link", { name: "Access", exact: true }).click()
    await page.getByTestId("who-has-access").getByText("Everything is read.").waitFor()
    expectWithin(2)
  }, 60_000)

  it("read access to a folder for an IAM group: 5", async () => {
    await open("/manager/buckets/sample-documents")
    await page.getByRole("link", { name: "Access", exact: true }).click()
    const list = page.getByTestId("who-has-access")
    await list.getByRole("button", { name: "Give access" }).click()
    await dialog().getByLabel("Name of the IAM group").fill("clicks-analysts")
    await dialog().getByLabel("Folder").fill("reports/")
    await dialog().getByRole("button", { name: "Continue" }).click()
    await dialog().getByTestId("access-plan").waitFor()
    await dialog().getByRole("button", { name: "Give access" }).click()
    await list
      .getByRole("row", { name: /^clicks-analysts/ })
      .getByText("only reports/*")
      .first()
      .waitFor()
    expectWithin(5)
  }, 60_000)

  it("a key of an application, with its configuration for awscli: 5", async () => {
    await open("/manager/iam/users")
    await page.getByRole("button", { name: "Create IAM user" }).first().click()
    await dialog().getByLabel("Name").fill("clicks-app")
    await dialog().getByRole("button", { name: "Create IAM user" }).click()
    await page.getByTestId("panel").getByRole("button", { name: "Create key" }).click()
    await dialog().getByRole("button", { name: "Create key" }).click()
    await dialog().getByLabel("Configuration for awscli").getByText("[profile stowage]").waitFor()
    await dialog().getByRole("button", { name: "Copy the configuration for awscli" }).click()
    expectWithin(5)
    await dialog().getByRole("button", { name: "I have copied it" }).click()
  }, 60_000)

  it("versioning on: 2", async () => {
    await open("/manager/buckets/sample-documents")
    await page.getByRole("link", { name: "Properties", exact: true }).click()
    const versioning = page.getByRole("switch", { name: "Versioning" })
    await versioning.click()
    await expect.poll(() => versioning.getAttribute("aria-checked")).toBe("true")
    expectWithin(2)
  }, 60_000)

  it("a bucket with objects is deleted: 3 and its name", async () => {
    await open("/manager/buckets")
    await page.getByRole("grid").getByText("sample-pictures", { exact: true }).first().click()
    await page.getByTestId("panel").getByRole("button", { name: "Delete", exact: true }).click()
    await dialog().getByLabel("Type “sample-pictures” to confirm").fill("sample-pictures")
    await dialog().getByRole("button", { name: "Empty and delete", exact: true }).click()
    await page.getByRole("grid").getByText("sample-pictures", { exact: true }).first().waitFor({ state: "detached" })
    expectWithin(3)
  }, 60_000)

  it("a person with one RGW account is invited: 3", async () => {
    const { items } = await api<{ items: ReadonlyArray<{ name: string }> }>(page, "GET", "/admin/accounts")
    const account = items[0]?.name ?? ""
    await open("/admin/users")
    await page.getByRole("button", { name: "Create console user" }).first().click()
    await dialog().getByLabel("Full name").fill("Grace Hopper")
    await dialog().getByLabel("E-mail").fill("grace@example.org")
    const accounts = dialog().getByTestId("account_links")
    await accounts.getByRole("combobox").fill(account)
    await accounts.getByRole("option", { name: `Add ${account}` }).click()
    await dialog().getByRole("button", { name: "Create console user" }).click()
    const link = (await dialog().getByTestId("invitation-link").textContent()) ?? ""
    expectWithin(3)
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "I have copied it" }).click()
    const users = await api<{ items: ReadonlyArray<{ email: string; account_links: ReadonlyArray<object> }> }>(
      page,
      "GET",
      "/admin/users?search=grace"
    )
    expect(users.items.find(({ email }) => email === "grace@example.org")?.account_links).toHaveLength(1)
    const guest = await openWindow()
    try {
      await guest.page.setViewportSize({ width: 390, height: 844 })
      for (const attempt of ["first", "second"]) {
        await guest.page.goto(link)
        await guest.page.reload()
        await guest.page.getByLabel("Password", { exact: true }).fill("nothing like a dame, sir")
        if (attempt === "first") await expectAccessible(guest.page)
        await guest.page.getByRole("button", { name: "Set password and sign in" }).click()
        if (attempt === "first") await guest.page.waitForURL((url) => !url.pathname.startsWith("/login"))
        else await guest.page.getByText("This invitation link is not valid", { exact: false }).waitFor()
      }
    } finally {
      await guest.close()
    }
  }, 90_000)

  const on = async (path: string) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(path)
  }
  const press = async (wanted: Locator, key = "Enter") => {
    await reach(page, wanted)
    await page.keyboard.press(key)
  }
  const type = async (field: Locator, text: string) => {
    await reach(page, field)
    await page.keyboard.press("Control+a")
    await page.keyboard.type(text)
  }
  const expectFit = async () => {
    expect(await sticksOut(page)).toEqual([])
    await expectAccessible(page)
    expect(presses, "nothing was pressed by pointer").toBe(0)
  }

  it("by keys, at 390 px: the first bucket, and its first object", async () => {
    await on("/manager/buckets")
    await press(page.getByRole("button", { name: "Create bucket" }).first())
    await type(dialog().getByLabel("Name", { exact: true }), "keys-first")
    await expectFit()
    await press(dialog().getByRole("button", { name: "Create bucket" }))
    await press(page.locator(".toasts").getByRole("link", { name: "Upload objects" }))
    await page
      .getByLabel("Files to upload")
      .setInputFiles([{ name: "first.txt", mimeType: "text/plain", buffer: Buffer.from("first") }])
    await page.getByRole("grid").getByText("first.txt").waitFor()
    await expectFit()
  }, 90_000)

  it("by keys, at 390 px: who can read a bucket, and read access to a folder for an IAM group", async () => {
    await on("/manager/buckets/sample-documents")
    await press(page.getByRole("link", { name: "Access", exact: true }))
    const list = page.getByTestId("who-has-access")
    await list.getByText("Everything is read.").waitFor()
    await expectFit()
    await press(list.getByRole("button", { name: "Give access" }))
    const name = dialog().getByRole("combobox", { name: "Name of the IAM group" })
    await type(name, "clicks-an")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    expect(await name.inputValue()).toBe("clicks-analysts")
    await type(dialog().getByLabel("Folder"), "drafts/")
    await expectFit()
    await press(dialog().getByRole("button", { name: "Continue" }))
    await dialog().getByTestId("access-plan").waitFor()
    await expectAccessible(page)
    await press(dialog().getByRole("button", { name: "Give access" }))
    await list.getByText("only drafts/*").first().waitFor()
  }, 90_000)

  it("by keys, at 390 px: a key of an application", async () => {
    await on("/manager/iam/users")
    await press(page.getByRole("button", { name: "Create IAM user" }).first())
    await type(dialog().getByLabel("Name"), "keys-app")
    await press(dialog().getByRole("button", { name: "Create IAM user" }))
    await press(page.getByTestId("panel").getByRole("button", { name: "Create key" }))
    await press(dialog().getByRole("button", { name: "Create key" }))
    await dialog().getByLabel("Configuration for awscli").getByText("[profile stowage]").waitFor()
    await expectFit()
    await press(dialog().getByRole("button", { name: "Copy the configuration for awscli" }))
    await press(dialog().getByRole("button", { name: "I have copied it" }))
  }, 90_000)

  it("by keys, at 390 px: versioning on", async () => {
    await on("/manager/buckets/keys-first")
    await press(page.getByRole("link", { name: "Properties", exact: true }))
    const versioning = page.getByRole("switch", { name: "Versioning" })
    await press(versioning, "Space")
    await expect.poll(() => versioning.getAttribute("aria-checked")).toBe("true")
    await expectFit()
  }, 90_000)

  it("by keys, at 390 px: a bucket with objects is deleted", async () => {
    await on("/manager/buckets?open=keys-first")
    await press(page.getByTestId("panel").getByRole("button", { name: "Delete", exact: true }))
    await type(dialog().getByLabel("Type “keys-first” to confirm"), "keys-first")
    await expectFit()
    await press(dialog().getByRole("button", { name: "Empty and delete", exact: true }))
    await page.getByRole("grid").getByText("keys-first", { exact: true }).first().waitFor({ state: "detached" })
  }, 90_000)

  it("by keys, at 390 px: a person with one RGW account is invited", async () => {
    const { items } = await api<{ items: ReadonlyArray<{ name: string }> }>(page, "GET", "/admin/accounts")
    await on("/admin/users")
    await press(page.getByRole("button", { name: "Create console user" }).first())
    await type(dialog().getByLabel("Full name"), "Kathleen Booth")
    await type(dialog().getByLabel("E-mail"), "kathleen@example.org")
    const accounts = dialog().getByTestId("account_links").getByRole("combobox")
    await type(accounts, items[0]?.name ?? "")
    await dialog().getByRole("option").first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    expect(await isFocused(accounts), "the next one can be typed").toBe(true)
    await expectFit()
    await press(dialog().getByRole("button", { name: "Create console user" }))
    await dialog().getByTestId("invitation-link").waitFor()
    await expectFit()
    await press(dialog().getByRole("button", { name: "I have copied it" }))
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 90_000)

  it("the page of a person without storage says so and leads to where it is given", async () => {
    const { id } = await api(page, "POST", "/admin/users", {
      email: "jean@example.org",
      full_name: "Jean Bartik",
      role: "ui_user"
    })
    await page.goto(`${service.origin}/admin/users/${id}`)
    await page.getByTestId("no-storage").getByRole("link", { name: "Give them storage" }).click()
    await page.getByTestId("account_links").waitFor()
    expect(new URL(page.url()).hash).toBe("#given-access")
    await page.goto(`${service.origin}/admin/users/${id}?tab=security`)
    await page.getByRole("button", { name: "Invite", exact: true }).click()
    await dialog().getByTestId("invitation-link").waitFor()
    await dialog().getByRole("button", { name: "I have copied it" }).click()
    await page.getByRole("button", { name: "Revoke invitation" }).click()
    await page.getByText("No password yet.", { exact: false }).waitFor()
  }, 60_000)
})
