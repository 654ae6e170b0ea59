import { randomBytes } from "node:crypto"
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { crc32 } from "node:zlib"
import { afterAll, expect, it } from "vitest"
import { crc32Text } from "#domain/objects/crc32.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import { type ServiceProcess, startService } from "../support/ServiceProcess.ts"
import { api, type Window } from "./console.ts"
import { unique, uploadPlaces } from "./support/uploadPlaces.ts"
import { withConsole } from "./withConsole.ts"

for (const { env, lacking, name, place } of uploadPlaces) {
  requirement(`Chromium and ${name}`, lacking)(`an upload that is killed on ${name}`, () => {
    let service: ServiceProcess
    let window: Window
    let database: OwnDatabase
    afterAll(() => service?.stop())
    withConsole(`killed-${name.replace(" ", "-")}`, (opened) => ({ database, service, window } = opened), {
      own: true,
      start: { env }
    })

    const restart = async () => {
      service = await startService({
        dataDir: service.dataDir,
        port: Number(new URL(service.origin).port),
        env: { DATABASE_URL: database.url, ...env }
      })
    }

    it(
      "a folder and a large file whose page and service are killed in the middle go on where they stopped, and " +
        "arrive to the byte",
      async () => {
        // by hand: UPLOAD_FILES=2000 UPLOAD_MIB=2048
        const [count, mebibytes] = [Number(process.env["UPLOAD_FILES"] ?? 40), Number(process.env["UPLOAD_MIB"] ?? 20)]
        const patience = 120_000 + mebibytes * 1_000 + count * 500
        const { page } = window
        const folder = path.join(mkdtempSync(path.join(tmpdir(), "stowage-killed-")), "album")
        mkdirSync(folder)
        for (let number = 0; number < count; number++)
          writeFileSync(path.join(folder, `note-${String(number).padStart(4, "0")}.txt`), `note ${number}`)
        const large = openSync(path.join(folder, "large.bin"), "w+")
        ftruncateSync(large, mebibytes * 1024 * 1024 + 7)
        for (let at = 0; at < mebibytes; at++) writeSync(large, randomBytes(64), 0, 64, at * 1024 * 1024)
        const context = await place(page)
        const bucket = unique("killed")
        await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: bucket })
        const explorer = async () => {
          await page.goto(`${service.origin}/browser?bucket=${bucket}&context_id=${context}`)
          await page.getByRole("button", { name: "Upload folder" }).waitFor()
        }
        await explorer()
        const [middle, half] = [Math.ceil(mebibytes / 16 / 2), `note-${String(count / 2).padStart(4, "0")}`]
        const carried = (url: string) => /note-\d+/.exec(url)?.[0] ?? /parts\/(\d+)/.exec(url)?.[1] ?? ""
        const isLate = (what: string) => (what.startsWith("note") ? what >= half : Number(what) > middle)
        await page.route(/\/uploads[?/]/, (route) =>
          isLate(carried(route.request().url())) ? undefined : route.fallback()
        )
        const arrived = new Set<string>()
        page.on("response", (answer) => {
          if (answer.ok() && answer.request().method() === "PUT") arrived.add(carried(answer.url()))
        })
        await page.locator("input[webkitdirectory]").setInputFiles(folder)
        await expect.poll(() => arrived.size, { timeout: patience }).toBe(middle + count / 2)
        page.removeAllListeners("response")
        await service.stop("SIGKILL")
        page.once("dialog", (dialog) => void dialog.accept())
        await page.goto("about:blank")
        await page.unrouteAll()
        await restart()
        await explorer()
        await page.getByTestId("left-uploads").getByText("1 upload into this bucket was left unfinished").waitFor()
        const sent: Array<string> = []
        page.on("request", (request) => {
          if (request.method() === "PUT") sent.push(carried(request.url()))
        })
        await page.locator("input[webkitdirectory]").setInputFiles(folder)
        const dialog = page.getByRole("dialog", { name: "Already there" })
        await dialog.getByLabel(/Do the same with the other/).check({ timeout: patience })
        await dialog.getByRole("button", { name: "Skip" }).click()
        await page
          .getByTestId("operations-line")
          .getByText(`${(count / 2 + 1).toLocaleString("en-US")} files uploaded`)
          .waitFor({ timeout: patience })
        page.removeAllListeners("request")
        const parts = Math.ceil((mebibytes * 1024 * 1024 + 7) / (16 * 1024 * 1024))
        const notes = sent.filter((what) => what.startsWith("note"))
        const others = sent.filter((what) => !what.startsWith("note")).map(Number)
        expect(notes.toSorted()).toEqual(
          Array.from({ length: count / 2 }, (_, at) => `note-${String(count / 2 + at).padStart(4, "0")}`)
        )
        expect(others.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: parts - middle }, (_, at) => middle + 1 + at)
        )
        const digests = await page.evaluate<Readonly<Record<string, string>>>(`(async (bucket, context, names) => {
        const found = {}
        for (const name of names) {
          const details = await (await fetch("/api/browser/buckets/" + bucket + "/objects/details?" + new URLSearchParams({ context_id: context, key: "album/" + name }))).json()
          found[name] = details.size_bytes + " " + details.checksum?.value
        }
        return found
      })(${JSON.stringify(bucket)}, ${JSON.stringify(context)}, ${JSON.stringify(readdirSync(folder))})`)
        const wanted = (name: string) => {
          const file = openSync(path.join(folder, name), "r")
          const piece = Buffer.alloc(1024 * 1024)
          let [crc, size] = [0, 0]
          for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
            crc = crc32(piece.subarray(0, read), crc)
            size += read
          }
          closeSync(file)
          return `${size} ${crc32Text(crc)}`
        }
        expect(digests).toEqual(Object.fromEntries(readdirSync(folder).map((name) => [name, wanted(name)])))
        closeSync(large)
        rmSync(folder, { recursive: true })
      },
      600_000 + Number(process.env["UPLOAD_MIB"] ?? 0) * 2_000
    )
  })
}
