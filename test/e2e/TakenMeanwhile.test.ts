import { crc32 } from "node:zlib"
import type { Request } from "playwright-core"
import { expect, it } from "vitest"
import { crc32Text } from "#domain/objects/crc32.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, type Window } from "./console.ts"
import { chooseFiles } from "./support/chooseFiles.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { pictured } from "./support/pictured.ts"
import { uploadPlaces } from "./support/uploadPlaces.ts"
import { withConsole } from "./withConsole.ts"

const MEBIBYTE = 1024 * 1024

// only a real gateway proves that it keeps the condition
for (const { env, lacking, name, place } of uploadPlaces.filter(({ name }) => name === "real RGW")) {
  requirement(`Chromium and ${name}`, lacking)(
    `a key that somebody takes between the question and the upload, on ${name}`,
    () => {
      let service: ServiceProcess
      let window: Window
      withConsole(
        `taken-${name.replace(" ", "-")}`,
        async (opened) => {
          ;({ service, window } = opened)
          await place(window.page)
        },
        {
          start: { env },
          tidy: async ({ page }) => {
            await page.unrouteAll()
            page.removeAllListeners("request")
          }
        }
      )
      const { bucketWith, objectsOf, open, put, row, told } = explorerScene(() => ({ service, window }))
      const dock = () => window.page.getByRole("region", { name: "Operations" })
      const line = (text: string) =>
        window.page.getByTestId("operations-line").getByText(text).waitFor({ timeout: 60_000 })
      const failed = () => dock().getByRole("region", { name: /^Failed/ })
      const answer = (choice: string, what: string) =>
        failed()
          .getByRole("button", { name: `${choice}: ${what}`, exact: true })
          .click()
      const choose = (files: Readonly<Record<string, string | Buffer>>) => chooseFiles(window.page, files)
      const show = async () => {
        const toggle = dock().getByRole("button", { expanded: false }).first()
        await dock().getByTestId("operations-line").waitFor()
        if ((await dock().getByTestId("operation").count()) === 0) await toggle.click()
        await failed().waitFor()
      }
      const clear = async () => {
        await dock()
          .getByRole("button", { name: /^Dismiss/ })
          .first()
          .click()
      }
      const meanwhile = async (bucket: string, takes: (request: Request) => string | null) => {
        const taken = new Set<string>()
        await window.page.route("**/*", async (route) => {
          const key = takes(route.request())
          if (key === null || taken.has(key)) return route.fallback()
          taken.add(key)
          await put(bucket, key, `theirs, ${key}`)
          return route.fallback()
        })
      }

      it("is not written over: the file's row says so, and asks again: skip, keep both, replace", async () => {
        const { page } = window
        const bucket = await bucketWith({ "asked.txt": "old" })
        await open(bucket)
        await meanwhile(bucket, (request) => {
          const { pathname, searchParams } = new URL(request.url())
          const key = searchParams.get("key") ?? ""
          return request.method() === "PUT" && pathname.endsWith("/uploads") && /^[abc]\.txt$/.test(key) ? key : null
        })
        await choose({ "a.txt": "my a", "asked.txt": "my own", "b.txt": "my b", "c.txt": "my c", "d.txt": "my d" })
        await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click()
        await line("2 files uploaded, 3 failed")
        await show()
        const theirs = { "a.txt": "theirs, a.txt", "b.txt": "theirs, b.txt", "c.txt": "theirs, c.txt" }
        expect(await objectsOf(bucket)).toEqual({ ...theirs, "asked.txt": "my own", "d.txt": "my d" })
        expect(await failed().getByText("Something else was stored under this key meanwhile.").count()).toBe(3)
        expect(
          await dock()
            .getByRole("button", { name: /^Retry|^Try / })
            .count()
        ).toBe(0)
        await expectAccessible(page)
        if (name === "real RGW") await pictured(window, "taken-meanwhile")
        await answer("Skip", "a.txt")
        await answer("Keep both", "b.txt")
        await answer("Replace", "c.txt")
        await line("4 files uploaded, 1 cancelled")
        expect(await objectsOf(bucket)).toEqual({
          ...theirs,
          "asked.txt": "my own",
          "b (1).txt": "my b",
          "c.txt": "my c",
          "d.txt": "my d"
        })
        await row("b (1).txt").waitFor()
        await clear()
      }, 120_000)

      it("was chosen to be kept or skipped: it asks again, and one answer is for all", async () => {
        const bucket = await bucketWith({ "one.txt": "old", "two.txt": "old" })
        await open(bucket)
        await meanwhile(bucket, (request) => {
          const key = new URL(request.url()).searchParams.get("key") ?? ""
          return request.method() === "PUT" && /^\w+ \(1\)\.txt$/.test(key) ? key : null
        })
        await choose({ "one.txt": "my one", "two.txt": "my two" })
        const dialog = window.page.getByRole("dialog")
        await dialog.getByLabel("Do the same with the other 1").check()
        await dialog.getByRole("button", { name: "Keep both" }).click()
        await line("2 files not uploaded")
        await show()
        await answer("Keep both", "all 2")
        await line("2 files uploaded")
        expect(await objectsOf(bucket)).toEqual({
          "one.txt": "old",
          "two.txt": "old",
          "one (1).txt": "theirs, one (1).txt",
          "two (1).txt": "theirs, two (1).txt",
          "one (2).txt": "my one",
          "two (2).txt": "my two"
        })
        await clear()
      }, 90_000)

      it("is not written over by what goes in parts either, and no part is sent again", async () => {
        const { page } = window
        const bucket = await bucketWith({})
        const large = Buffer.alloc(17 * MEBIBYTE, 7)
        const sum = crc32Text(crc32(large))
        const sizes = { "middle.bin": 5 * MEBIBYTE, "large.bin": large.length }
        const prefix = "through/"
        await page.goto(`${service.origin}/browser?${new URLSearchParams({ bucket, prefix })}`)
        await page.getByTestId("table-status").getByText("0 entries").waitFor()
        const sent: Array<string> = []
        page.on("request", (request) => {
          if (request.method() === "PUT") sent.push(request.url())
        })
        await meanwhile(bucket, (request) => {
          const { origin, pathname, searchParams } = new URL(request.url())
          if (
            request.method() === "PUT" &&
            origin === service.origin &&
            /\/parts\/1$/.test(pathname) &&
            (request.postDataBuffer()?.length ?? sizes["middle.bin"]) === sizes["middle.bin"]
          )
            return `${prefix}middle.bin`
          return request.method() === "POST" && searchParams.get("checksum") === sum ? `${prefix}large.bin` : null
        })
        await choose({ "middle.bin": Buffer.alloc(sizes["middle.bin"], 5), "large.bin": large })
        await line("2 files not uploaded")
        expect(await objectsOf(bucket)).toMatchObject({
          [`${prefix}middle.bin`]: `theirs, ${prefix}middle.bin`,
          [`${prefix}large.bin`]: `theirs, ${prefix}large.bin`
        })
        expect(
          sent.filter((url) => new URL(url).origin !== service.origin),
          "no rule lets pages send to the gateway"
        ).toEqual([])
        await show()
        sent.length = 0
        await answer("Replace", "large.bin")
        await answer("Keep both", "middle.bin")
        await line("2 files uploaded")
        expect(sent.length, "the one part of the smaller one, and no other").toBe(1)
        const { objects } = await told<{ objects: ReadonlyArray<{ key: string; size_bytes: number }> }>(
          "GET",
          `/browser/buckets/${bucket}/objects?prefix=${encodeURIComponent(prefix)}`
        )
        expect(
          Object.fromEntries(objects.map(({ key, size_bytes }) => [key.slice(prefix.length), size_bytes]))
        ).toEqual({
          "large.bin": sizes["large.bin"],
          "middle.bin": `theirs, ${prefix}middle.bin`.length,
          "middle (1).bin": sizes["middle.bin"]
        })
        await page.unrouteAll()
        page.removeAllListeners("request")
        await clear()
      }, 180_000)

      it("left no page with anything to complain about but what was refused", () => {
        expect(window.complaints.filter((said) => !/status of (404|409|412)/.test(said))).toEqual([])
      })
    }
  )
}
