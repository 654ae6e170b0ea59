import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import type { BrowserContext, Page } from "playwright-core"
import { unzipped } from "../gateway/objects/transferScene.ts"
import { qrOf } from "../../frontend/src/features/objects/shares/qr-of.ts"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

const secret = "violet harbour tricycle 42"

requirement("Chromium", chromiumLack())("links of our own", () => {
  let service: ServiceProcess
  let window: Window
  const visitors: Array<BrowserContext> = []
  withConsole("shares", (opened) => ({ service, window } = opened), {
    tidy: async () => {
      for (const visitor of visitors.splice(0)) await visitor.close()
    }
  })

  const dialog = () => window.page.locator("dialog[open]")
  const panel = () => window.page.getByTestId("panel")
  const row = (name: string) => window.page.getByRole("grid").getByText(name, { exact: true })

  const openBucket = async (objects: Readonly<Record<string, string>>): Promise<string> => {
    const bucket = `shared-${randomBytes(4).toString("hex")}`
    await window.page.goto(`${service.origin}/manager/buckets`)
    await window.page.evaluate(`(async (bucket, objects) => {
      const { csrf_token } = await (await fetch("/api/auth/session")).json()
      const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
      const ask = async (method, path, body) => {
        const answer = await fetch("/api" + path + "?context_id=" + context.id, { method, headers: { "content-type": typeof body === "string" ? "application/octet-stream" : "application/json", "x-csrf-token": csrf_token }, body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body) })
        if (!answer.ok) throw new Error(method + " " + path + ": " + await answer.text())
        return answer.json()
      }
      await ask("POST", "/manager/buckets", { name: bucket })
      for (const [key, content] of Object.entries(objects)) {
        const base = "/browser/buckets/" + bucket + "/uploads"
        const { id } = await ask("POST", base, { key, size_bytes: new TextEncoder().encode(content).length, content_type: "text/plain" })
        await ask("PUT", base + "/" + id + "/parts/1", content)
        await ask("POST", base + "/" + id + "/complete")
      }
    })(${JSON.stringify(bucket)}, ${JSON.stringify(objects)})`)
    await window.page.goto(`${service.origin}/browser?bucket=${bucket}`)
    return bucket
  }

  const make = async (fill: () => Promise<unknown>): Promise<string> => {
    await dialog().getByRole("button", { name: "Make link" }).waitFor()
    await fill()
    await dialog().getByRole("button", { name: "Make link" }).click()
    const link = (await dialog().getByTestId("made-link").textContent()) ?? ""
    expect(link).toMatch(/\/share\/[\w-]{43}$/)
    return link
  }

  const done = async () => {
    await dialog().getByRole("button", { name: "Done" }).click()
    await dialog().waitFor({ state: "hidden" })
  }

  const visit = async (link: string): Promise<{ readonly page: Page; readonly faults: Array<string> }> => {
    const context = await window.context.browser()!.newContext({ acceptDownloads: true })
    visitors.push(context)
    context.setDefaultTimeout(30_000)
    const page = await context.newPage()
    const faults: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of (401|404|409|413)/.test(message.text())) faults.push(message.text())
    })
    page.on("pageerror", (error) => faults.push(error.message))
    await page.goto(link)
    return { page, faults }
  }

  it("a folder is shared with a password, opened without an account, fetched, and closed at once", async () => {
    const { page } = window
    const bucket = await openBucket({
      "top secret/reports/one.txt": "first",
      "top secret/reports/ü 🦊.txt": "fox",
      "top secret/other.txt": "no"
    })
    const [{ id: context_id } = { id: "" }] = await api<ReadonlyArray<{ readonly id: string }>>(
      page,
      "GET",
      "/me/execution-contexts?workspace=manager"
    )
    await api(page, "POST", `/browser/buckets/${bucket}/shares?${new URLSearchParams({ context_id })}`, {
      kind: "object",
      key: "top secret/other.txt",
      expires_seconds: 3600,
      title: "Kept open"
    })
    await page.goto(`${page.url()}&prefix=${encodeURIComponent("top secret/")}`)
    await page.getByLabel("Select reports/", { exact: true }).check()
    await page.getByRole("button", { name: "Share…" }).click()
    const link = await make(async () => {
      await dialog().getByLabel("Password", { exact: false }).first().fill(secret)
      await dialog().getByText("Title and limits").click()
      await dialog().getByLabel("Title").fill("The reports")
      await expectAccessible(page)
    })
    await dialog().getByRole("button", { name: "Show QR code" }).click()
    const code = dialog().getByRole("img", { name: "The link as a QR code" })
    await code.waitFor()
    expect(await code.locator("path").getAttribute("d")).toBe(qrOf(link).path)
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Hide QR code" }).click()
    await code.waitFor({ state: "detached" })
    await done()

    const visitor = await visit(link)
    await visitor.page.getByRole("heading", { name: "This link has a password" }).waitFor()
    await expectAccessible(visitor.page)
    await visitor.page.getByLabel("Password", { exact: true }).fill("wrong")
    await visitor.page.getByRole("button", { name: "Open" }).click()
    await visitor.page.getByText("This is not the password of this link").waitFor()
    await visitor.page.getByLabel("Password", { exact: true }).fill(secret)
    await visitor.page.getByRole("button", { name: "Open" }).click()
    await visitor.page.getByRole("heading", { name: "The reports" }).waitFor()
    await visitor.page.getByText("ü 🦊.txt").waitFor()
    await expectAccessible(visitor.page)
    const shown = await visitor.page.content()
    for (const hidden of [bucket, "top secret", "other.txt", "Sandbox"]) expect(shown).not.toContain(hidden)
    const [one] = await Promise.all([
      visitor.page.waitForEvent("download"),
      visitor.page.getByRole("link", { name: "Download one.txt" }).click()
    ])
    expect(readFileSync(await one.path(), "utf8")).toBe("first")
    const [all] = await Promise.all([
      visitor.page.waitForEvent("download"),
      visitor.page.getByRole("link", { name: "Download all as ZIP" }).click()
    ])
    expect(all.suggestedFilename()).toBe("The reports.zip")
    expect(await Effect.runPromise(unzipped(readFileSync(await all.path())))).toEqual(
      new Map([
        ["one.txt", "first"],
        ["ü 🦊.txt", "fox"]
      ])
    )
    await visitor.page.setViewportSize({ width: 360, height: 740 })
    expect(await visitor.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(360)
    expect(visitor.faults).toEqual([])

    await page.goto(`${service.origin}/profile/links`)
    await row("The reports").click()
    await panel().getByText("Downloaded as ZIP The reports.zip").waitFor()
    await panel().getByText("Wrong password").waitFor()
    await Promise.all([
      visitor.page.waitForEvent("download"),
      visitor.page.getByRole("link", { name: "Download one.txt" }).click()
    ])
    await expect
      .poll(() => panel().getByTestId("hits").getByText("Downloaded one.txt", { exact: false }).count(), {
        timeout: 30_000
      })
      .toBe(2)
    await panel().getByRole("button", { name: "Show the link" }).click()
    expect(await panel().getByTestId("made-link").textContent()).toBe(link)
    await expectAccessible(page)
    await row("Kept open").click()
    await panel().getByRole("heading", { name: "Kept open" }).waitFor()
    await panel().getByRole("button", { name: "Revoke…" }).click()
    await dialog().getByRole("button", { name: "Cancel" }).click()
    await dialog().waitFor({ state: "hidden" })
    await row("The reports").click()
    await panel().getByRole("heading", { name: "The reports" }).waitFor()
    await panel().getByRole("button", { name: "Revoke…" }).click()
    await dialog().getByRole("button", { name: "Revoke link" }).click()
    await dialog().waitFor({ state: "hidden" })
    await panel().getByText("Revoked", { exact: true }).first().waitFor()
    await row("Kept open").click()
    await panel().getByRole("heading", { name: "Kept open" }).waitFor()
    await panel().getByRole("button", { name: "Revoke…" }).waitFor()
    await visitor.page.reload()
    await visitor.page.getByTestId("no-link").waitFor()
    await expectAccessible(visitor.page)
  }, 180_000)

  it("files that somebody without an account drops arrive beside what is there, and the caps are told", async () => {
    const { page } = window
    await openBucket({ "inbox/kept.txt": "mine" })
    await page.getByLabel("Select inbox/", { exact: true }).check()
    await page.getByRole("button", { name: "Share…" }).click()
    const link = await make(async () => {
      await dialog().getByLabel("Send files into inbox/").check()
      await dialog().getByText("Title and limits").click()
      await dialog().getByLabel("Most files").fill("2")
      await dialog().getByLabel("Most MiB a file").fill("1")
    })
    await done()

    const visitor = await visit(link)
    await visitor.page.getByText("At most 1 MiB a file · 2 files left").waitFor()
    await expectAccessible(visitor.page)
    await visitor.page.getByTestId("drop-zone").waitFor()
    await visitor.page.evaluate(`(() => {
      const files = new DataTransfer()
      files.items.add(new File(["theirs"], "kept.txt"))
      files.items.add(new File([new Uint8Array(1024 * 1024 + 1)], "large.bin"))
      document.querySelector("[data-testid=drop-zone]").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }))
    })()`)
    const list = visitor.page.getByRole("list", { name: "Your files" })
    await list.getByText("Kept as kept (2).txt").waitFor()
    await list.getByText("It is larger than 1 MiB").waitFor()
    await visitor.page.getByText("1 file left").waitFor()
    await visitor.page
      .getByLabel("Files to send")
      .setInputFiles([{ name: "more.txt", mimeType: "text/plain", buffer: Buffer.from("more") }])
    await visitor.page.getByTestId("full").waitFor()
    await expectAccessible(visitor.page)
    expect(await visitor.page.content()).not.toContain("inbox")
    expect(visitor.faults).toEqual([])

    await page.goto(`${page.url()}&prefix=${encodeURIComponent("inbox/")}`)
    for (const name of ["kept.txt", "kept (2).txt", "more.txt"]) await row(name).waitFor()
  }, 180_000)

  it("files are asked for into the bucket itself", async () => {
    const { page } = window
    await openBucket({ "there.txt": "mine" })
    await page.getByRole("button", { name: "More to do with this folder" }).click()
    await page.getByRole("button", { name: /^Ask for files/ }).click()
    await dialog().getByText("They see nothing of what is there.").waitFor()
    const link = await make(async () => undefined)
    await done()
    const visitor = await visit(link)
    await visitor.page
      .getByLabel("Files to send")
      .setInputFiles([{ name: "sent.txt", mimeType: "text/plain", buffer: Buffer.from("theirs") }])
    await visitor.page.getByRole("list", { name: "Your files" }).getByText("sent.txt").waitFor()
    await expect
      .poll(
        async () => {
          await page.reload()
          await row("there.txt").waitFor()
          return row("sent.txt").count()
        },
        { timeout: 30_000 }
      )
      .toBe(1)
    expect(visitor.faults).toEqual([])
  }, 180_000)

  it("a link that is nothing, and a page of any address below, tell the same and ask nobody", async () => {
    const asked: Array<string> = []
    const visitor = await visit(`${service.origin}/share/${"A".repeat(43)}`)
    visitor.page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await visitor.page.getByTestId("no-link").waitFor()
    const first = await visitor.page.getByRole("main").textContent()
    await visitor.page.goto(`${service.origin}/share/nothing-like-it`)
    await visitor.page.getByTestId("no-link").waitFor()
    expect(await visitor.page.getByRole("main").textContent()).toBe(first)
    expect(asked.filter((path) => path.startsWith("/api/") && !path.startsWith("/api/share/"))).toEqual([])
    const { headers } = (await visitor.page.evaluate(
      `fetch(location.href).then(({ headers }) => ({ headers: Object.fromEntries(headers) }))`
    )) as { headers: Record<string, string> }
    expect(headers["cache-control"]).toContain("no-store")
    expect(headers["referrer-policy"]).toBe("no-referrer")
    expect(headers["x-robots-tag"]).toContain("noindex")
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
    await expectAccessible(visitor.page)
  }, 90_000)
})
