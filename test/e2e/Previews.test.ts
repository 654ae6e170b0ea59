import { expect, it } from "vitest"
import type { Frame } from "playwright-core"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, sticksOut, type Window } from "./console.ts"
import { explorerScene } from "./support/explorerScene.ts"
import { film, hostilePdf, parquet, silence } from "./support/samples.ts"
import { withConsole } from "./withConsole.ts"

/** No page of ours calls it: only hostile content can request this origin. */
const STRANGER = "http://stranger.example"

const said = (what: string): string =>
  `fetch("${STRANGER}/${what}"); document.title = "taken"; top.location = "${STRANGER}/gone"`

const PAGE = `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=${STRANGER}/refreshed"><base href="${STRANGER}/">
<link rel="stylesheet" href="${STRANGER}/style.css"><script src="${STRANGER}/script.js"></script><script>${said("page")}</script></head>
<body onload='${said("onload")}'><img src="${STRANGER}/picture.png" onerror='${said("onerror")}'><iframe src="${STRANGER}/frame"></iframe><form action="${STRANGER}/form"><button autofocus onfocus='${said("focus")}'>x</button></form></body></html>`

const DRAWING = `<?xml version="1.0"?><?xml-stylesheet href="${STRANGER}/style.css"?><!DOCTYPE svg [<!ENTITY far SYSTEM "${STRANGER}/entity">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" onload='${said("drawing")}'>
<script>${said("script")}</script><script xlink:href="${STRANGER}/script.js"/><style>@import url("${STRANGER}/import.css"); rect { fill: url("${STRANGER}/fill.svg#x") }</style>
<image href="${STRANGER}/picture.png" width="10" height="10"/><use href="${STRANGER}/used.svg#x"/><rect width="40" height="40" fill="#900"/>
<foreignObject width="40" height="40"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${STRANGER}/frame"/><img xmlns="http://www.w3.org/1999/xhtml" src="x" onerror='${said("foreign")}'/></foreignObject>
<animate attributeName="href" values='javascript:${said("animated")}'/></svg>`

requirement("Chromium", chromiumLack())("what is in objects", () => {
  let service: ServiceProcess
  let window: Window
  const asked: Array<string> = []
  withConsole(
    "previews",
    (opened) => {
      ;({ service, window } = opened)
      window.context.on("request", (request) => asked.push(request.url()))
      window.page.on("dialog", (dialog) => asked.push(`dialog ${dialog.message()}`))
      window.context.on("page", (page) => asked.push(`window ${page.url()}`))
    },
    { tidy: ({ page }) => page.setViewportSize({ width: 1440, height: 900 }) }
  )
  const { bucketWith, grid, open, panel, put, row, told } = explorerScene(() => ({ service, window }))

  const look = async (name: string) => {
    await row(name).click()
    await panel().getByRole("heading", { name }).waitFor()
    await panel().getByRole("tab", { name: "Preview" }).click()
  }
  const expectInert = async () => {
    expect(asked.filter((url) => !url.startsWith(service.origin) && !/^(blob|data):/.test(url))).toEqual([])
    expect(await window.page.title()).not.toContain("taken")
    expect(window.page.url()).toContain(`${service.origin}/browser`)
  }
  const frameOf = async (): Promise<Frame> => {
    await expect.poll(() => window.page.frames().some((frame) => frame.url().endsWith("/preview/pdf.html"))).toBe(true)
    const found = window.page.frames().find((frame) => frame.url().endsWith("/preview/pdf.html"))
    if (found === undefined) throw new Error("the frame is gone")
    return found
  }

  it("pages and drawings of strangers run nothing and ask nobody", async () => {
    const bucket = await bucketWith({ "page.html": PAGE, "drawing.svg": DRAWING })
    await open(bucket)
    await look("page.html")
    await expect.poll(() => panel().getByTestId("text").textContent()).toBe(PAGE)
    await look("drawing.svg")
    await expect
      .poll(() =>
        window.page.evaluate(`document.querySelector("img[alt='Preview of drawing.svg']")?.naturalWidth ?? 0`)
      )
      .toBe(40)
    await expectInert()
  }, 90_000)

  it("a PDF is drawn in a frame without origin or network, and no script in it runs", async () => {
    const { page } = window
    const bucket = await bucketWith({ "paper.pdf": hostilePdf(3, STRANGER), "broken.pdf": "%PDF-1.7\nnothing of it" })
    await open(bucket)
    await look("paper.pdf")
    await panel().getByText("3 pages.").waitFor()
    const frame = await frameOf()
    await expect
      .poll(() =>
        frame.evaluate(`(() => {
      const canvas = document.querySelector("canvas")
      if (!canvas) return null
      const at = (x, y) => [...canvas.getContext("2d").getImageData(canvas.width * x, canvas.height * y, 1, 1).data]
      return { red: at(0.1, 0.9), paper: at(0.9, 0.9) }
    })()`)
      )
      .toEqual({ red: [204, 26, 26, 255], paper: [255, 255, 255, 255] })
    await expect.poll(() => frame.getByRole("img", { name: "Page 1 of 3: Word 1" }).count()).toBe(1)
    expect(
      await frame.evaluate("[origin, (() => { try { return document.cookie } catch (cause) { return cause.name } })()]")
    ).toEqual(["null", "SecurityError"])
    expect(
      await frame.evaluate(`fetch("${service.origin}/api/auth/session").then(() => "answered", () => "refused")`)
    ).toBe("refused")
    await expectInert()
    await expectAccessible(page)
    await look("broken.pdf")
    await panel().getByText("This document cannot be shown").waitFor()
    const answer = await page.request.get(`${service.origin}/preview/pdf.html`)
    expect(answer.headers()["content-security-policy"]).toContain("sandbox allow-scripts; default-src 'none'")
  }, 120_000)

  it("a Parquet file tells its columns and its first rows, read by ranges", async () => {
    const bucket = await bucketWith({ "rows.parquet": parquet, "broken.parquet": `PAR1${"x".repeat(100)}PAR1` })
    await open(bucket)
    const ranges: Array<string | undefined> = []
    window.page.on("request", (request) => {
      if (/\/objects\/download\?/.test(request.url())) ranges.push(request.headers()["range"])
    })
    await look("rows.parquet")
    const rows = panel().getByTestId("parquet-rows")
    await rows.getByRole("cell", { name: "9007199254740993", exact: true }).waitFor()
    await rows.getByRole("cell", { name: "<b>hostile</b>" }).waitFor()
    await rows.getByRole("cell", { name: "2026-01-01T00:00:00.000Z" }).waitFor()
    expect(await rows.getByRole("row").count()).toBe(51)
    await panel().getByText("60 rows in 1 row group, snappy.").waitFor()
    await panel().getByTestId("parquet-fields").getByRole("cell", { name: "UTF8 (BYTE_ARRAY)" }).waitFor()
    expect(ranges.length).toBeGreaterThan(0)
    for (const range of ranges) expect(range).toMatch(/^bytes=\d+-\d+$/)
    await look("broken.parquet")
    await panel()
      .getByText(/cannot be read as Parquet/)
      .waitFor()
    window.page.removeAllListeners("request")
  }, 90_000)

  it("films and sounds play from wherever they are set to, in the Manager's explorer too", async () => {
    const { page } = window
    const bucket = await bucketWith({ "film.webm": film, "silence.wav": silence(400) })
    for (const base of ["/browser", "/manager/browser"]) {
      await open(bucket, "", base)
      const answers: Array<{
        readonly status: number
        readonly workspace: string | null
        readonly type: string | undefined
      }> = []
      page.on("response", (response) => {
        const { searchParams } = new URL(response.url())
        if (searchParams.has("as"))
          answers.push({
            status: response.status(),
            workspace: searchParams.get("s3_workspace"),
            type: response.headers()["content-type"]
          })
      })
      await look("silence.wav")
      await expect.poll(() => page.evaluate(`Math.round(document.querySelector("audio")?.duration ?? 0)`)).toBe(400)
      expect(await page.evaluate(`Math.round(document.querySelector("audio").seekable.end(0))`)).toBe(400)
      await page.evaluate(
        `new Promise((resolve) => { const audio = document.querySelector("audio"); audio.onseeked = resolve; ` +
          "audio.currentTime = 390 })"
      )
      expect(await page.evaluate(`document.querySelector("audio").currentTime`)).toBe(390)
      expect(answers.length).toBeGreaterThan(0)
      for (const answer of answers)
        expect(answer).toEqual({
          status: 206,
          workspace: base === "/browser" ? null : "manager-browser",
          type: "audio/wav"
        })
      await look("film.webm")
      await expect.poll(() => page.evaluate(`document.querySelector("video")?.videoWidth ?? 0`)).toBe(32)
      page.removeAllListeners("response")
    }
  }, 120_000)

  it("Space looks at an entry, arrows go on while it is looked at, and at 360 px nothing sticks out", async () => {
    const { page } = window
    const bucket = await bucketWith({
      "a.txt": "first",
      "b.json": `{"b":[1]}`,
      "c.csv": "x,y\n1,2\n",
      "folder/in.txt": "x"
    })
    await open(bucket)
    await grid().focus()
    const active = () => page.evaluate(`document.activeElement?.getAttribute("aria-activedescendant")`)
    await page.keyboard.press("Home")
    await expect.poll(active).toBe("objects-row-0")
    await page.keyboard.press("ArrowDown")
    await expect.poll(active).toBe("objects-row-1")
    await page.keyboard.press(" ")
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("heading", { name: "a.txt" }).waitFor()
    await dialog.getByTestId("text").getByText("first").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("ArrowDown")
    await dialog.getByRole("heading", { name: "b.json" }).waitFor()
    await dialog.getByTestId("text").getByText(`"b": [`).waitFor()
    await page.keyboard.press("ArrowDown")
    await dialog.getByRole("heading", { name: "c.csv" }).waitFor()
    await dialog.getByRole("columnheader", { name: "y" }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(() => sticksOut(page)).toEqual([])
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(active).toBe("objects-row-3")
    await page.keyboard.press("Control+ ")
    await page.getByTestId("table-status").getByText("1 selected").waitFor()
    await page.keyboard.press(" ")
    await dialog.getByRole("heading", { name: "c.csv" }).waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
  }, 90_000)

  it.each(["by the time that it rests", "by the browser, earlier than that", "by the browser, again over its menu"])(
    "a finger that rests on a row shows what can be done with it, told %s, and opens nothing",
    async (told) => {
      const bucket = await bucketWith({ "rest.txt": "x" })
      await open(bucket)
      const box = await row("rest.txt").boundingBox()
      if (box === null) throw new Error("the row is not there")
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await window.devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] })
      if (told.startsWith("by the browser"))
        await row("rest.txt").dispatchEvent("contextmenu", { clientX: x, clientY: y })
      const menu = window.page.getByRole("group", { name: "Actions on rest.txt" })
      await menu.waitFor()
      if (told.endsWith("again over its menu")) await menu.dispatchEvent("contextmenu", { clientX: x, clientY: y })
      await window.devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
      await window.page.getByRole("button", { name: "Quick look" }).click()
      await window.page.getByRole("dialog").getByTestId("text").waitFor()
      await window.page.keyboard.press("Escape")
      await window.page.getByRole("dialog").waitFor({ state: "hidden" })
      expect(new URL(window.page.url()).searchParams.get("open") ?? "").toBe("")
    },
    60_000
  )

  it("single grants are written and read again, and a line that is none is told", async () => {
    const bucket = await bucketWith({ "granted.txt": "x" })
    await open(bucket)
    await row("granted.txt").click()
    await panel().getByRole("button", { name: "Edit access" }).click()
    const dialog = window.page.getByRole("dialog")
    await dialog.getByLabel("Who may use it").selectOption({ label: "Single grants, as below" })
    const lines = dialog.getByLabel(/Single grants/)
    const before = await lines.inputValue()
    expect(before).toMatch(/^FULL_CONTROL id:\S+$/)
    await lines.fill(`${before}\nREAD nobody`)
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await dialog.getByText(/“READ nobody” does not say who/).waitFor()
    await lines.fill(`${before}\nREAD_ACP everybody`)
    await dialog.getByRole("button", { name: "Save changes" }).click()
    await dialog.waitFor({ state: "hidden" })
    await panel().getByText("AllUsers:").waitFor()
    const { acl } = await told<{
      readonly acl: { readonly grants: ReadonlyArray<{ readonly grantee: string; readonly permission: string }> }
    }>("GET", `/browser/buckets/${bucket}/objects/details?key=granted.txt`)
    expect(acl.grants.map(({ grantee, permission }) => `${permission} ${grantee}`)).toContain("READ_ACP AllUsers")
    await expectAccessible(window.page)
  }, 90_000)

  it("a version that governance keeps is deleted by whoever may bypass it, once they were asked for it", async () => {
    const { page } = window
    const bucket = await bucketWith({ "kept.txt": "x" }, { object_lock: true })
    const details = await told<{ readonly version_id: string }>(
      "GET",
      `/browser/buckets/${bucket}/objects/details?key=kept.txt`
    )
    await told("PUT", `/browser/buckets/${bucket}/objects/retention`, {
      key: "kept.txt",
      version_id: details.version_id,
      mode: "governance",
      retain_until: "2099-01-01T00:00:00Z"
    })
    await put(bucket, "kept.txt", "newer")
    await open(bucket)
    await row("kept.txt").click()
    await panel().getByRole("tab", { name: "Versions" }).click()
    const plain = page.getByRole("dialog", { name: /^Delete version/ })
    await expect.poll(() => panel().getByTestId("version").count()).toBe(2)
    await panel()
      .getByRole("button", { name: /^Delete version/ })
      .first()
      .click()
    await plain.getByRole("button", { name: "Cancel" }).click()
    await plain.waitFor({ state: "hidden" })
    await panel()
      .getByRole("button", { name: /^Delete version/ })
      .last()
      .click()
    await plain.getByRole("button", { name: "Delete", exact: true }).click()
    const locked = page.getByRole("dialog", { name: /^Delete past its lock/ })
    await locked.getByText(/retained until 2099/).waitFor()
    await plain.waitFor({ state: "hidden" })
    await expectAccessible(page)
    await locked.getByLabel(/Type “bypass”/).fill("bypass")
    await locked.getByRole("button", { name: "Delete past governance" }).click()
    await locked.waitFor({ state: "hidden" })
    await expect.poll(() => panel().getByTestId("version").count()).toBe(1)
    const { versions } = await told<{ readonly versions: ReadonlyArray<{ readonly version_id: string }> }>(
      "GET",
      `/browser/buckets/${bucket}/versions`
    )
    expect(versions.map(({ version_id }) => version_id)).not.toContain(details.version_id)
    expect(versions.length).toBe(1)
  }, 90_000)

  it("no page complained on its console", () => {
    expect(
      window.complaints.filter((complaint) => !/Failed to load resource|\/api\/auth\/session/.test(complaint))
    ).toEqual([])
  })
})
