import { expect, it } from "vitest"
import { chromiumLack } from "../support/Chromium.ts"
import { requirement } from "../support/Requirement.ts"
import { api, openWindow } from "./console.ts"
import { firstSignIn } from "./firstSignIn.ts"
import { returnService, sharedEnv, takeService, type SharedService } from "./support/sharedService.ts"

const rowsOf = async ({ database: { query } }: SharedService): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await query<{ name: string }>(
    "select relname::text as name from pg_class where relkind = 'r' and relnamespace = " +
      "'snapshot'::regnamespace order by 1"
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows)
    counts[name] =
      (await query<{ count: number }>(`select count(*)::int as count from public.${name}`)).rows[0]?.count ?? 0
  return counts
}

requirement("Chromium", chromiumLack())("a service that files share", () => {
  it("shows the next file nothing of the file before", async () => {
    const first = await takeService(sharedEnv)
    const before = await rowsOf(first)
    let window = await openWindow()
    const openBuckets = async () => {
      await window.page.goto(`${first.service.origin}/manager/buckets`)
      await window.page.getByRole("grid").getByText("sample-empty", { exact: true }).waitFor()
    }
    await firstSignIn(window, first.service)
    const [context] = await api<ReadonlyArray<{ id: string }>>(
      window.page,
      "GET",
      "/me/execution-contexts?workspace=manager"
    )
    await api(window.page, "POST", `/manager/buckets?context_id=${context?.id}`, { name: "of-the-file-before" })
    await api(window.page, "DELETE", `/manager/buckets/sample-empty?context_id=${context?.id}`)
    await api(window.page, "POST", "/admin/groups", { name: "Of the file before" })
    await window.page.goto(`${first.service.origin}/manager/buckets`)
    await window.page.getByRole("grid").getByText("of-the-file-before", { exact: true }).waitFor()
    await window.close()
    returnService(sharedEnv, first)

    const second = await takeService(sharedEnv)
    expect(second).toBe(first)
    expect(await rowsOf(second)).toEqual(before)
    window = await openWindow()
    await firstSignIn(window, second.service)
    await openBuckets()
    expect(await window.page.getByRole("grid").getByText("of-the-file-before").count()).toBe(0)
    expect(await api(window.page, "GET", "/admin/groups?page=1")).toMatchObject({ items: [] })
    await window.close()
    returnService(sharedEnv, second)
  }, 240_000)
})
