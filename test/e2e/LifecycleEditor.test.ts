import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

interface Read {
  readonly value: {
    readonly rules: ReadonlyArray<{
      readonly id: string | null
      readonly enabled: boolean
      readonly expiration: unknown
    }>
  } | null
  readonly version: string
}

const rule = (id: string, prefix: string, days: number) => ({
  id,
  enabled: true,
  filter: { prefix, tags: [], size_greater_than: null, size_less_than: null },
  expiration: { days },
  noncurrent_expiration: null,
  transitions: [],
  noncurrent_transitions: [],
  abort_multipart: null
})

requirement("Chromium", chromiumLack())("the editor of lifecycle rules", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("lifecycle-editor", async (opened) => {
    ;({ service, window } = opened)
    const { page } = window
    context =
      (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
    for (const name of ["lifecycle-one", "lifecycle-many"])
      await api(page, "POST", `/manager/buckets?context_id=${context}`, { name })
  })

  const section = () => window.page.getByTestId("feature-lifecycle")
  const simulation = () => window.page.getByTestId("simulation")
  const dialog = () => window.page.getByRole("dialog")
  const path = (bucket: string) => `/manager/buckets/${bucket}/features/lifecycle?context_id=${context}`
  const read = (bucket: string) => api<Read>(window.page, "GET", path(bucket))
  const put = async (bucket: string, rules: ReadonlyArray<object>) => {
    const { version } = await read(bucket)
    await api(window.page, "PUT", path(bucket), { value: { rules }, version })
  }
  const edit = async (bucket: string) => {
    await window.page.goto(`${service.origin}/manager/buckets/${bucket}/lifecycle?context_id=${context}`)
    await section().getByRole("button", { name: "Edit Lifecycle" }).click()
    await window.page.getByTestId("edit-lifecycle").waitFor()
  }

  it("rules are sentences; one is changed by keys, tried on the bucket, compared and saved", async () => {
    const { page } = window
    await put("lifecycle-one", [rule("all", "", 30), rule("tmp", "tmp/", 60)])
    await api(page, "POST", `/browser/buckets/lifecycle-one/folders?context_id=${context}`, { prefix: "tmp/new/" })
    await edit("lifecycle-one")
    const rules = section().getByTestId("lifecycle-rules")
    await rules.getByText("Objects under tmp/ are deleted 60 days after they were written").waitFor()
    await rules.getByText("the shorter time wins, 30 days of “all”").waitFor()
    await expectAccessible(page)

    await rules.getByRole("button", { name: /^Rule 2:/ }).focus()
    await page.keyboard.press("Enter")
    const days = rules.getByLabel("Days after they were written")
    await days.waitFor()
    await days.fill("0")
    await section().getByText("Expected at least 1 day").first().waitFor()
    await days.fill("7")
    await rules.getByText("Objects under tmp/ are deleted 7 days after they were written").waitFor()
    await section().getByText("the shorter time wins, 7 days of “tmp”").first().waitFor()

    await simulation().getByRole("button", { name: "Simulate" }).click()
    await simulation().getByText("Nothing happens within 7 days").waitFor()
    await simulation().getByRole("button", { name: "30 days" }).click()
    await simulation().getByTestId("simulated").getByText("1 object, 0 B, deleted", { exact: true }).waitFor()
    await simulation().getByText("Objects under tmp/ are deleted 7 days").click()
    await simulation().getByText("tmp/new/", { exact: true }).waitFor()
    await simulation().getByText("All objects are deleted 30 days").click()
    await simulation().getByRole("button", { name: "90 days" }).click()
    await simulation().getByText("Alone it would do 1 more: another rule is there first.").waitFor()
    await expectAccessible(page)

    await page.getByRole("button", { name: "Review and save" }).click()
    await dialog().getByRole("heading", { name: "Save Lifecycle?" }).waitFor()
    await dialog()
      .getByTestId("sentence-diff")
      .getByText(/7 days/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await dialog().getByRole("button", { name: "Save Lifecycle" }).click()
    await page.locator(".toasts").getByText("Lifecycle is saved").waitFor()
    expect((await read("lifecycle-one")).value?.rules.map(({ expiration, id }) => [id, expiration])).toEqual([
      ["all", { days: 30 }],
      ["tmp", { days: 7 }]
    ])
  }, 120_000)

  it("a template begins a draft, rules are added, switched off and removed", async () => {
    const { page } = window
    await edit("lifecycle-one")
    await section().getByRole("button", { name: "Begin with a template" }).click()
    await section()
      .getByRole("button", { name: /Keep the last versions/ })
      .click()
    const rules = section().getByTestId("lifecycle-rules")
    await rules.getByText("the newest 3 always kept").waitFor()
    await rules.getByRole("button", { name: "Add rule" }).click()
    await rules.getByText("Unfinished uploads are removed 7 days after they began").waitFor()
    await rules.getByLabel("Keys that begin with").fill("<b>&猫/")
    await rules.getByText("Unfinished uploads under <b>&猫/ are removed 7 days after they began").waitFor()
    await rules.getByRole("button", { name: "Switch off rule 1" }).click()
    await rules.getByText("named by the gateway · off").waitFor()
    await rules.getByRole("button", { name: "Remove rule 3" }).click()
    await expect.poll(() => rules.getByRole("listitem").filter({ hasText: "Rule" }).count()).toBe(2)
    await page.getByRole("button", { name: "Review and save" }).click()
    await dialog().getByRole("button", { name: "Save Lifecycle" }).click()
    await page.locator(".toasts").getByText("Lifecycle is saved").waitFor()
    const saved = (await read("lifecycle-one")).value?.rules ?? []
    expect(saved.map(({ enabled }) => enabled).toSorted()).toEqual([false, true])
  }, 120_000)

  it("a thousand rules stay usable: some at a time, and found by a word", async () => {
    await put(
      "lifecycle-many",
      Array.from({ length: 1_000 }, (_, index) =>
        rule(`r${String(index).padStart(4, "0")}`, `team-${index}/`, index + 1)
      )
    )
    await edit("lifecycle-many")
    const rules = section().getByTestId("lifecycle-rules")
    await rules.getByRole("button", { name: /^Show more/ }).waitFor()
    expect(await rules.locator("[data-rule]").count()).toBe(50)
    await rules.getByLabel("Search rules").fill("team-777/")
    await rules.getByText("1 of 1,000 rules").waitFor()
    await rules.getByText("Objects under team-777/ are deleted 778 days after they were written").waitFor()
  }, 120_000)
})
