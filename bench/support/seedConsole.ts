import type { Page } from "playwright-core"

/** Things of one slice: made well within the life of an access cookie, 5 minutes, however busy the machine is. */
const slice = 200

/** Runs in the page, with its session, which it renews first: makes things through the API, eight at a time, from a number on. */
const make = `async ({ buckets, users }) => {
  const { csrf_token: old } = await (await fetch("/api/auth/session")).json()
  await fetch("/api/auth/refresh", { method: "POST", headers: { "x-csrf-token": old } })
  const { csrf_token } = await (await fetch("/api/auth/session")).json()
  const [context] = await (await fetch("/api/me/execution-contexts?workspace=manager")).json()
  const post = async (address, body) => {
    const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json", "x-csrf-token": csrf_token }, body: JSON.stringify(body) })
    if (response.status !== 201) throw new Error(address + ": " + response.status + " " + await response.text())
  }
  const each = async ([from, until], one) => {
    let next = from
    const work = async () => { for (let number = next++; number < until; number = next++) await one(String(number).padStart(5, "0")) }
    await Promise.all(Array.from({ length: 8 }, work))
  }
  await each(buckets, (number) => post("/api/manager/buckets?context_id=" + context.id, { name: "many-" + number, object_lock: false }))
  await each(users, (number) => post("/api/admin/users", { email: "person-" + number + "@example.org", full_name: "Person " + number, role: "ui_user" }))
}`

/** Fills the sandbox's first account with buckets, and the console with people. `told` hears how many of all there are. */
export const seedConsole = async (
  page: Page, counts: { readonly buckets: number; readonly users: number }, told: (made: number, of: number) => void = () => undefined
): Promise<void> => {
  const most = Math.max(counts.buckets, counts.users)
  for (let from = 0; from < most; from += slice) {
    const part = (count: number) => [Math.min(from, count), Math.min(from + slice, count)]
    await page.evaluate<void>(`(${make})(${JSON.stringify({ buckets: part(counts.buckets), users: part(counts.users) })})`)
    told(Math.min(from + slice, most), most)
  }
}
