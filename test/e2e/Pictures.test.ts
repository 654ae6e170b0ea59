import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import type { Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const root = path.resolve(import.meta.dirname, "../..")
/** `UPDATE_PICTURES=1 npm test -- test/e2e/Pictures` puts them where the documents show them. */
const folder = path.join(root, process.env["UPDATE_PICTURES"] === "1" ? "docs/pictures" : ".cache/pictures")

interface Picture {
  readonly name: string
  readonly theme: "light" | "dark"
  readonly address: string
  readonly width?: number
  /** What is done before it is taken; it ends when the page shows what the picture is about. */
  readonly prepare: (page: Page) => Promise<unknown>
}

const PICTURES: ReadonlyArray<Picture> = [
  {
    name: "buckets",
    theme: "light",
    address: "/manager/buckets?open=sample-documents",
    prepare: (page) => page.getByTestId("panel").getByRole("heading", { name: "sample-documents" }).waitFor()
  },
  {
    name: "objects",
    theme: "dark",
    address: "/browser?bucket=sample-documents",
    prepare: (page) => page.getByRole("grid").getByRole("row").nth(2).waitFor()
  },
  {
    name: "palette",
    theme: "dark",
    address: "/manager/buckets",
    prepare: async (page) => {
      await page.getByRole("grid").getByText("sample-documents").first().waitFor()
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox").fill("sample")
      await page.getByRole("option", { name: /sample-documents/ }).first().waitFor()
    }
  },
  {
    name: "usage",
    theme: "light",
    address: "/manager/usage",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Recalculate" }).click()
      await page.getByTestId("usage").waitFor()
    }
  },
  {
    name: "buckets-phone",
    theme: "light",
    width: 390,
    address: "/manager/buckets",
    prepare: (page) => page.getByText("sample-documents").first().waitFor()
  }
]

requirement("Chromium", chromiumLack())("the pictures of the documents", () => {
  let service: ServiceProcess
  let window: Window
  withConsole("pictures", (opened) => {
    ({ service, window } = opened)
    mkdirSync(folder, { recursive: true })
  })

  it.each(PICTURES)("$name shows what the console shows now", async ({ address, name, prepare, theme, width = 1440 }) => {
    const { page } = window
    await page.context().addCookies([{ name: "theme", value: theme, url: service.origin }])
    await page.setViewportSize({ width, height: 900 })
    await page.goto(service.origin + address)
    await prepare(page)
    await expect.poll(() => page.locator(".skeleton").count()).toBe(0)
    await page.evaluate("document.activeElement?.matches('input') || document.activeElement?.blur()")
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
  }, 60_000)

  it("the documents show these and no others, each described in words", () => {
    const shown = globSync("{README.md,docs/**/*.md}", { cwd: root }).flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(/!\[([^\]]*)\]\(([^)]+\.png)\)/g)].map(([, words = "", target = ""]) => {
        expect(words.length, `${file}: ${target}`).toBeGreaterThan(10)
        return path.relative(root, path.resolve(root, path.dirname(file), target))
      })
    )
    expect([...new Set(shown)].sort()).toEqual(PICTURES.map(({ name }) => `docs/pictures/${name}.png`).sort())
    for (const file of shown) expect(existsSync(path.join(root, file)), file).toBe(true)
  })
})
