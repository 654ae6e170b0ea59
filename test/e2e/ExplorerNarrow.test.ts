import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { sticksOut, type Window } from "./console.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

const LONG = `${"a-very-long-name-".repeat(8)}.txt`

requirement("Chromium", chromiumLack())("the explorer on a phone", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("explorer-narrow", (opened) => ({ service, window } = opened))
  const { bucketWith, open, panel, put, row } = explorerScene(() => ({ service, window }))
  const dialog = () => window.page.locator("dialog[open]")

  const cutOff = async (): Promise<ReadonlyArray<string>> =>
    window.page.evaluate(`(() => {
    const dialog = document.querySelector("dialog[open]")
    const { left, right } = dialog.getBoundingClientRect()
    const name = (it) => it.tagName + "." + it.className + " " + it.textContent.trim().slice(0, 40)
    const over = [...dialog.querySelectorAll("*")].filter((it) => {
      const box = it.getBoundingClientRect()
      return box.width > 1 && it.checkVisibility() && !it.closest("pre, .sr-only, [role=tooltip], [popover]:not(:popover-open)") && (box.right > right + 1 || box.left < left - 1)
    })
    const sideways = [dialog, ...dialog.querySelectorAll("*")].filter((it) => it.scrollWidth > it.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(it).overflowX) && !it.closest("pre"))
    return [...(left < 0 || right > innerWidth ? ["wider than the window"] : []), ...over.slice(0, 3).map((it) => "sticks out: " + name(it)), ...sideways.map((it) => "scrolls sideways: " + name(it))]
  })()`)

  it("has no dialog that is cut off or scrolls sideways at 360 and 320 px, whatever it is about", async () => {
    const { page } = window
    const bucket = await bucketWith(
      { [`docs/${LONG}`]: "one", "docs/other.txt": "x", [LONG]: "one" },
      { object_lock: true }
    )
    await put(bucket, LONG, "two")
    await page.setViewportSize({ width: 360, height: 740 })
    await open(bucket)
    const wrong: Array<string> = []
    const look = async (name: string, opens: () => Promise<unknown>) => {
      await opens()
      await dialog().getByRole("heading").first().waitFor()
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 })
        for (const theme of ["light", "dark"]) {
          await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
          await picture(page, `narrow-${name.replaceAll(" ", "-")}-${width}-${theme}`)
        }
        for (const said of [...(await cutOff()), ...(await sticksOut(page))]) wrong.push(`${name} at ${width}: ${said}`)
      }
      await page.keyboard.press("Escape")
      await dialog().waitFor({ state: "detached" })
      await page.setViewportSize({ width: 360, height: 740 })
    }
    const more = (what: RegExp) => async () => {
      await page.getByRole("button", { name: "More to do with this folder" }).click()
      await page.getByRole("button", { name: what }).click()
    }
    const entry = (action: string) => async () => {
      await row(LONG).click({ button: "right" })
      await page
        .getByRole("group", { name: /^Actions on/ })
        .getByRole("button", { name: action })
        .click()
    }
    await look("new folder", () => page.getByRole("button", { name: "New folder" }).click())
    await look("upload", () => page.getByRole("button", { name: "Upload with options" }).click())
    await look("already there", () =>
      page
        .getByLabel("Files to upload")
        .setInputFiles({ name: LONG, mimeType: "text/plain", buffer: Buffer.from("mine") })
    )
    await look("through", () => page.getByRole("button", { name: "Through this service" }).click())
    await look("ask for files", more(/^Ask for files/))
    await look("attributes", more(/^Change attributes/))
    await look("restore", more(/^Restore to a point/))
    await look("clean", more(/^Clean old versions/))
    await look("quick look", entry("Quick look"))
    await look("rename", entry("Rename …"))
    await look("copy", entry("Copy to …"))
    await look("share", entry("Share …"))
    await look("delete", entry("Delete …"))
    await row(LONG).click()
    for (const part of ["headers and metadata", "tags", "access", "lock"])
      await look(`edit ${part}`, () =>
        panel()
          .getByRole("button", { name: `Edit ${part}` })
          .click()
      )
    await panel().getByRole("tab", { name: "Versions" }).click()
    await panel().getByTestId("version").nth(1).waitFor()
    await look("compare", () =>
      panel()
        .getByRole("button", { name: /^Compare/ })
        .click()
    )
    await panel().getByLabel("Select all versions that are shown").check()
    await look("delete versions", () =>
      panel()
        .getByRole("button", { name: /^Delete for good/ })
        .click()
    )
    expect(wrong).toEqual([])
  }, 180_000)
})
