import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("one feature of many buckets", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("feature-rules", async (opened) => {
    ({ service, window } = opened)
    context = (await api<ReadonlyArray<{ id: string }>>(window.page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
    await tag("sample-documents", [{ key: "team", value: "climate" }])
  })

  const feature = (bucket: string) => `/manager/buckets/${bucket}/features/tags?context_id=${context}`
  const read = (bucket: string) => api<{ version: string; summary: string }>(window.page, "GET", feature(bucket))
  const tag = async (bucket: string, tags: ReadonlyArray<object>) => api(window.page, "PUT", feature(bucket), { value: { tags }, version: (await read(bucket)).version })
  const grid = () => window.page.getByRole("grid")
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

  it("is a column of the bucket table once it is chosen", async () => {
    const { page } = window
    await page.evaluate(() => localStorage.setItem("stowage:columns:buckets", JSON.stringify({ "features.tags": false, "features.cors": false })))
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await grid().getByText("team=climate").waitFor()
    await tag("sample-pictures", [{ key: "told", value: "live" }])
    await grid().getByText("told=live").waitFor()
    await expectAccessible(page)
  }, 120_000)

  it("is copied to those that are selected, after each difference was seen", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets?context_id=${context}`)
    await page.getByRole("checkbox", { name: /sample-pictures/ }).check()
    await page.getByRole("button", { name: "Copy a feature here…" }).click()
    await dialog().getByLabel("Feature").selectOption("tags")
    await dialog().getByLabel("Copy from bucket").fill("sample-documents")
    await dialog().getByRole("button", { name: "Look at the differences" }).click()
    await dialog().getByTestId("copy-plan").getByText("told=live → team=climate").waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Copy to 1 bucket" }).click()
    await dialog().waitFor({ state: "detached" })
    await expect.poll(async () => (await read("sample-pictures")).summary, { timeout: 30_000 }).toBe("team=climate")
  }, 120_000)
})
