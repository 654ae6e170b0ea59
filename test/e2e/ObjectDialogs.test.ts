import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { endSession, expectAccessible, signInAgain, type Window } from "./console.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { heldRuns } from "./support/heldRuns.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const VERSIONED = { object_lock: true }

interface Versions {
  readonly versions: ReadonlyArray<{ readonly key: string; readonly modified_at: string }>
}

requirement("Chromium", chromiumLack())("dialogs about many objects", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  withConsole("object-dialogs", (opened) => ({ database, service, window } = opened), {
    tidy: ({ page }) => page.unrouteAll()
  })
  const { bucketWith, objectsOf, open, panel, put, row, told } = explorerScene(() => ({ service, window }))
  const dialog = () => window.page.getByRole("dialog")
  const line = () => window.page.getByTestId("operations-line")

  const versionsOf = async (bucket: string) =>
    (await told<Versions>("GET", `/browser/buckets/${bucket}/versions`)).versions
  const more = async (what: RegExp) => {
    await window.page.getByRole("button", { name: "More to do with this folder" }).click()
    await window.page.getByRole("button", { name: what }).click()
    await dialog().getByRole("heading").waitFor()
  }
  const closed = async () => {
    await dialog().waitFor({ state: "hidden" })
  }
  const choose = async (name: string, action: string) => {
    await row(name).click({ button: "right" })
    await window.page
      .getByRole("group", { name: `Actions on ${name}` })
      .getByRole("button", { name: action })
      .click()
    await dialog().getByRole("heading").waitFor()
  }

  it("all versions are deleted only after typing; a later dialog starts empty", async () => {
    const { page } = window
    const bucket = await bucketWith({ "doomed.txt": "one", "kept.txt": "stays" }, VERSIONED)
    await put(bucket, "doomed.txt", "two")
    await open(bucket)
    await choose("kept.txt", "Delete …")
    await dialog().getByLabel("Every version, for good").check()
    await dialog().getByRole("button", { name: "Delete object for good" }).waitFor()
    await dialog().getByLabel("Retained versions too").check()
    await dialog().getByTestId("deletion-plan").getByRole("row", { name: "kept.txt Gone for good 5 B" }).waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await closed()
    await choose("doomed.txt", "Delete …")
    expect(await dialog().getByLabel("What is there now").isChecked()).toBe(true)
    await dialog().getByLabel("Every version, for good").check()
    await dialog().getByRole("textbox").fill("doomed")
    await dialog().getByRole("button", { name: "Delete object for good" }).click()
    await dialog().getByText("Type delete exactly.").waitFor()
    await dialog().getByRole("textbox").fill("delete")
    await dialog().getByRole("button", { name: "Delete object for good" }).click()
    await closed()
    await row("doomed.txt").waitFor({ state: "detached" })
    expect((await versionsOf(bucket)).map(({ key }) => key)).toEqual(["kept.txt"])
  }, 180_000)

  it("a folder is restored to a moment and undone; old versions are cleared; others stay", async () => {
    const { page } = window
    const bucket = await bucketWith({ "plans/plan.txt": "old", "other/plan.txt": "old" }, VERSIONED)
    const [first] = await versionsOf(bucket)
    const moment = Math.floor(Date.parse(first?.modified_at ?? "") / 1000) * 1000 + 1000
    await expect.poll(() => Date.now(), { timeout: 10_000 }).toBeGreaterThan(moment + 1000)
    for (const folder of ["plans", "other"]) await put(bucket, `${folder}/plan.txt`, "new")
    await open(bucket, "other/")
    await more(/^Restore to a point in time/)
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Preview" }).click()
    await dialog().getByText("Give a date and a time.").waitFor()
    await dialog().getByLabel("Date and time (UTC)").fill(new Date(moment).toISOString().slice(0, 19))
    await dialog().getByRole("button", { name: "Preview" }).click()
    await dialog().getByRole("button", { name: "Restore 1 object" }).waitFor()
    await page.keyboard.press("Escape")
    await closed()
    await open(bucket, "plans/")
    await more(/^Restore to a point in time/)
    expect(await dialog().getByLabel("Date and time (UTC)").inputValue()).toBe("")
    await dialog().getByLabel("Date and time (UTC)").fill(new Date(moment).toISOString().slice(0, 19))
    await dialog().getByRole("button", { name: "Preview" }).click()
    await dialog().getByText("1 key looked at, 1 to be changed").waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Restore 1 object" }).click()
    await closed()
    const undo = page.getByRole("button", { name: "Undo" })
    await undo.waitFor()
    expect(await objectsOf(bucket)).toEqual({ "plans/plan.txt": "old", "other/plan.txt": "new" })
    await undo.click()
    await expect.poll(() => objectsOf(bucket)).toEqual({ "plans/plan.txt": "new", "other/plan.txt": "new" })

    const clean = async () => {
      await more(/^Clean old versions/)
      await dialog().getByLabel("Keep the newest earlier versions").fill("0")
      await dialog().getByLabel("Replaced more than so many days ago").fill("")
      await dialog().getByRole("button", { name: "Preview" }).click()
      await dialog().getByTestId("clean-preview").getByText("plan.txt").waitFor()
    }
    await open(bucket, "other/")
    await clean()
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await closed()
    await open(bucket, "plans/")
    await clean()
    await expectAccessible(page)
    await dialog()
      .getByRole("textbox", { name: /to confirm/ })
      .fill("delete")
    await dialog()
      .getByRole("button", { name: /^Delete 1 version$/ })
      .click()
    await closed()
    await expect
      .poll(async () => (await versionsOf(bucket)).map(({ key }) => key))
      .toEqual(["other/plan.txt", "other/plan.txt", "plans/plan.txt"])
    expect(await objectsOf(bucket)).toEqual({ "plans/plan.txt": "new", "other/plan.txt": "new" })
  }, 180_000)

  it("a dialog acts on the last chosen entry; Back cancels; an ended session keeps typed values", async () => {
    const { page } = window
    const bucket = await bucketWith({ "a.txt": "a", "b.txt": "b", "in/c.txt": "c" })
    await open(bucket)
    await choose("a.txt", "Rename …")
    await dialog().getByLabel("New name").fill("never.txt")
    await page.keyboard.press("Escape")
    await closed()
    await choose("b.txt", "Rename …")
    expect(await dialog().getByLabel("New name").inputValue()).toBe("b.txt")
    await expect
      .poll(() =>
        page.evaluate("(({ activeElement: at }) => at.value?.slice(at.selectionStart, at.selectionEnd))(document)")
      )
      .toBe("b")
    await page.keyboard.type("c")
    expect(await dialog().getByLabel("New name").inputValue()).toBe("c.txt")
    await page.keyboard.press("Escape")
    await closed()
    await choose("a.txt", "Move to …")
    await dialog().getByLabel("Folder").fill("never/")
    await page.keyboard.press("Escape")
    await closed()
    await choose("b.txt", "Copy to …")
    expect(await dialog().getByLabel("Folder").inputValue()).toBe("")
    await dialog().getByLabel("Folder").fill("in")
    await dialog().getByText("1 object to be written, 1 B").waitFor()
    await dialog().getByTestId("copy-plan").getByRole("row", { name: "b.txt Written 1 B" }).waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog().getByRole("button", { name: "Copy b.txt" }).click()
    await closed()
    await row("in/").click()
    await row("b.txt").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await expect.poll(() => objectsOf(bucket)).toEqual({ "a.txt": "a", "b.txt": "b", "in/c.txt": "c" })
    await choose("c.txt", "Rename …")
    await dialog().getByLabel("New name").fill("never.txt")
    await page.goBack()
    await closed()
    await row("a.txt").waitFor()
    expect(await objectsOf(bucket)).toEqual({ "a.txt": "a", "b.txt": "b", "in/c.txt": "c" })
    await choose("a.txt", "Rename …")
    await dialog().getByLabel("New name").fill("typed.txt")
    await endSession(page)
    await dialog().getByRole("button", { name: "Rename object" }).click()
    await signInAgain(page)
    await row("typed.txt").waitFor()
    await closed()
    expect(await objectsOf(bucket)).toMatchObject({ "typed.txt": "a", "b.txt": "b" })
  }, 180_000)

  it.each([
    {
      action: "Rename …",
      label: /^New name/,
      typed: "new.txt",
      button: "Rename object",
      sent: "renames",
      then: "new.txt"
    },
    { action: "Move to …", label: /^Folder/, typed: "far/", button: "Move a.txt", sent: "copies", then: "far/" },
    { action: "Share …", label: /^Title/, typed: null, button: "Make link", sent: "shares", then: null }
  ])(
    "$action: what is being sent is sent once and stays until it is known how it went, so that its end closes " +
      "no other dialog and loses no answer",
    async ({ action, button, label, sent, then, typed }) => {
      const { page } = window
      const bucket = await bucketWith({ "a.txt": "1", "b.txt": "2" })
      await open(bucket)
      await choose("a.txt", action)
      if (typed !== null) await dialog().getByLabel(label).fill(typed)
      let go: () => void = () => undefined
      const held = new Promise<void>((resolve) => {
        go = resolve
      })
      let asked = 0
      await page.route(`**/${sent}?*`, async (route) => {
        asked++
        await held
        await route.continue()
      })
      await dialog().getByRole("button", { name: button, exact: true }).dblclick()
      await expect.poll(() => asked).toBe(1)
      await page.keyboard.press("Escape")
      await page.keyboard.press("Escape")
      await expect.poll(() => dialog().getByRole("button", { name: "Cancel" }).isDisabled()).toBe(true)
      await dialog().getByRole("button", { name: "Close" }).click()
      expect(await dialog().isVisible()).toBe(true)
      go()
      if (then === null) {
        await dialog().getByText("/share/").waitFor()
        await dialog().getByRole("button", { name: "Done" }).click()
      } else await row(then).waitFor()
      await closed()
      expect(asked).toBe(1)
      await choose("b.txt", action)
      await page.keyboard.press("Escape")
      await closed()
    },
    90_000
  )

  it("a copy that would lose a lock says so beforehand, and is made with consent alone", async () => {
    const { page } = window
    const source = await bucketWith({ "held.txt": "evidence", "free.txt": "more" }, VERSIONED)
    const target = await bucketWith({})
    await told("PUT", `/browser/buckets/${source}/objects/legal-hold`, { key: "held.txt", legal_hold: true })
    await open(source)
    const copy = async (consent: boolean) => {
      await choose("held.txt", "Copy to …")
      await dialog().getByLabel("Bucket").fill(target)
      const box = dialog().getByLabel("Copy without: object lock (1 object)")
      await box.waitFor()
      expect(await box.isChecked()).toBe(false)
      if (consent) await box.check()
      await dialog().getByRole("button", { name: "Copy held.txt" }).click()
      await closed()
    }
    await copy(false)
    await line().waitFor()
    await line().click()
    await page
      .getByTestId("operation")
      .getByText("Its object lock would be lost: confirm that to copy it without")
      .waitFor()
    expect(await objectsOf(target)).toEqual({})
    await copy(true)
    await expect.poll(() => objectsOf(target)).toEqual({ "held.txt": "evidence" })
  }, 180_000)

  it("a broken download continues from its last byte, by itself and by hand, per version", async () => {
    const { page } = window
    const text = "0123456789".repeat(400)
    const bucket = await bucketWith({ "large.txt": text }, VERSIONED)
    await put(bucket, "large.txt", "short")
    await put(bucket, "large.txt", text)
    await open(bucket)
    const asked: Array<string | undefined> = []
    await page.route(/\/objects\/download\?/, async (route) => {
      asked.push(route.request().headers()["range"])
      if (asked.length > 2) return route.continue()
      const whole = await route.fetch()
      if (asked.length === 2)
        return route.fulfill({
          status: 403,
          json: { status: 403, code: "forbidden", title: "Forbidden", detail: "Not any more." }
        })
      return route.fulfill({
        status: 200,
        headers: { ...whole.headers(), "content-length": String(text.length) },
        body: text.slice(0, 1_000)
      })
    })
    await row("large.txt").click()
    await panel().getByRole("button", { name: "Download", exact: true }).click()
    await line().getByText("large.txt").waitFor()
    await line().click()
    const operation = page.getByTestId("operation")
    await operation.getByText("Not any more.").first().waitFor()
    await expectAccessible(page)
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      operation.getByRole("button", { name: "Retry", exact: true }).first().click()
    ])
    expect(readFileSync(await saved.path(), "utf8")).toBe(text)
    expect(asked).toEqual([undefined, "bytes=1000-", "bytes=1000-"])

    await panel().getByRole("tab", { name: "Versions" }).click()
    const versions = panel().getByTestId("version")
    await expect.poll(() => versions.count()).toBe(3)
    const [earlier] = await Promise.all([
      page.waitForEvent("download"),
      versions
        .nth(1)
        .getByRole("button", { name: /^Download version/ })
        .click()
    ])
    expect(readFileSync(await earlier.path(), "utf8")).toBe("short")
  }, 180_000)

  it("a restore request shows the gateway's refusal and is not sent twice", async () => {
    const { page } = window
    const bucket = await bucketWith({ "cold.bin": "x" })
    // neither the sandbox nor RGW has an archive: fake the answer
    let restore: object | null = null
    await page.route("**/objects/details?**", async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), storage_class: "GLACIER", restore } })
    })
    await open(bucket)
    await row("cold.bin").click()
    const ask = async () => {
      await panel().getByRole("button", { name: "Bring back …" }).click()
      await dialog().getByLabel("Days it stays readable").fill("3")
      await dialog().getByLabel("How fast").selectOption("Bulk")
    }
    await ask()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Bring it back" }).click()
    await dialog().getByText("This object is in no archive: there is nothing to bring back").waitFor()
    expect(await dialog().getByLabel("Days it stays readable").inputValue()).toBe("3")
    await page.keyboard.press("Escape")
    await dialog().getByRole("button", { name: "Discard" }).click()
    await closed()
    const sent: Array<unknown> = []
    await page.route("**/objects/recall?**", async (route) => {
      sent.push(route.request().postDataJSON())
      restore = { ongoing: true, expires_at: null }
      await route.fulfill({ status: 204 })
    })
    await ask()
    await dialog().getByRole("button", { name: "Bring it back" }).click()
    await closed()
    await panel().getByText("Being brought back.").waitFor()
    await panel().getByRole("button", { name: "Bring back …" }).waitFor({ state: "detached" })
    expect(sent).toEqual([{ key: "cold.bin", days: 3, tier: "Bulk" }])
  }, 90_000)

  it("a deletion by the service is followed again after a reload, and told when it is over", async () => {
    const { page } = window
    const runs = heldRuns(database)
    const bucket = await bucketWith({ "gone/1.txt": "1", "gone/2.txt": "2", "stays.txt": "3" })
    await open(bucket)
    await runs.hold()
    await choose("gone/", "Delete …")
    await dialog().getByText("2 objects, 2 B").waitFor()
    await dialog().getByText("This bucket keeps no versions: what goes is gone for good.").waitFor()
    await dialog().getByRole("textbox").fill("delete")
    await dialog().getByRole("button", { name: "Delete folder" }).click()
    await closed()
    await line().waitFor()
    await page.reload()
    await row("stays.txt").waitFor()
    await line().waitFor()
    await line().click()
    const operation = page.getByTestId("operation")
    await operation.getByRole("button", { name: "Pause" }).waitFor()
    expect(await operation.count()).toBe(1)
    await expectAccessible(page)
    await runs.release()
    await operation.getByText("1 of 1 entry deleted").waitFor()
    expect(await objectsOf(bucket)).toEqual({ "stays.txt": "3" })
  }, 180_000)

  it("a rename states its effect; moves and deletions are undone from the dock after a reload", async () => {
    const { page } = window
    const operation = page.getByTestId("operation")
    const undone = async () => {
      await page.getByRole("button", { name: /^Undo: / }).click()
      await operation.getByText(/\bUndone\b/).waitFor({ timeout: 60_000 })
    }
    const reloaded = async (begin: string, standing: string) => {
      const runs = heldRuns(database)
      await runs.hold()
      await dialog().getByRole("button", { name: begin }).click()
      await closed()
      await line().waitFor()
      await page.reload()
      await row(standing).waitFor()
      await line().click()
      await operation.getByRole("button", { name: "Pause" }).waitFor()
      await runs.release()
      await page.getByRole("button", { name: /^Undo: / }).waitFor({ timeout: 60_000 })
    }
    const before = { "in/1.txt": "1", "in/2.txt": "2", "stays.txt": "3" }
    const bucket = await bucketWith(before)
    await open(bucket)
    await choose("in/", "Rename …")
    await dialog().getByLabel("New name").fill("out")
    await dialog().getByText("2 objects to be renamed, 2 B").waitFor()
    await expectAccessible(page)
    await pictured(window, "rename-plan")
    await page.keyboard.press("Escape")
    await closed()
    await choose("in/", "Move to …")
    await dialog().getByLabel("Folder").fill("there/")
    await reloaded("Move in", "stays.txt")
    expect(await objectsOf(bucket)).toEqual({ "there/in/1.txt": "1", "there/in/2.txt": "2", "stays.txt": "3" })
    await operation.getByText("1 of 1 entry moved").waitFor()
    await row("there/").waitFor()
    await row("in/").waitFor({ state: "detached" })
    await expectAccessible(page)
    await pictured(window, "move-undo")
    await undone()
    await row("in/").waitFor()
    expect(await objectsOf(bucket)).toEqual(before)
    await operation.getByRole("button", { name: /^Dismiss/ }).click()

    const kept = await bucketWith(before, VERSIONED)
    await open(kept)
    await choose("in/", "Delete …")
    await dialog().getByText("2 objects, 2 B").waitFor()
    await dialog().getByRole("textbox").fill("delete")
    await reloaded("Delete folder", "stays.txt")
    expect(await objectsOf(kept)).toEqual({ "stays.txt": "3" })
    await undone()
    expect(await objectsOf(kept)).toEqual(before)
  }, 240_000)

  it("no page complained about anything but what was refused on purpose", () => {
    expect(window.complaints.filter((complaint) => !/status of (401|403|404|409|422)/.test(complaint))).toEqual([])
  })
})
