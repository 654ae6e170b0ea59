import type { Page } from "playwright-core"
import { expect } from "vitest"
import type { Window } from "../console.ts"

/** Takes screenshots for people; no test compares them, and they take minutes. */
const withPictures = process.env["PICTURES"] !== undefined

export const picture = async (page: Page, name: string): Promise<void> => {
  if (withPictures) await page.screenshot({ path: `.cache/e2e/${name}.png`, animations: "disabled" })
}

export const pictured = async ({ page }: Window, name: string): Promise<void> => {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), {
        message: `${name} at ${width}`
      })
      .toBe(true)
    for (const theme of withPictures ? ["light", "dark"] : []) {
      await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
      await picture(page, `${name}-${width}-${theme}`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
