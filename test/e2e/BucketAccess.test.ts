import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, isFocused, reach, sticksOut, type Window } from "./console.ts"
import { picture } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("who has access to a bucket", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  const bucket = "access-given"
  const readsAll = { Effect: "Allow", Action: "s3:GetObject", Resource: `arn:aws:s3:::${bucket}/*` }
  withConsole(
    "bucket-access",
    async (opened) => {
      ;({ service, window } = opened)
      const { page } = window
      context =
        (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
      await api(page, "POST", `/manager/buckets?context_id=${context}`, { name: bucket })
      await iam("POST", "/users", { name: "heidi" })
      await iam("PUT", "/users/heidi/inline-policies/reading", {
        document: JSON.stringify({ Version: "2012-10-17", Statement: [readsAll] })
      })
      await iam("POST", "/groups", { name: "auditors" })
    },
    {
      tidy: async ({ page }) => {
        await page.emulateMedia({ colorScheme: "light" })
        await page.setViewportSize({ width: 1440, height: 900 })
      }
    }
  )
  const iam = (method: string, path: string, body: object) =>
    api(window.page, method, `/manager/iam${path}?context_id=${context}`, body)
  const changeBy = async (body: object) => {
    const path = `/manager/buckets/${bucket}/access`
    const { hash } = await api<{ readonly hash: string }>(
      window.page,
      "POST",
      `${path}/plan?context_id=${context}`,
      body
    )
    await api(window.page, "POST", `${path}?context_id=${context}`, { change: body, plan_hash: hash })
  }

  it("lists who has access, gives a group a folder after a changed plan, and revokes it", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets/${bucket}?context_id=${context}`)
    await page.getByRole("link", { name: "Access", exact: true }).click()
    const list = page.getByTestId("who-has-access")
    const row = (name: RegExp) => list.getByRole("row", { name })
    await list.getByText("Everything is read.").waitFor()
    await row(/Root user/)
      .getByText("Owner of the bucket")
      .waitFor()
    expect(
      (
        await row(/^heidi/)
          .getByRole("cell")
          .allInnerTexts()
      ).slice(0, 3)
    ).toEqual(["No", "Yes", "No"])
    await row(/^heidi/)
      .getByText("Policy reading, statement 1")
      .waitFor()
    expect(await row(/^auditors/).count()).toBe(0)

    const dialog = page.getByRole("dialog")
    const group = { kind: "iam_group", name: "auditors" }
    await list.getByRole("button", { name: "Give access" }).press("Enter")
    await expect.poll(() => isFocused(dialog.getByLabel("Name of the IAM group"))).toBe(true)
    await dialog.getByLabel("Name of the IAM group").fill("nobody")
    await dialog.getByLabel("Folder").fill("reports")
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByText("There is no IAM group of this name").waitFor()
    await dialog.getByLabel("Name of the IAM group").fill("auditors")
    await page.keyboard.press("Enter")
    await dialog
      .getByTestId("access-plan")
      .getByText(/gets the inline policy/)
      .waitFor()
    await expectAccessible(page)
    await changeBy({ action: "give", recipient: group, prefix: "reports/", level: "upload", until: null })
    await dialog.getByRole("button", { name: "Give access" }).click()
    await dialog.getByText("Somebody changed this meanwhile").waitFor()
    await dialog
      .getByTestId("access-plan")
      .getByText(/is replaced/)
      .waitFor()
    await dialog.getByRole("button", { name: "Give access" }).click()
    await page.locator(".toasts").getByText("Access given").waitFor()
    await row(/^auditors/)
      .getByText("only reports/*")
      .first()
      .waitFor()

    await page.setViewportSize({ width: 390, height: 844 })
    expect(await sticksOut(page)).toEqual([])
    await expectAccessible(page)
    await row(/^auditors/)
      .getByRole("button", { name: /^Revoke…/ })
      .first()
      .press("Enter")
    await dialog
      .getByText(/loses the inline policy/)
      .first()
      .waitFor()
    await dialog.getByRole("button", { name: "Revoke access" }).click()
    await page.locator(".toasts").getByText("Access revoked").waitFor()
    await row(/^auditors/).waitFor({ state: "detached" })
    await page.setViewportSize({ width: 1440, height: 900 })
  }, 60_000)

  it("lists an expired grant until it is removed, by keyboard, after another try was cancelled", async () => {
    const { page } = window
    const until = new Date(Date.now() + 2_000).toISOString()
    await changeBy({
      action: "give",
      recipient: { kind: "iam_group", name: "auditors" },
      prefix: "",
      level: "read",
      until
    })
    const list = page.getByTestId("who-has-access")
    const auditors = list.getByRole("row", { name: /^auditors/ })
    await expect
      .poll(async () => {
        await page.goto(`${service.origin}/manager/buckets/${bucket}/access?context_id=${context}`)
        await list.getByText("Everything is read.").waitFor()
        return (await auditors.allInnerTexts()).join()
      })
      .toContain("expired")
    expect((await auditors.getByRole("cell").allInnerTexts()).slice(0, 2)).toEqual(["No", "No"])
    await expectAccessible(page)
    const revoke = auditors.getByRole("button", { name: /^Revoke….* expired / })
    const dialog = page.getByRole("dialog")
    await reach(page, revoke)
    await page.keyboard.press("Enter")
    await dialog
      .getByText(/loses the inline policy/)
      .first()
      .waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "hidden" })
    await expect.poll(() => isFocused(revoke)).toBe(true)
    await page.keyboard.press("Enter")
    await reach(page, dialog.getByRole("button", { name: "Revoke access" }))
    await page.keyboard.press("Enter")
    await page.locator(".toasts").getByText("Access revoked").waitFor()
    await auditors.waitFor({ state: "detached" })
  })

  it("makes a link from the list, which it then lists and revokes", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets/${bucket}/access?context_id=${context}`)
    const list = page.getByTestId("who-has-access")
    await list.getByText("Everything is read.").waitFor()
    const dialog = page.getByRole("dialog")
    await list.getByRole("button", { name: "Give access" }).click()
    await dialog.getByLabel("Who").selectOption({ label: "Anyone with a link" })
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByText("A link for downloads opens one folder: name it.").waitFor()
    await dialog.getByLabel("Access").selectOption({ label: "Upload only" })
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByRole("button", { name: "Make link" }).click()
    await dialog.getByRole("button", { name: "Done" }).click()
    const row = list.getByRole("row", { name: /^Upload link/ })
    await row.getByRole("button", { name: "Revoke…" }).click()
    await dialog.getByRole("button", { name: "Revoke link" }).click()
    await row.waitFor({ state: "detached" })
  }, 60_000)

  it("gives a person private access to one folder, and revokes it from the list", async () => {
    const { page } = window
    await page.goto(`${service.origin}/manager/buckets/${bucket}/access?context_id=${context}`)
    const list = page.getByTestId("who-has-access")
    await list.getByText("Everything is read.").waitFor()
    const dialog = page.getByRole("dialog")
    await list.getByRole("button", { name: "Give access" }).click()
    await dialog.getByLabel("Who").selectOption({ label: "Person of this console" })
    const person = dialog.getByTestId("give-person").getByLabel("Person")
    await person.waitFor()
    await person.selectOption({ index: (await person.locator("option").count()) - 1 })
    await dialog.getByLabel("Folder").fill("reports/")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Continue" }).click()
    const plan = dialog.getByTestId("access-plan")
    await plan.getByText(/gets private access: an IAM user with only this policy/).waitFor()
    await plan.getByText(/can list and read folder reports\/ of bucket access-given/).waitFor()
    await plan.getByText(/can reach every bucket of .* already, through an association/).waitFor()
    await expectAccessible(page)
    await picture(page, "access-give-person")
    await dialog.getByRole("button", { name: "Give access" }).click()
    await page.locator(".toasts").getByText("Access given").waitFor()
    const row = list.getByRole("row", { name: /Private access/ }).first()
    await row.getByText("only reports/*").first().waitFor()
    await row
      .getByRole("button", { name: /^Revoke…/ })
      .first()
      .click()
    await dialog.getByText(/^The private access of .* ends/).waitFor()
    await dialog.getByRole("button", { name: "Revoke access" }).click()
    await page.locator(".toasts").getByText("Access revoked").waitFor()
    await row.waitFor({ state: "detached" })
  }, 60_000)

  it("gives a person the account as a whole after saying what it opens, and revokes it", async () => {
    const { page } = window
    await api(page, "POST", "/admin/users", { email: "miles@example.org", full_name: "Miles Reader", role: "ui_user" })
    await page.goto(`${service.origin}/manager/buckets/${bucket}/access?context_id=${context}`)
    const list = page.getByTestId("who-has-access")
    await list.getByText("Everything is read.").waitFor()
    const dialog = page.getByRole("dialog")
    await list.getByRole("button", { name: "Give access" }).click()
    await dialog.getByLabel("Who").selectOption({ label: "Person or group, whole account" })
    await dialog.getByText(/no rights of their own in a single bucket/).waitFor()
    await dialog.getByRole("button", { name: "Continue" }).click()
    await dialog.getByText("Choose a person or a group.").waitFor()
    await dialog.getByRole("combobox", { name: "Search console users to add" }).fill("miles")
    await dialog.getByRole("option", { name: "Add Miles Reader" }).click()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await sticksOut(page)).toEqual([])
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Continue" }).click()
    const plan = dialog.getByTestId("access-plan")
    await plan.getByText(/This opens the account as a whole: \d+ buckets?, not only access-given/).waitFor()
    await plan.getByText(/IAM users, keys and policies/).waitFor()
    await expectAccessible(page)
    await picture(page, "access-give-account")
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole("button", { name: "Give access" }).click()
    const row = list.getByRole("row", { name: /^Miles Reader/ })
    await row.getByText("Direct association").waitFor()
    await row.getByRole("button", { name: "Revoke… Direct association of Miles Reader" }).click()
    await dialog.getByText(/The association of Miles Reader with account .* is removed/).waitFor()
    await dialog.getByRole("button", { name: "Revoke access" }).click()
    await row.waitFor({ state: "detached" })
  }, 60_000)
})
