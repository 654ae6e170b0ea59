import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, reach, type Window } from "./console.ts"
import { savedAfterSignIn, withoutService } from "./support/badDays.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("keys of a context, and private access to its account", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("manager-keys", async (opened) => {
    ;({ service, window } = opened)
    context =
      (
        await api<ReadonlyArray<{ id: string; kind: string }>>(
          window.page,
          "GET",
          "/me/execution-contexts?workspace=manager"
        )
      ).find(({ kind }) => kind === "account")?.id ?? ""
  })

  const panel = () => window.page.getByTestId("panel")
  const dialog = () => window.page.getByRole("dialog")
  const keys = async () =>
    (
      await api<{ items: ReadonlyArray<{ access_key: string; active: boolean; console_key: boolean }> }>(
        window.page,
        "GET",
        `/manager/cluster/keys?context_id=${context}`
      )
    ).items
  const accesses = async () =>
    (
      await api<{
        items: ReadonlyArray<{ state: string; iam_user_name: string; person: string; drift: ReadonlyArray<unknown> }>
      }>(window.page, "GET", `/manager/private-access?context_id=${context}`)
    ).items

  it("a key's secret is shown once; the console's own key is only rotated", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/cluster/keys?context_id=${context}`)
    const [own] = await keys()
    await page.getByRole("button", { name: "Create key" }).click()
    await dialog().getByTestId("root-key-warning").waitFor()
    await dialog().getByRole("button", { name: "Create key" }).click()
    await dialog().getByText("It is shown only this once").waitFor()
    await dialog().getByTestId("root-key-warning").waitFor()
    await dialog().getByText("Cyberduck").click()
    const [profile] = await Promise.all([
      page.waitForEvent("download"),
      dialog().getByRole("button", { name: "Download the configuration for Cyberduck" }).click()
    ])
    expect(profile.suggestedFilename()).toMatch(/\.cyberduckprofile$/)
    expect((await dialog().getByTestId("new-secret-key").innerText()).length).toBeGreaterThan(20)
    const made = await dialog().getByTestId("new-access-key").innerText()
    await dialog().getByRole("button", { name: "I have copied it" }).click()
    await dialog().waitFor({ state: "hidden" })

    await page.getByRole("grid").getByText(made, { exact: true }).first().click()
    await panel().getByRole("heading", { name: made, exact: true }).waitFor()
    await panel().getByRole("button", { name: "Switch off" }).click()
    await dialog().getByRole("button", { name: "Switch off" }).click()
    await panel().getByRole("button", { name: "Switch on" }).waitFor()
    await pictured(window, "cluster-keys")
    await expectAccessible(page)
    await panel().getByRole("button", { name: "Delete" }).click()
    await dialog().getByLabel(`Type “${made}” to confirm`).fill(made)
    await dialog().getByRole("button", { name: "Delete key" }).click()
    await dialog().waitFor({ state: "hidden" })
    await expect.poll(async () => (await keys()).some(({ access_key }) => access_key === made)).toBe(false)

    await page.getByRole("grid").getByText(own!.access_key, { exact: true }).first().click()
    await panel().getByRole("button", { name: "Rotate" }).waitFor()
    expect(
      await panel()
        .getByRole("button", { name: /^(Delete|Switch off)$/ })
        .count()
    ).toBe(0)
    await panel().getByRole("button", { name: "Rotate" }).click()
    await dialog().getByRole("button", { name: "Rotate key" }).click()
    await dialog().waitFor({ state: "hidden" })
    await expect
      .poll(
        async () =>
          (await keys())
            .map(({ access_key, active, console_key }) => [access_key === own!.access_key, active, console_key])
            .sort(),
        { timeout: 60_000 }
      )
      .toEqual([
        [false, true, true],
        [true, false, false]
      ])
  }, 180_000)

  it("private access is given with a policy, shown with its state, and ended by typed name", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/private-access?context_id=${context}&create=1`)
    await dialog().getByLabel("AmazonS3ReadOnlyAccess").check()
    await pictured(window, "private-access-grant")
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Give private access" }).click()
    await dialog().waitFor({ state: "hidden" })
    await expect.poll(async () => (await accesses()).map(({ state }) => state), { timeout: 60_000 }).toEqual(["active"])
    const [made] = await accesses()
    await page.getByRole("grid").getByText(made!.person, { exact: true }).first().click()
    await panel().getByText(made!.iam_user_name).waitFor()
    await panel().getByRole("button", { name: "Look at the gateway" }).click()
    await page.getByText("is as it is wanted").first().waitFor()
    await pictured(window, "private-access")
    await expectAccessible(page)
    await panel().getByRole("button", { name: "End access" }).click()
    await dialog().getByLabel(`Type “${made!.iam_user_name}” to confirm`).fill(made!.iam_user_name)
    await dialog().getByRole("button", { name: "End access" }).click()
    await dialog().waitFor({ state: "hidden" })
    await expect.poll(async () => (await accesses()).length, { timeout: 60_000 }).toBe(0)
  }, 180_000)

  it("private access works by keyboard through a stopped service and an ended session", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/private-access?context_id=${context}`)
    await page.locator("main h1").waitFor()
    await reach(page, page.getByRole("button", { name: "Give private access" }).first())
    await page.keyboard.press("Enter")
    await reach(page, dialog().getByLabel("AmazonS3ReadOnlyAccess"))
    await page.keyboard.press("Space")
    await withoutService(page, async () => {
      await reach(page, dialog().getByRole("button", { name: "Give private access" }))
      await page.keyboard.press("Enter")
      await dialog().getByRole("alert").waitFor()
    })
    expect(await dialog().getByLabel("AmazonS3ReadOnlyAccess").isChecked()).toBe(true)
    await savedAfterSignIn(
      page,
      dialog().getByRole("button", { name: "Give private access" }),
      "POST",
      "/api/manager/private-access"
    )
    await dialog().waitFor({ state: "hidden" })
    await expect.poll(async () => (await accesses()).map(({ state }) => state), { timeout: 60_000 }).toEqual(["active"])
    const [made] = await accesses()
    await page.getByRole("grid").getByText(made!.person, { exact: true }).first().waitFor()
    await page.locator("main").focus()
    await reach(page, page.getByRole("grid"))
    await page.keyboard.press("Enter")
    await reach(page, panel().getByRole("button", { name: "End access" }))
    await page.keyboard.press("Enter")
    await dialog().getByLabel(`Type “${made!.iam_user_name}” to confirm`).waitFor()
    await page.keyboard.type(made!.iam_user_name)
    await page.keyboard.press("Enter")
    await dialog().waitFor({ state: "hidden" })
    await expect.poll(async () => (await accesses()).length, { timeout: 60_000 }).toBe(0)
  }, 180_000)
})
