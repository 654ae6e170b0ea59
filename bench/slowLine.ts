import type { Browser } from "playwright-core"
import { api, openWindow, setUp } from "../test/e2e/console.ts"
import { startService } from "../test/support/ServiceProcess.ts"
import { median } from "./support/figures.ts"
import { seedConsole } from "./support/seedConsole.ts"
import { kilobytes, kinds, scriptRequests, visit, type Visit } from "./support/slowPage.ts"
import { benchSize, missLimit } from "./support/size.ts"

const rounds = benchSize("ROUNDS", 5, 1)
const buckets = benchSize("BUCKETS", 2000, 20)
const firstRow = ".rt-window [role=row]"

const pages = [
  { name: "login", address: "/login", shows: "input[name=email]", heaviest: 45 },
  { name: `${buckets.toLocaleString("en")} buckets`, address: "/manager/buckets", shows: firstRow, heaviest: 75 },
  { name: "70 console users", address: "/admin/users", shows: firstRow, heaviest: null }
] as const

const service = await startService()
const window = await openWindow()

type StorageState = Awaited<ReturnType<typeof window.context.storageState>>

/** A fresh access cookie: a copy must not renew the session, which would end the other's. */
const freshSession = async (): Promise<StorageState> => {
  await window.page.evaluate(`(async () => {
    const { csrf_token } = await (await fetch("/api/auth/session")).json()
    await fetch("/api/auth/refresh", { method: "POST", headers: { "x-csrf-token": csrf_token } })
  })()`)
  const { cookies, origins } = await window.context.storageState()
  return { cookies: cookies.filter(({ name }) => name !== "font"), origins }
}

const listingAtRest = async (): Promise<void> => {
  for (
    const end = performance.now() + 300_000;
    performance.now() < end;
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  ) {
    const [context] = await api<ReadonlyArray<{ readonly id: string }>>(
      window.page,
      "GET",
      "/me/execution-contexts?workspace=manager"
    )
    const { listing, total } = await api<{
      readonly listing: { readonly state: string; readonly refreshing: boolean }
      readonly total: number
    }>(window.page, "GET", `/manager/buckets?context_id=${context?.id}&page=1&page_size=50`)
    if (listing.state === "complete" && !listing.refreshing && total >= buckets) return
  }
  throw new Error("the listing did not come to rest within 5 minutes")
}

const visitTwice = async (browser: Browser, state: StorageState | undefined, address: string, shows: string) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(state ? { storageState: state } : {})
  })
  try {
    const cold = await visit(context, service.origin + address, shows)
    return { cold, warm: await visit(context, service.origin + address, shows) }
  } finally {
    await context.close()
  }
}

const row = (what: string, values: ReadonlyArray<number>, unit: string, aim: number | null, digits = 1) => {
  const figure = median(values)
  if (aim !== null && figure > aim) missLimit()
  const spread = `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`
  console.log(
    `  ${what.padEnd(48)} ours ${figure.toFixed(digits).padStart(7)} ${unit.padEnd(3)} spread ` +
      `${spread.padEnd(13)} ${aim === null ? "" : `aim ≤ ${aim} ${unit} ${figure <= aim ? "meets" : "MISSES"}`}`
  )
}

try {
  await setUp(window.page, service.setupLink ?? "")
  const began = performance.now()
  await seedConsole(window.page, { buckets, users: 70 }, (made, of) =>
    console.error(`made ${made} of ${of} in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  )
  await listingAtRest()
  // a page without scripts never renews the session
  await window.page.goto(`${service.origin}/favicon.svg`)
  console.log(
    `\nThe console at 400 ms and 400 kbit/s, everything that travels before anybody touches the page, ${rounds} rounds`
  )
  for (const { address, heaviest, name, shows } of pages) {
    const visits: Array<{ readonly cold: Visit; readonly warm: Visit }> = []
    for (let round = 0; round < rounds; round++)
      visits.push(
        await visitTwice(window.browser, address === "/login" ? undefined : await freshSession(), address, shows)
      )
    const cold = visits.map((both) => both.cold)
    const warm = visits.map((both) => both.warm)
    const seen = address === "/login" ? "first field" : "first rows"
    console.log(`\n ${name}`)
    row(
      `${seen}, never here before`,
      cold.map(({ seconds }) => seconds),
      "s",
      4,
      2
    )
    row(
      `${seen}, here before`,
      warm.map(({ seconds }) => seconds),
      "s",
      1.5,
      2
    )
    row(
      "everything that travelled",
      cold.map((one) => kilobytes(one)),
      "kB",
      heaviest
    )
    for (const kind of kinds)
      row(
        `  of which ${kind}`,
        cold.map((one) => kilobytes(one, kind)),
        "kB",
        null
      )
    row("requests for scripts", cold.map(scriptRequests), "", 12, 0)
    row(
      "everything, here before",
      warm.map((one) => kilobytes(one)),
      "kB",
      null
    )
  }
} finally {
  await window.browser.close()
  await service.stop()
}
