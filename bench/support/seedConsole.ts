import type { Page } from "playwright-core"

/** A slice takes less than the 5 minutes of an access cookie. */
const SLICE_SIZE = 200

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

export const seedConsole = async (
  page: Page,
  counts: { readonly buckets: number; readonly users: number },
  onProgress: (made: number, of: number) => void = () => undefined
): Promise<void> => {
  const most = Math.max(counts.buckets, counts.users)
  for (let from = 0; from < most; from += SLICE_SIZE) {
    const part = (count: number) => [Math.min(from, count), Math.min(from + SLICE_SIZE, count)]
    await page.evaluate<void>(
      `(${make})(${JSON.stringify({ buckets: part(counts.buckets), users: part(counts.users) })})`
    )
    onProgress(Math.min(from + SLICE_SIZE, most), most)
  }
}
