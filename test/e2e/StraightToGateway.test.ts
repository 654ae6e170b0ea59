import { randomBytes } from "node:crypto"
import { crc32 } from "node:zlib"
import type { Request } from "playwright-core"
import { afterEach, expect, it } from "vitest"
import { crc32Text } from "#domain/objects/crc32.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import type { Window } from "./console.ts"
import { chooseFiles } from "./support/chooseFiles.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { uploadPlaces } from "./support/uploadPlaces.ts"
import { withConsole } from "./withConsole.ts"

const MEBIBYTE = 1024 * 1024

// our own code answers other origins on the sandbox: only a real gateway proves that pages are let in
for (const { env, lacking, name, place } of uploadPlaces.filter(({ name }) => name === "real RGW")) {
  requirement(`Chromium and ${name}`, lacking)(`parts that a browser sends straight to the gateway, on ${name}`, () => {
    let service: ServiceProcess
    let window: Window
    withConsole(
      `straight-${name.replace(" ", "-")}`,
      async (opened) => {
        ;({ service, window } = opened)
        await place(window.page)
      },
      { start: { env } }
    )
    const { bucketWith, open, put, row, told } = explorerScene(() => ({ service, window }))
    const dock = () => window.page.getByRole("region", { name: "Operations" })
    const line = (text: string) =>
      window.page.getByTestId("operations-line").getByText(text).waitFor({ timeout: 60_000 })
    const choose = (files: Readonly<Record<string, Buffer>>) => chooseFiles(window.page, files)

    interface Advice {
      readonly state: string
      readonly gateway_url: string
      readonly rule: object | null
    }
    const advice = (bucket: string) => told<Advice>("GET", `/browser/buckets/${bucket}/cors-advice`)
    const trusting = async () => {
      const bucket = await bucketWith({})
      const { gateway_url, rule } = await advice(bucket)
      const feature = `/manager/buckets/${bucket}/features/cors`
      const { version } = await told<{ version: string }>("GET", feature)
      await told("PUT", feature, { value: { rules: [rule] }, version })
      expect((await advice(bucket)).state).toBe("direct")
      return { bucket, gateway: new URL(gateway_url).origin }
    }

    let watched: ((request: Request) => void) | undefined
    /** Requests with a body, by target. None is intercepted: preflight answers would not be the gateway's. */
    const carried = () => {
      const puts: Array<string> = []
      // the page's own uploads use XHR: the scene stores by fetch
      watched = (request) => {
        if (request.method() === "PUT" && request.resourceType() === "xhr") puts.push(new URL(request.url()).origin)
      }
      window.page.on("request", watched)
      return puts
    }
    afterEach(() => {
      if (watched !== undefined) window.page.off("request", watched)
      watched = undefined
    })
    const arrived = async (bucket: string, key: string) => {
      const { checksum, size_bytes } = await told<{ checksum: { value: string } | null; size_bytes: number }>(
        "GET",
        `/browser/buckets/${bucket}/objects/details?${new URLSearchParams({ key })}`
      )
      return [size_bytes, checksum?.value]
    }
    const exactly = (bytes: Buffer) => [bytes.length, crc32Text(crc32(bytes))]

    /** Playwright answers preflights itself while anything is intercepted: CORS tests must not intercept. */
    const intercepted = (address: string, how: "abort" | "hold") =>
      window.page.route(address, (route) => (how === "hold" ? undefined : route.abort()))

    it("arrive byte for byte, in one piece and in many, and none goes through the service", async () => {
      const { bucket, gateway } = await trusting()
      await open(bucket)
      const puts = carried()
      const [middle, large] = [randomBytes(5 * MEBIBYTE), randomBytes(17 * MEBIBYTE)]
      await choose({ "middle.bin": middle, "large.bin": large })
      await row("middle.bin").waitFor()
      await row("large.bin").waitFor()
      expect(puts).toEqual([gateway, gateway, gateway])
      expect(await arrived(bucket, "middle.bin")).toEqual(exactly(middle))
      expect(await arrived(bucket, "large.bin")).toEqual(exactly(large))
    }, 120_000)

    it("overwrite no object stored meanwhile: the page asks, and resends no part", async () => {
      const { page } = window
      const { bucket, gateway } = await trusting()
      await open(bucket)
      const [middle, large] = [randomBytes(5 * MEBIBYTE), randomBytes(17 * MEBIBYTE)]
      const taken = { [exactly(middle)[1]!]: "middle.bin", [exactly(large)[1]!]: "large.bin" }
      await page.exposeFunction("takeKey", (key: string) => put(bucket, key, `theirs, ${key}`))
      await page.evaluate(`(() => {
        const asked = window.fetch
        const left = new Map(Object.entries(${JSON.stringify(taken)}))
        window.fetch = async (address, request) => {
          const sum = /\\/links\\?/.test(address) ? JSON.parse(request.body).checksum : new URL(address, location.href).searchParams.get("checksum")
          const key = request?.method === "POST" ? left.get(sum) : undefined
          if (key !== undefined && left.delete(sum)) await window.takeKey(key)
          return asked(address, request)
        }
      })()`)
      const puts = carried()
      await choose({ "middle.bin": middle, "large.bin": large })
      await line("2 files not uploaded")
      expect(puts).toEqual([gateway, gateway, gateway])
      const failed = dock().getByRole("region", { name: /^Failed/ })
      await dock().getByTestId("operations-line").waitFor()
      if ((await dock().getByTestId("operation").count()) === 0)
        await dock().getByRole("button", { expanded: false }).first().click()
      expect(await failed.getByText("Something else was stored under this key meanwhile.").count()).toBe(2)
      puts.length = 0
      await failed.getByRole("button", { name: "Replace: large.bin", exact: true }).click()
      await failed.getByRole("button", { name: "Keep both: middle.bin", exact: true }).click()
      await line("2 files uploaded")
      expect(puts, "the one piece of the smaller, and no part of the other").toEqual([gateway])
      expect(await arrived(bucket, "large.bin")).toEqual(exactly(large))
      expect(await arrived(bucket, "middle (1).bin")).toEqual(exactly(middle))
      expect((await arrived(bucket, "middle.bin"))[0]).toBe("theirs, middle.bin".length)
      await dock()
        .getByRole("button", { name: /^Dismiss/ })
        .first()
        .click()
    }, 180_000)

    it("stop at a pause and continue; a cancellation leaves nothing at the gateway", async () => {
      const { page } = window
      const { bucket, gateway } = await trusting()
      await open(bucket)
      const large = randomBytes(17 * MEBIBYTE)
      const ended: Array<string> = []
      const note = (request: Request) => {
        if (request.method() === "PUT") ended.push(new URL(request.url()).origin)
      }
      page.on("requestfailed", note)
      await intercepted(`${gateway}/**`, "hold")
      const puts = carried()
      await choose({ "large.bin": large })
      await expect.poll(() => puts.length).toBe(2)
      await dock().getByRole("button", { expanded: false }).first().click()
      await dock().getByRole("button", { name: "Pause large.bin" }).click()
      await dock().getByRole("region", { name: "Paused: 1" }).getByText("large.bin").waitFor()
      await expect.poll(() => ended).toEqual([gateway, gateway])
      await page.unrouteAll()
      await dock().getByTestId("operation").getByRole("button", { name: "Resume", exact: true }).click()
      await row("large.bin").waitFor()
      expect(puts).toEqual(Array.from({ length: 4 }, () => gateway))
      expect(await arrived(bucket, "large.bin")).toEqual(exactly(large))
      await intercepted(`${gateway}/**`, "hold")
      await choose({ "never.bin": randomBytes(17 * MEBIBYTE) })
      await expect.poll(() => puts.length).toBe(6)
      await dock().getByRole("button", { name: "Cancel never.bin" }).click()
      await expect.poll(() => ended.length).toBe(4)
      await expect
        .poll(
          async () =>
            (await told<{ uploads: ReadonlyArray<unknown> }>("GET", `/browser/buckets/${bucket}/multipart`)).uploads
        )
        .toEqual([])
      page.off("requestfailed", note)
      await page.unrouteAll()
    }, 180_000)

    it("go through the service without CORS, without a reachable gateway, or without a worker", async () => {
      const { page } = window
      const large = randomBytes(17 * MEBIBYTE)
      const through = async (bucket: string, attempts: ReadonlyArray<number>) => {
        await open(bucket)
        const puts = carried()
        await choose({ "large.bin": large })
        await row("large.bin").waitFor()
        expect(puts.filter((origin) => origin === service.origin).length).toBe(2)
        expect(attempts, "parts that went to the gateway first").toContain(puts.length - 2)
        expect(await arrived(bucket, "large.bin")).toEqual(exactly(large))
        if (watched !== undefined) page.off("request", watched)
        await page.unrouteAll()
      }
      await through(await bucketWith({}), [0])
      const { bucket, gateway } = await trusting()
      await intercepted(`${gateway}/**`, "abort")
      await through(bucket, [1, 2])
      await intercepted("**/transfer-worker?*", "abort")
      await through((await trusting()).bucket, [0])
      window.complaints.splice(
        0,
        window.complaints.length,
        ...window.complaints.filter((said) => !said.includes("net::ERR_FAILED"))
      )
    }, 180_000)

    it("left no page with anything to complain about but what was refused", () => {
      expect(window.complaints.filter((said) => !/status of (409|412)/.test(said))).toEqual([])
    })
  })
}
