import { assert } from "vitest"
import type { Window } from "../console.ts"

/** A picture in both themes at the three widths, in `.cache/e2e`; nothing may reach beyond the window at any of them. */
export const pictured = async ({ page }: Window, name: string): Promise<void> => {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ["light", "dark"]) {
      await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`)
      await page.waitForTimeout(200)
      await page.screenshot({ path: `.cache/e2e/${name}-${width}-${theme}.png` })
    }
    assert.isTrue(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${name} at ${width}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}
