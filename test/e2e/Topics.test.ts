import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, reach, type Window } from "./console.ts"
import { savedAfterSignIn, withoutService } from "./support/badDays.ts"
import { pictured } from "./support/pictured.ts"
import { withConsole } from "./withConsole.ts"

requirement("Chromium", chromiumLack())("topics", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("topics", async (opened) => {
    ;({ service, window } = opened)
    context =
      (await api<ReadonlyArray<{ id: string }>>(window.page, "GET", "/me/execution-contexts?workspace=manager"))[0]
        ?.id ?? ""
  })
  const dialog = () => window.page.getByRole("dialog")
  const open = () => window.page.goto(`${service.origin}/manager/topics?context_id=${context}`)

  it("are created, shown at their own address, changed and deleted, by keyboard too", async () => {
    const { page } = window
    await open()
    await page.getByText("No topic yet").waitFor()
    await page.getByRole("button", { name: "Create topic" }).first().click()
    await dialog().getByLabel("Name", { exact: true }).fill("uploads")
    await dialog()
      .getByLabel(/Push events to/)
      .fill("ftp://listener.example.org")
    await dialog().getByRole("button", { name: "Create topic" }).click()
    await dialog()
      .getByText(/is nothing that a gateway pushes to/)
      .waitFor()
    await dialog()
      .getByLabel(/Push events to/)
      .fill("https://listener.example.org/events")
    await expectAccessible(page)
    await page.keyboard.press("Enter")
    const panel = page.getByTestId("panel")
    await panel.getByText("https://listener.example.org/events").first().waitFor()
    await dialog().waitFor({ state: "hidden" })
    expect(new URL(page.url()).searchParams.get("open")).toContain(":uploads")
    await panel.getByText("None. A bucket tells a topic").waitFor()
    await panel.getByRole("button", { name: "Check the endpoint" }).click()
    await panel
      .getByTestId("endpoint-check")
      .getByText("listener.example.org is not on EVENT_LISTENER_ALLOWED_HOSTS")
      .waitFor()
    await expectAccessible(page)
    await pictured(window, "topics")
    await panel.getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("Queue events and try again").check()
    await dialog()
      .getByLabel(/Most tries/)
      .fill("3")
    await dialog().getByRole("button", { name: "Save changes" }).click()
    await dialog().waitFor({ state: "hidden" })
    await panel.getByText("Queued, and tried again").waitFor()
    await panel.getByRole("button", { name: "Delete uploads" }).click()
    await dialog().getByRole("textbox").fill("uploads")
    await dialog().getByRole("button", { name: "Delete topic" }).click()
    await dialog().waitFor({ state: "hidden" })
    await page.getByText("No topic yet").waitFor()
  }, 120_000)

  it("survive a stopped service and an ended session during creation, and are deleted by keyboard", async () => {
    const { page } = window
    await open()
    await page.getByRole("button", { name: "Create topic" }).first().click()
    await dialog().getByLabel("Name", { exact: true }).fill("night-shift")
    await withoutService(page, async () => {
      await dialog().getByRole("button", { name: "Create topic" }).click()
      await dialog().getByRole("alert").waitFor()
    })
    expect(await dialog().getByLabel("Name", { exact: true }).inputValue()).toBe("night-shift")
    await savedAfterSignIn(page, dialog().getByRole("button", { name: "Create topic" }), "POST", "/api/manager/topics")
    await page.getByTestId("panel").getByRole("heading", { name: "night-shift" }).waitFor()
    await dialog().waitFor({ state: "hidden" })
    await page.reload()
    await page.getByTestId("panel").getByRole("heading", { name: "night-shift" }).waitFor()
    await page.locator("main").focus()
    await reach(page, page.getByTestId("panel").getByRole("button", { name: "Delete night-shift" }))
    await page.keyboard.press("Enter")
    await dialog().getByLabel("Type “night-shift” to confirm").waitFor()
    await page.keyboard.type("night-shift")
    await page.keyboard.press("Enter")
    await dialog().waitFor({ state: "hidden" })
    await page.getByText("No topic yet").waitFor()
  }, 120_000)

  it("are tried: an event arrives, with its latency, and nothing is left", async () => {
    const { page } = window
    await open()
    await page.getByRole("button", { name: "Test notifications" }).first().click()
    await dialog().getByLabel("Bucket").waitFor()
    await dialog().getByRole("button", { name: "Test notifications" }).click()
    await dialog()
      .getByTestId("test-result")
      .getByText(/The event arrived \d+ ms/)
      .waitFor()
    await dialog().getByText("Nothing of it is left").waitFor()
    await expectAccessible(page)
    await pictured(window, "topics-test")
    expect(await api(page, "GET", `/manager/topics?context_id=${context}`)).toEqual({ items: [] })
  }, 120_000)

  it("are offered in a bucket's notifications, kept current, and absent without SNS", async () => {
    const { page } = window
    const { arn } = await api<{ arn: string }>(page, "POST", `/manager/topics?context_id=${context}`, {
      name: "chosen",
      attributes: {}
    })
    await page.goto(`${service.origin}/manager/buckets/sample-documents/advanced?context_id=${context}`)
    await page.getByTestId("feature-notifications").getByRole("button", { name: "Edit Notifications" }).click()
    const form = page.getByTestId("edit-notifications")
    await form.getByRole("button", { name: "Choose a topic" }).click()
    await form.getByLabel("Topics of this account").selectOption({ label: "chosen" })
    await expect.poll(() => form.getByLabel("Topic", { exact: true }).inputValue()).toBe(arn)
    await expectAccessible(page)

    await page.goto(`${service.origin}/manager/topics?context_id=${context}&open=${encodeURIComponent(arn)}`)
    await page.getByTestId("panel").getByRole("button", { name: "Change" }).click()
    await dialog()
      .getByLabel(/Sent along/)
      .fill("mine")
    await api(page, "PUT", `/manager/topics/${encodeURIComponent(arn)}/attributes?context_id=${context}`, {
      attributes: { opaque_data: "theirs" }
    })
    await dialog().getByRole("button", { name: "Save changes" }).click()
    await dialog()
      .getByText(/Somebody else changed this topic meanwhile/)
      .waitFor()
    expect(
      (
        await api<{ attributes: { opaque_data: string } }>(
          page,
          "GET",
          `/manager/topics/${encodeURIComponent(arn)}?context_id=${context}`
        )
      ).attributes.opaque_data
    ).toBe("theirs")

    const reason = "SNS is switched off for Sandbox: an administrator can switch it on (ListTopics answered 405)"
    await page.route("**/api/manager/topics?*", (route) =>
      route.fulfill({
        status: 403,
        contentType: "application/problem+json",
        json: {
          type: "urn:stowage:problem:workspace_unavailable",
          title: "Not available",
          status: 403,
          detail: reason,
          code: "workspace_unavailable",
          remediation_reason: "topics_unavailable",
          request_id: "r"
        }
      })
    )
    await page.goto(`${service.origin}/manager/topics?context_id=${context}`)
    await page.getByText(reason).first().waitFor()
    await expectAccessible(page)
  }, 120_000)
})
