import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { api, expectAccessible, type Window } from "./console.ts"
import { withConsole } from "./withConsole.ts"

interface Read {
  readonly value: Readonly<Record<string, unknown>> | null
  readonly version: string
}

requirement("Chromium", chromiumLack())("the editors of a bucket's features", () => {
  let service: ServiceProcess
  let window: Window
  let context = ""
  withConsole("bucket-editors", async (opened) => {
    ({ service, window } = opened)
    const { page } = window
    context = (await api<ReadonlyArray<{ id: string }>>(page, "GET", "/me/execution-contexts?workspace=manager"))[0]?.id ?? ""
    for (const name of ["edited-one", "edited-two", "edited-three", "edited-four"]) await api(page, "POST", `/manager/buckets?context_id=${context}`, { name })
  })

  const address = (bucket: string, side: string) => `${service.origin}/manager/buckets/${bucket}/${side}?context_id=${context}`
  const section = (feature: string) => window.page.getByTestId(`feature-${feature}`)
  const dialog = () => window.page.getByRole("dialog")
  const toasts = () => window.page.locator(".toasts")
  const path = (bucket: string, feature: string) => `/manager/buckets/${bucket}/features/${feature}?context_id=${context}`
  const read = (bucket: string, feature: string) => api<Read>(window.page, "GET", path(bucket, feature))
  const put = async (bucket: string, feature: string, value: object | null) => {
    const { version } = await read(bucket, feature)
    await api(window.page, "PUT", path(bucket, feature), { value, version })
  }
  const edit = async (bucket: string, side: string, feature: string, label: string) => {
    await window.page.goto(address(bucket, side))
    await section(feature).getByRole("button", { name: `Edit ${label}` }).click()
    await window.page.getByTestId(`edit-${feature}`).waitFor()
  }
  const review = async (title: string) => {
    await window.page.getByRole("button", { name: "Review and save" }).click()
    await dialog().getByRole("heading", { name: title }).waitFor()
  }

  it("tags are typed, shown as a difference before they are sent, saved, and put back by Undo", async () => {
    const { page } = window
    await put("edited-one", "tags", { tags: [{ key: "team", value: "weather" }] })
    await edit("edited-one", "properties", "tags", "Tags")
    await section("tags").getByRole("button", { name: "Add tag" }).click()
    await section("tags").getByLabel("Key").nth(1).fill("Größe")
    await section("tags").getByLabel("Value").nth(1).fill("大")
    await review("Save Tags?")
    const diff = dialog().getByTestId("diff")
    await diff.getByText("Größe").waitFor()
    expect(await diff.innerText()).toContain("weather")
    await expectAccessible(page)
    await dialog().getByText("Copy as awscli or curl").click()
    const commands = await dialog().getByTestId("command").allInnerTexts()
    expect(commands[0]).toMatch(/^aws --endpoint-url \S+ s3api put-bucket-tagging --bucket edited-one --tagging '\{"TagSet":/)
    expect(commands[1]).toContain("edited-one?tagging")
    await dialog().getByRole("button", { name: "Save Tags" }).click()
    await toasts().getByText("Tags is saved").waitFor()
    expect((await read("edited-one", "tags")).value).toEqual({ tags: [{ key: "team", value: "weather" }, { key: "Größe", value: "大" }] })
    await toasts().getByRole("button", { name: "Undo" }).click()
    await toasts().getByText("Tags is as it was before").waitFor()
    expect((await read("edited-one", "tags")).value).toEqual({ tags: [{ key: "team", value: "weather" }] })
    await section("tags").getByTestId("summary").getByText("team=weather", { exact: true }).waitFor()
  }, 120_000)
})
