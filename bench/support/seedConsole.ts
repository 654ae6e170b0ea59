import type { Page } from "playwright-core"

/** Runs in the page, with its session: makes things through the API, eight at a time. */
const make = `async ({ buckets, users }) => {
  const { csrf_token } = await (await fetch("/api/auth/session")).json()
  const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
  const post = async (address, body) => {
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json", "x-csrf-token": csrf_token }, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(address + ": " + response.status + " " + await response.text())
  }
  const each = async (count, one) => {
    let next = 0
    const work = async () => { for (let number = next++; number < count; number = next++) await one(String(number).padStart(5, "0")) }
    await Promise.all(Array.from({ length: 8 }, work))
  }
  await each(buckets, (number) => post("/api/manager/buckets?context_id=" + context.id, { name: "many-" + number, object_lock: false }))
  await each(users, (number) => post("/api/admin/users", { email: "person-" + number + "@example.org", full_name: "Person " + number, role: "ui_user" }))
}`

/** Fills the sandbox's first account with buckets, and the console with people. */
export const seedConsole = (page: Page, counts: { readonly buckets: number; readonly users: number }): Promise<void> =>
  page.evaluate<void>(`(${make})(${JSON.stringify(counts)})`)
