import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, type Window } from "./console.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

/** A bucket with object lock has versions from its first object on. */
const VERSIONED = { object_lock: true }

interface Versions {
  readonly versions: ReadonlyArray<{
    readonly key: string
    readonly version_id: string
    readonly is_delete_marker: boolean
  }>
}

requirement("Chromium", chromiumLack())("what is gone, and what a key keeps", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("gone-and-versions", (opened) => ({ service, window } = opened), {
    tidy: ({ page }) => page.unrouteAll()
  })
  const { bucketWith, objectsOf, open, panel, put, row, told } = explorerScene(() => ({ service, window }))
  const dialog = () => window.page.getByRole("dialog")
  const versions = () => panel().getByTestId("version")
  const chosen = () => panel().getByTestId("version-choice")
  const versionsOf = async (bucket: string, key: string) =>
    (await told<Versions>("GET", `/browser/buckets/${bucket}/versions?key=${key}`)).versions
  const acts = () => panel().getByRole("button", { name: /^(Share|Download|Make link|Delete \w)/ })
  const removed = (bucket: string, key: string) => told("DELETE", `/browser/buckets/${bucket}/objects`, { keys: [key] })
  const lookAgain = () =>
    window.page.evaluate(
      `new Promise((resolve) => setTimeout(() => { window.dispatchEvent(new Event("focus")); resolve(null) }, 2100))`
    )

  it("an object deleted elsewhere is shown as deleted, offers no action, and can be restored", async () => {
    const { page } = window
    const bucket = await bucketWith({ "docs/plain.txt": "one", "docs/other.txt": "two" })
    await open(bucket, "docs/")
    await row("plain.txt").click()
    await panel().getByRole("button", { name: "Download", exact: true }).waitFor()
    expect(await acts().count()).toBeGreaterThan(2)
    await removed(bucket, "docs/plain.txt")
    await lookAgain()
    await panel().getByText("This object is gone.").waitFor()
    await panel().getByText("This bucket keeps no version of this key").waitFor()
    expect(await acts().count()).toBe(0)
    await expectAccessible(page)
    await pictured(window, "gone-plain")
    await put(bucket, "docs/plain.txt", "again")
    await lookAgain()
    await panel().getByText("5 B", { exact: true }).waitFor()
    await panel().getByRole("button", { name: "Download", exact: true }).waitFor()
    await removed(bucket, "docs/plain.txt")
    await lookAgain()
    await panel().getByRole("button", { name: "Close", exact: true }).click()
    await panel().waitFor({ state: "detached" })
    await removed(bucket, "docs/other.txt")
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, open: "docs/" })}`)
    await panel().getByText("This folder is gone.").waitFor()
    expect(
      await panel()
        .getByRole("button", { name: /^(Share|Download|Open folder|Delete)/ })
        .count()
    ).toBe(0)
  }, 120_000)

  it("one that is opened by its address shows what its bucket keeps of it, and comes back from there", async () => {
    const { page } = window
    const bucket = await bucketWith({ "kept.txt": "one" }, VERSIONED)
    await removed(bucket, "kept.txt")
    await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, open: "kept.txt" })}`)
    await panel().getByText("This object is gone.").waitFor()
    await versions().nth(1).waitFor()
    expect(
      await panel()
        .getByRole("button", { name: /^(Share|Download$|Make link|Delete kept)/ })
        .count()
    ).toBe(0)
    await expectAccessible(page)
    await pictured(window, "gone-kept")
    await panel()
      .getByRole("button", { name: /^Undelete/ })
      .click()
    await panel().getByRole("tab", { name: "Details" }).waitFor()
    await row("kept.txt").waitFor()
    expect(await objectsOf(bucket)).toEqual({ "kept.txt": "one" })
  }, 90_000)

  it("versions are selected by box, Shift and keys, compared, restored, and deleted in one request", async () => {
    const { page } = window
    const bucket = await bucketWith({ "notes.txt": "one\n" }, VERSIONED)
    for (const text of ["two\n", "three\n", "four\n", "five\n"]) await put(bucket, "notes.txt", text)
    const before = await versionsOf(bucket, "notes.txt")
    await open(bucket)
    await row("notes.txt").click()
    await panel().getByRole("tab", { name: "Versions" }).click()
    await expect.poll(() => versions().count()).toBe(5)
    const box = (at: number) => versions().nth(at).getByRole("checkbox")
    await box(1).check()
    await chosen().getByText("1 selected").waitFor()
    await box(3).click({ modifiers: ["Shift"] })
    await chosen().getByText("3 selected").waitFor()
    await box(2).uncheck()
    await chosen().getByText("2 selected").waitFor()
    await expectAccessible(page)
    await chosen().getByRole("button", { name: "Compare the two" }).click()
    await dialog().getByText("Removed: two").waitFor()
    await dialog().getByText("Added: four").waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "hidden" })
    await chosen().getByRole("button", { name: "Clear" }).click()
    await box(3).focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("Shift+ArrowDown")
    await chosen().getByText("2 selected").waitFor()
    await page.keyboard.press("Control+a")
    await chosen().getByText("5 selected").waitFor()
    await chosen().getByRole("button", { name: "Clear" }).click()
    await box(4).check()
    await chosen().getByRole("button", { name: "Restore the selected version" }).click()
    await expect.poll(() => versions().count()).toBe(6)
    expect(await objectsOf(bucket)).toEqual({ "notes.txt": "one\n" })

    const locked = before[2]?.version_id ?? ""
    await told("PUT", `/browser/buckets/${bucket}/objects/legal-hold`, {
      key: "notes.txt",
      version_id: locked,
      legal_hold: true
    })
    const sent: Array<string> = []
    page.on("request", (request) => {
      if (request.method() === "DELETE") sent.push(request.postData() ?? "")
    })
    await chosen().getByRole("button", { name: "Clear" }).click()
    await box(2).check()
    await box(4).click({ modifiers: ["Shift"] })
    await chosen()
      .getByRole("button", { name: /^Delete for good/ })
      .click()
    await dialog().getByRole("heading", { name: "Delete for good: 3 versions" }).waitFor()
    await expectAccessible(page)
    await pictured(window, "versions-delete")
    await put(bucket, "notes.txt", "six\n")
    await dialog().getByRole("textbox").fill("no")
    await dialog().getByRole("button", { name: "Delete for good" }).click()
    await dialog().getByText("Type delete exactly.").waitFor()
    expect(sent).toEqual([])
    await dialog().getByRole("textbox").fill("delete")
    await dialog().getByRole("button", { name: "Delete for good" }).click()
    await dialog().waitFor({ state: "hidden" })
    await panel().getByTestId("kept").getByText("A legal hold keeps this version").waitFor()
    await chosen().getByText("1 selected").waitFor()
    await page.getByText("2 of 3 versions deleted").first().waitFor()
    page.removeAllListeners("request")
    expect(sent.length).toBe(1)
    expect(
      JSON.parse(sent[0] ?? "")
        .versions.map((one: { version_id: string }) => one.version_id)
        .toSorted()
    ).toEqual(
      before
        .slice(1, 4)
        .map(({ version_id }) => version_id)
        .toSorted()
    )
    const left = (await versionsOf(bucket, "notes.txt")).map(({ version_id }) => version_id)
    expect(before.map(({ version_id }) => left.includes(version_id))).toEqual([true, false, true, false, true])
    expect(await objectsOf(bucket)).toEqual({ "notes.txt": "six\n" })
    await expectAccessible(page)
    await pictured(window, "versions-kept")
    const downloads: Array<string> = []
    page.on("download", (download) => downloads.push(download.suggestedFilename()))
    await chosen().getByRole("checkbox").check()
    await chosen()
      .getByRole("button", { name: /^Download 5 selected versions/ })
      .click()
    await expect.poll(() => downloads.length, { timeout: 30_000 }).toBe(5)
    page.removeAllListeners("download")
  }, 180_000)

  it("no page complained about anything but what was not there", () => {
    expect(window.complaints.filter((said) => !/status of (404|409)/.test(said))).toEqual([])
  })
})
