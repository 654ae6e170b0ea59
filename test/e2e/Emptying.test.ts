import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { heldRuns } from "./support/heldRuns.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

interface Row {
  readonly name: string
  readonly object_count: number | null
}

requirement("Chromium", chromiumLack())("a bucket that holds something comes to its end", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  let context = ""
  withConsole(
    "emptying",
    async (opened) => {
      ;({ database, service, window } = opened)
      context =
        (await api<ReadonlyArray<{ id: string }>>(window.page, "GET", "/me/execution-contexts?workspace=manager"))[0]
          ?.id ?? ""
    },
    { tidy: ({ page }) => page.unrouteAll() }
  )

  const panel = () => window.page.getByTestId("panel")
  const dialog = () => window.page.getByRole("dialog")
  const buckets = async () =>
    (await api<{ items: ReadonlyArray<Row> }>(window.page, "GET", `/manager/buckets?context_id=${context}`)).items
  const open = async (name: string) => {
    await window.page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await window.page.getByRole("grid").getByText(name, { exact: true }).first().click()
    await panel().getByRole("heading", { name, exact: true }).waitFor()
  }
  const choose = async (what: RegExp) => {
    await panel().getByRole("button", { name: "More to do with this bucket" }).click()
    await window.page.getByRole("button", { name: what }).click()
    await dialog().getByTestId("emptying-plan").waitFor()
  }
  const typed = (name: string) => dialog().getByLabel(`Type “${name}” to confirm`)

  /** Records every message from now on as it appears: success messages disappear before a slow machine looks. */
  const overhear = () =>
    window.page.evaluate(`(() => {
    window.overheard = []
    const take = () => { for (const one of document.querySelectorAll(".toast")) window.overheard.push(one.innerText + " " + (one.querySelector("a")?.getAttribute("href") ?? "")) }
    new MutationObserver(take).observe(document.querySelector(".toasts"), { childList: true, subtree: true })
    take()
  })()`)
  const overheard = () => window.page.evaluate<string>("window.overheard.join('\\n')")

  it("Empty… shows its extent, needs the name, reports its result, and keeps the bucket", async () => {
    const { page } = window
    await open("sample-documents")
    await choose(/^Empty… Everything/)
    await dialog()
      .getByText(/by the gateway's statistics/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await pictured(window, "emptying-plan")
    await typed("sample-documents").fill("sample-document")
    await dialog().getByRole("button", { name: "Empty", exact: true }).click()
    await dialog().getByText("Type sample-documents exactly.").waitFor()
    await overhear()
    await typed("sample-documents").fill("sample-documents")
    await dialog().getByRole("button", { name: "Empty", exact: true }).click()
    await dialog().waitFor({ state: "detached" })
    await expect
      .poll(async () => (await buckets()).find(({ name }) => name === "sample-documents")?.object_count, {
        timeout: 30_000
      })
      .toBe(0)
    await expect
      .poll(overheard, { timeout: 30_000 })
      .toMatch(
        /Empty sample-documents: completed\s+5 objects and versions removed, [^]*Open the report[^]*\/manager\/work\?run=\d+/
      )
    await panel().getByRole("button", { name: "More to do with this bucket" }).click()
    await page.getByRole("link", { name: /What ran/ }).click()
    await page
      .getByRole("main")
      .getByRole("button", { name: /Empty sample-documents/ })
      .click()
    const report = page.getByTestId("run")
    await report.getByText(/5 objects and versions removed/).waitFor()
    await expectAccessible(page)
    await pictured(window, "emptying-report")
  }, 120_000)

  it("a longer one stays in the dock on other pages, and its message links to the report", async () => {
    const { page } = window
    await open("sample-versions")
    await choose(/^Empty… Everything/)
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route("**/api/manager/work/*/items?*", async (route) => {
      await gate
      await route.continue()
    })
    await typed("sample-versions").fill("sample-versions")
    await dialog().getByRole("button", { name: "Empty", exact: true }).click()
    await dialog().waitFor({ state: "detached" })
    await page
      .getByTestId("operations-line")
      .getByText(/Empty sample-versions · (Emptying|About to begin)/)
      .waitFor()
    await page.getByRole("link", { name: "Usage", exact: true }).click()
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor()
    await page
      .getByTestId("operations-line")
      .getByText(/Empty sample-versions · (Emptying|About to begin)/)
      .waitFor()
    await overhear()
    release()
    await page
      .getByTestId("operations-line")
      .getByText(/2 steps done/)
      .waitFor()
    await expect.poll(overheard, { timeout: 30_000 }).toMatch(/Empty sample-versions: completed[^]*Open the report/)
    const [, address = ""] = /(\/manager\/work\?\S+)/.exec(await overheard()) ?? []
    await page.goto(`${service.origin}${address}`)
    await page
      .getByTestId("run")
      .getByText(/objects? (and|or) versions? removed/)
      .waitFor()
  }, 120_000)

  it("what changed since it was counted is counted anew and asked about once more", async () => {
    const { page } = window
    await open("sample-versions")
    await choose(/^Delete…/)
    await dialog().getByRole("heading", { name: "Delete sample-versions" }).waitFor()
    await dialog().getByRole("radio", { name: "Empty and delete now" }).waitFor()
    await dialog()
      .getByText(/Versioning is enabled/)
      .waitFor()
    await page.route(
      "**/emptying?*",
      (route) =>
        route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: JSON.stringify({
            type: "about:blank",
            title: "Conflict",
            status: 409,
            code: "stale_plan",
            detail: "changed"
          })
        }),
      { times: 1 }
    )
    await typed("sample-versions").fill("sample-versions")
    await dialog().getByRole("button", { name: "Empty and delete", exact: true }).click()
    await dialog()
      .getByText(/Something changed since the preview/)
      .waitFor()
    await expect.poll(() => typed("sample-versions").inputValue()).toBe("")
    await typed("sample-versions").fill("sample-versions")
    await dialog().getByRole("button", { name: "Empty and delete", exact: true }).click()
    await expect
      .poll(async () => (await buckets()).map(({ name }) => name), { timeout: 30_000 })
      .not.toContain("sample-versions")
    await panel().waitFor({ state: "detached" })
  }, 120_000)

  it("Delete later puts it into quarantine, which its panel says, and Restore gives it back", async () => {
    const { page } = window
    await open("sample-pictures")
    await choose(/^Delete…/)
    await dialog().getByRole("radio", { name: "Delete later" }).check()
    const day = await dialog()
      .getByLabel(/Day on which it is deleted/)
      .inputValue()
    expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    await expectAccessible(page)
    await pictured(window, "emptying-later")
    await typed("sample-pictures").fill("sample-pictures")
    await dialog().getByRole("button", { name: "Delete later" }).click()
    const notice = panel().getByTestId("quarantine")
    await notice.getByText(/nobody reaches what is in it/).waitFor()
    await dialog().waitFor({ state: "detached" })
    await expectAccessible(page)
    await pictured(window, "emptying-quarantine")
    const kept = await api<{ items: ReadonlyArray<{ bucket: string; until: string }> }>(
      page,
      "GET",
      `/manager/quarantines?context_id=${context}`
    )
    expect(kept.items.map(({ bucket, until }) => [bucket, until.slice(0, 10)])).toEqual([["sample-pictures", day]])
    await page.getByRole("grid").getByText("quarantine", { exact: true }).waitFor()
    await page.goto(
      `${service.origin}/manager/buckets?context_id=${context}&quarantine=quarantined,failed&columns=quarantine_until`
    )
    await page.getByRole("columnheader", { name: "Deleted on" }).waitFor()
    await expect.poll(() => page.getByRole("grid").getByRole("row").count()).toBe(2)
    await expectAccessible(page)
    await pictured(window, "emptying-quarantine-column")

    await page.goto(`${service.origin}/browser?context_id=${context}&bucket=sample-pictures`)
    await page.getByTestId("quarantine").getByText("This bucket is in quarantine", { exact: false }).waitFor()
    await page.getByRole("button", { name: "Upload", exact: false }).first().waitFor({ state: "detached" })
    await expectAccessible(page)

    await page.goto(`${service.origin}/manager/quarantines?context_id=${context}`)
    await page.getByRole("grid").getByText("sample-pictures", { exact: true }).click()
    await panel()
      .getByText(/Nobody reaches what is in it/)
      .waitFor()
    await expectAccessible(page)
    await pictured(window, "emptying-quarantines")
    await panel().getByRole("button", { name: "Restore" }).click()
    await panel().waitFor({ state: "detached" })
    await page.getByText("No bucket in quarantine").waitFor()
    await expectAccessible(page)
    expect(
      (await api<{ items: ReadonlyArray<unknown> }>(page, "GET", `/manager/quarantines?context_id=${context}`)).items
    ).toEqual([])
  }, 120_000)

  it("a run is followed after a reload and in another tab, which pauses and resumes it", async () => {
    const { page } = window
    const runs = heldRuns(database)
    await open("sample-pictures")
    await choose(/^Empty… Everything/)
    await runs.hold()
    await typed("sample-pictures").fill("sample-pictures")
    await dialog().getByRole("button", { name: "Empty", exact: true }).click()
    await dialog().waitFor({ state: "detached" })
    const lineOf = (where: typeof page) => where.getByTestId("operations-line")
    await lineOf(page)
      .getByText(/^Empty sample-pictures · Emptying/)
      .waitFor()
    await page.reload()
    await lineOf(page)
      .getByText(/^Empty sample-pictures · Emptying/)
      .waitFor()
    const dock = page.getByRole("region", { name: "Operations", exact: true })
    await dock.getByRole("button", { name: /^Operations/ }).click()
    await dock.getByTestId("operation").getByRole("heading", { name: "Empty sample-pictures" }).waitFor()
    expect(await dock.getByTestId("operation").count()).toBe(1)
    expect(await dock.getByText(/Interrupted/).count()).toBe(0)
    await expectAccessible(page)
    await pictured(window, "emptying-followed")

    const other = await window.context.newPage()
    try {
      await other.goto(`${service.origin}/manager/usage?context_id=${context}`)
      await lineOf(other)
        .getByText(/^Empty sample-pictures · Emptying/)
        .waitFor()
      await lineOf(other).click()
      await other.getByTestId("operation").getByRole("button", { name: "Pause" }).click()
      for (const tab of [other, page])
        await lineOf(tab)
          .getByText(/^Empty sample-pictures · Pausing/)
          .waitFor()
      await runs.release()
      for (const tab of [other, page])
        await lineOf(tab)
          .getByText(/^Empty sample-pictures · Paused/)
          .waitFor()
      await page.reload()
      await lineOf(page)
        .getByText(/^Empty sample-pictures · Paused/)
        .waitFor()
      await overhear()
      await other.getByTestId("operation").getByRole("button", { name: "Resume" }).click()
      for (const tab of [other, page])
        await lineOf(tab)
          .getByText(/^Empty sample-pictures · 2 steps done/)
          .waitFor()
      await expect.poll(overheard).toMatch(/Empty sample-pictures: completed[^]*Open the report/)
    } finally {
      await other.close()
    }
    await page.reload()
    await page.getByRole("grid").getByText("sample-pictures", { exact: true }).first().waitFor()
    await page.keyboard.press("Alt+o")
    await dock
      .getByRole("listitem")
      .filter({ hasText: "Empty sample-pictures" })
      .getByText("2 steps done", { exact: true })
      .first()
      .waitFor()
    expect(await dock.getByTestId("operation").count()).toBe(0)
  }, 180_000)

  it("what ended while no page was there is told by the next one", async () => {
    const { page } = window
    const runs = heldRuns(database)
    await open("sample-empty")
    await choose(/^Empty… Everything/)
    await runs.hold()
    await typed("sample-empty").fill("sample-empty")
    await dialog().getByRole("button", { name: "Empty", exact: true }).click()
    await dialog().waitFor({ state: "detached" })
    await page
      .getByTestId("operations-line")
      .getByText(/^Empty sample-empty · Emptying/)
      .waitFor()
    await page.goto("about:blank")
    await runs.release()
    await expect.poll(runs.underWay, { timeout: 60_000 }).toBe(0)
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await overhear()
    await expect.poll(overheard, { timeout: 60_000 }).toMatch(/Empty sample-empty: completed[^]*Open the report/)
  }, 120_000)
})

requirement("Chromium", chromiumLack())("a bucket that is created with what it is to have", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("creation", async (opened) => {
    ;({ service, window } = opened)
    context =
      (await api<ReadonlyArray<{ id: string }>>(window.page, "GET", "/me/execution-contexts?workspace=manager"))[0]
        ?.id ?? ""
  })

  it("has it: versioning, tags and quota are chosen where it is named", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await page.getByRole("grid").getByText("sample-empty", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Create bucket" }).first().click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name", { exact: true }).fill("brand-new")
    await dialog.getByRole("checkbox", { name: /^Versioning/ }).check()
    await dialog.getByText("Template, tags and quota").click()
    await dialog.getByLabel(/^Tags/).fill("team=storage\nstage=test")
    await dialog.getByLabel(/^Most objects/).fill("1000")
    await expectAccessible(page)
    await pictured(window, "create-bucket")
    await dialog.getByRole("button", { name: "Create bucket" }).click()
    await page.getByRole("grid").getByText("brand-new", { exact: true }).waitFor({ timeout: 60_000 })
    const read = async (feature: string) =>
      (
        await api<{ value: unknown }>(
          page,
          "GET",
          `/manager/buckets/brand-new/features/${feature}?context_id=${context}`
        )
      ).value
    await expect.poll(() => read("versioning")).toEqual({ status: "enabled" })
    await expect
      .poll(() => read("tags"))
      .toEqual({
        tags: [
          { key: "team", value: "storage" },
          { key: "stage", value: "test" }
        ]
      })
    await expect.poll(() => read("quota")).toMatchObject({ max_objects: 1000, enabled: true })
  }, 120_000)
})
