import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import type { OwnDatabase } from "../support/ownDatabase.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { expectAccessible, type Window } from "./console.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("Cluster Admin and Storage Ops", () => {
  let service: ServiceProcess
  let window: Window
  let database: OwnDatabase
  withConsole("workbenches", (opened) => {
    ;({ database, service, window } = opened)
  })

  const grid = () => window.page.getByRole("grid")
  const status = () => window.page.getByTestId("table-status")
  const filters = () => window.page.getByRole("list", { name: "Filters" })
  const filterBy = async (label: string, text: string) => {
    const { page } = window
    await page.getByRole("button", { name: "Filter", exact: true }).click()
    const editor = page.getByRole("dialog", { name: "Filter" })
    await editor.getByRole("button", { name: label, exact: true }).click()
    await editor.getByRole("textbox").fill(text)
    await editor.getByRole("button", { name: "Apply" }).click()
  }

  it("are in the switcher for people with the privilege alone", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets`)
    await page.getByRole("button", { name: "Workspace: Manager" }).click()
    const menu = page.locator("#workspace-menu")
    await menu.getByRole("link", { name: /^Admin/ }).waitFor()
    expect(await menu.getByText(/Cluster Admin|Storage Ops/).count()).toBe(0)
    await page.goto(`${service.origin}/cluster-admin`)
    await page.getByText("Cluster Admin is not open to you").waitFor()
    await database.query("update ui_users set privileges = array['cluster_admin', 'storage_ops']")
    await page.goto(`${service.origin}/manager/buckets`)
    await page.getByRole("button", { name: "Workspace: Manager" }).click()
    await menu.getByRole("link", { name: /^Storage Ops/ }).waitFor()
    await menu.getByRole("link", { name: /^Cluster Admin/ }).click()
    await page.getByRole("heading", { name: "Buckets" }).waitFor()
    await expect.poll(() => page.url()).toMatch(/\/cluster-admin\/buckets\?endpoint_id=\d+$/)
  })

  it("list the buckets of the endpoint; a filter comes back with the next visit, a selected row does not", async () => {
    const { page } = window
    await grid().getByText("weather", { exact: true }).waitFor()
    await filterBy("Name", "weath")
    await filters().getByText("weath").waitFor()
    await status()
      .getByText(/^1 of \d+ buckets/)
      .waitFor()
    await grid().getByText("weather", { exact: true }).click()
    const panel = page.getByTestId("panel")
    await panel.getByText("Size quota").waitFor()
    await panel.getByRole("button", { name: "Edit tags" }).click()
    await page.getByRole("dialog").getByLabel("New tag").fill("climate")
    await page.getByRole("dialog").getByRole("button", { name: "Save tags" }).click()
    await panel.getByTestId("tags").getByText("climate").waitFor()
    await expectAccessible(page)
    await pictured(window, "cluster-buckets")
    await page.goto(`${service.origin}/cluster-admin/buckets`)
    await filters().getByText("weath").waitFor()
    await status()
      .getByText(/^1 of \d+ buckets/)
      .waitFor()
    expect(await page.getByTestId("panel").count()).toBe(0)
    await page.goto(`${service.origin}/cluster-admin/buckets?endpoint_id=999999`)
    await page.getByText("Endpoint not found").waitFor()
  })

  it("list the buckets of all contexts, each with its context, and lead to the bucket's page", async () => {
    const { page } = window
    await page.goto(`${service.origin}/storage-ops/buckets`)
    await grid().getByText("weather", { exact: true }).first().waitFor()
    await filterBy("Name", "weath")
    await filters().getByText("weath").waitFor()
    await expectAccessible(page)
    await pictured(window, "ops-buckets")
    await grid()
      .getByRole("link", { name: /^Open weather in / })
      .first()
      .click()
    await page.waitForURL(/\/manager\/buckets\/weather\?context_id=/)
  })
})
