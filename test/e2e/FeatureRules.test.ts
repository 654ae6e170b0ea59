import { readFile } from "node:fs/promises"
import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { pictured } from "./support/pictured.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("one feature of many buckets", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("feature-rules", async (opened) => {
    ;({ service, window } = opened)
    context =
      (await api<ReadonlyArray<{ id: string }>>(window.page, "GET", "/me/execution-contexts?workspace=manager"))[0]
        ?.id ?? ""
    await tag("sample-documents", [{ key: "team", value: "climate" }])
  })

  const feature = (bucket: string) => `/manager/buckets/${bucket}/features/tags?context_id=${context}`
  const read = (bucket: string) => api<{ version: string; summary: string }>(window.page, "GET", feature(bucket))
  const tag = async (bucket: string, tags: ReadonlyArray<object>) =>
    api(window.page, "PUT", feature(bucket), { value: { tags }, version: (await read(bucket)).version })
  const grid = () => window.page.getByRole("grid")
  const exported = async (kind: "CSV" | "JSON") => {
    await window.page.getByRole("button", { name: "Export" }).click()
    await window.page.getByRole("button", { name: kind }).click()
  }
  const dialog = () => window.page.getByRole("dialog")

  it("is a row a rule, with the feature in the address, and the way to where it is edited", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/feature-rules?context_id=${context}&feature=tags`)
    await grid().getByText("key: team · value: climate").waitFor()
    await expectAccessible(page)
    await grid().getByText("key: team · value: climate").click()
    const link = page.getByTestId("panel").getByRole("link", { name: "Edit in the bucket" })
    await link.waitFor()
    expect(await link.getAttribute("href")).toContain("/manager/buckets/sample-documents/properties")
  }, 120_000)

  it("fills its rows as they are read: stopped, gone on with, and told of what changes", async () => {
    const { page } = window
    const held = Promise.withResolvers<void>()
    const stream = "**/api/manager/feature-rules/stream*"
    await page.route(stream, async (route) => {
      await held.promise
      await route.continue().catch(() => undefined) // the page went on without it
    })
    await page.goto(`${service.origin}/manager/feature-rules?context_id=${context}&feature=tags`)
    await page.getByRole("button", { name: "Stop", exact: true }).click()
    await page.getByText("Stopped: nothing read").waitFor()
    held.resolve()
    await page.unroute(stream)
    await page.getByRole("button", { name: "Go on" }).click()
    await grid().getByText("key: team · value: climate").first().waitFor()
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" })
    await tag("sample-pictures", [{ key: "came", value: "later" }])
    await grid().getByText("key: came · value: later").waitFor()
    await page.getByRole("searchbox").fill("came")
    await grid().getByText("key: team · value: climate").first().waitFor({ state: "detached" })
    const [download] = await Promise.all([page.waitForEvent("download"), exported("CSV")])
    const text = await readFile(await download.path(), "utf8")
    expect(text.split("\n").filter((line) => line.includes("came")).length).toBe(1)
    expect(text).not.toContain("climate")
    await api(page, "PUT", feature("sample-pictures"), {
      value: null,
      version: (await read("sample-pictures")).version
    })
    await grid().getByText("key: came · value: later").waitFor({ state: "detached" })
    await pictured(window, "feature-rules")
  }, 120_000)

  it("copies from the open row to those that are selected", async () => {
    const { page } = window
    await page.goto(
      `${service.origin}/manager/feature-rules?context_id=${context}&feature=tags&open=sample-documents%2F1`
    )
    await grid().getByRole("row").filter({ hasText: "sample-pictures" }).getByRole("checkbox").check()
    await page.getByRole("button", { name: "Copy a feature here…" }).click()
    await dialog().waitFor()
    await expect.poll(() => dialog().getByLabel("Copy from bucket").inputValue()).toBe("sample-documents")
    expect(await dialog().getByLabel("Feature").inputValue()).toBe("tags")
    await dialog().getByRole("button", { name: "Preview" }).click()
    await dialog().getByTestId("copy-plan").getByText("→ team=climate").waitFor()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "detached" })
  }, 120_000)

  it("copies from the editor of a bucket to others that are named", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets/sample-documents/properties?context_id=${context}`)
    await page.getByRole("button", { name: "Copy to… (Tags)" }).click()
    expect(await dialog().getByLabel("Copy from bucket").inputValue()).toBe("sample-documents")
    await dialog().getByLabel("To buckets").fill("sample-pictures, no-such-bucket-here")
    await dialog().getByRole("button", { name: "Preview" }).click()
    await dialog().getByTestId("copy-plan").getByText("→ team=climate").waitFor()
    await dialog().getByText("1 left out").waitFor()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "detached" })
  }, 120_000)

  it("tells of all buckets whether they are public, and through what, while that changes", async () => {
    const { page } = window
    const path = `/manager/buckets/sample-pictures/features/policy?context_id=${context}`
    const save = async (value: object | null) =>
      api(page, "PUT", path, { value, version: (await api<{ version: string }>(page, "GET", path)).version })
    await page.goto(`${service.origin}/manager/exposure?context_id=${context}`)
    const row = () => grid().getByRole("row").filter({ hasText: "sample-pictures" })
    await row().getByText("Private", { exact: true }).waitFor()
    await save({
      text: JSON.stringify({
        Version: "2012-10-17",
        Statement: [
          {
            Sid: "site",
            Effect: "Allow",
            Principal: "*",
            Action: "s3:GetObject",
            Resource: "arn:aws:s3:::sample-pictures/*"
          }
        ]
      })
    })
    await row().getByText("Public", { exact: true }).waitFor()
    await expectAccessible(page)
    await pictured(window, "exposure")
    await page.goto(`${service.origin}/manager/exposure?context_id=${context}&verdict=public`)
    await row().waitFor()
    await expect.poll(() => grid().getByText("sample-documents").count()).toBe(0)
    await row().click()
    await page.getByTestId("panel").getByText("Anybody may read objects").first().waitFor()
    expect(
      await page.getByTestId("panel").getByRole("link", { name: "Permissions of the bucket" }).getAttribute("href")
    ).toContain("/manager/buckets/sample-pictures/permissions")
    await save(null)
    await row().waitFor({ state: "detached" })
  }, 120_000)

  it("is a column of the bucket table once it is chosen", async () => {
    const { page } = window
    await page.evaluate(() =>
      localStorage.setItem(
        "stowage:columns:buckets",
        JSON.stringify({ "features.tags": false, "features.cors": false })
      )
    )
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await grid().getByText("team=climate").waitFor()
    await tag("sample-pictures", [{ key: "told", value: "live" }])
    await grid().getByText("told=live").waitFor()
    await expectAccessible(page)
  }, 120_000)

  it("has its chosen columns in the address, and all of them in an export", async () => {
    const { page } = window
    await page.evaluate(() => localStorage.removeItem("stowage:columns:buckets"))
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}&columns=features.tags`)
    await grid().getByText("team=climate").first().waitFor()
    const [download] = await Promise.all([page.waitForEvent("download"), exported("CSV")])
    const [head = "", ...rows] = (await readFile(await download.path(), "utf8")).trim().split("\n")
    expect([head.includes("Tags"), head.includes("CORS")]).toEqual([true, false])
    expect(rows.filter((row) => row.includes("team=climate")).length).toBe(1)
    expect(rows.every((row) => /Set: |Not set/.test(row))).toBe(true)
    await page.getByRole("button", { name: "Columns" }).first().click()
    await page.getByRole("checkbox", { name: "CORS" }).check()
    await expect.poll(() => new URL(page.url()).searchParams.get("columns")).toBe("features.cors,features.tags")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Saved views" }).click()
    const views = page.getByRole("dialog", { name: "Saved views" })
    await views.getByLabel("Save this view as").fill("With tags")
    await views.getByRole("button", { name: "Save" }).click()
    expect(await views.getByRole("link", { name: "With tags" }).getAttribute("href")).toContain(
      "columns=features.cors%2Cfeatures.tags"
    )
    await page.keyboard.press("Escape")
    await page.evaluate(() => localStorage.removeItem("stowage:columns:buckets"))
  }, 120_000)

  it("is copied to those that are selected, after each difference was seen", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await page.getByRole("checkbox", { name: /sample-pictures/ }).check()
    await page.getByRole("button", { name: "Copy a feature here…" }).click()
    await dialog().getByLabel("Feature").selectOption("tags")
    await dialog().getByLabel("Copy from bucket").fill("sample-documents")
    await dialog().getByRole("button", { name: "Preview" }).click()
    await dialog().getByTestId("copy-plan").getByText("told=live → team=climate").waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Copy to 1 bucket" }).click()
    await dialog().waitFor({ state: "detached" })
    await expect.poll(async () => (await read("sample-pictures")).summary, { timeout: 30_000 }).toBe("team=climate")
  }, 120_000)
})
