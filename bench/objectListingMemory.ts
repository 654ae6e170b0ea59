// The gateway is simulated: a real one needs an hour for a million objects.
import { readFileSync } from "node:fs"
import { startService } from "../test/support/ServiceProcess.ts"
import { countedGateway } from "./support/countedGateway.ts"
import { benchSize, missLimit } from "./support/size.ts"

const [few, many] = [benchSize("FEW", 10_000, 1_000), benchSize("KEYS", 1_000_000, 2_000)]
/** Ratio of both peaks; garbage of the first thousand pages is excluded. */
const MAX_PEAK_RATIO = 1.15
const warming = benchSize("WARMING", 60, 1)

const residentOf = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024

const peakWhile = async (pid: number, work: () => Promise<void>) => {
  let peak = residentOf(pid)
  const looking = setInterval(() => {
    peak = Math.max(peak, residentOf(pid))
  }, 50)
  await work()
  clearInterval(looking)
  return peak
}

const signIn = async (origin: string, url: string) => {
  const response = await fetch(`${origin}/api/auth/login/s3`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ access_key: "AKIABENCH00000000000", secret_key: "secret-of-the-bench", endpoint_url: url })
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ")
}

const gateway = await countedGateway()
const service = await startService({
  env: {
    SANDBOX_GATEWAY: "false",
    USER_SUPPLIED_S3_ENDPOINT_ALLOWED_HOSTS: "localhost",
    OUTBOUND_PRIVATE_HOSTS: "localhost"
  }
})
try {
  const pid = service.child.pid ?? 0
  let cookie = await signIn(service.origin, gateway.url)
  const get = async (path: string, query: Record<string, string>) => {
    const ask = () =>
      fetch(
        `${service.origin}/api/browser/buckets/bench/${path}?${new URLSearchParams({ context_id: "s3-session", ...query })}`,
        { headers: { cookie } }
      )
    const response = await ask()
    if (response.ok) return response
    // a session expires after some minutes
    cookie = await signIn(service.origin, gateway.url)
    const again = await ask()
    if (!again.ok) throw new Error(`${again.status} ${await again.text()}`)
    return again
  }
  const pages = async (keys: number) => {
    let found = 0
    for (let token: string | null = ""; token !== null; ) {
      const page = (await (
        await get("objects", {
          prefix: `folder-${keys}/`,
          delimiter: "",
          ...(token === "" ? {} : { continuation_token: token })
        })
      ).json()) as { readonly objects: ReadonlyArray<unknown>; readonly next_continuation_token: string | null }
      found += page.objects.length
      token = page.next_continuation_token
    }
    if (found !== keys) throw new Error(`${found} keys instead of ${keys}`)
  }
  const streamed =
    (path: string, query: Record<string, string>, wanted: (keys: number) => RegExp) => async (keys: number) => {
      let last = ""
      const reader = (await get(path, { prefix: `folder-${keys}/`, ...query }))
        .body!.pipeThrough(new TextDecoderStream())
        .getReader()
      for (let part = await reader.read(); !part.done; part = await reader.read())
        last = (last + part.value).slice(-4_000)
      if (!wanted(keys).test(last)) throw new Error(`${path} of ${keys} keys ended with ${last}`)
    }
  const ways: ReadonlyArray<readonly [string, (keys: number) => Promise<void>]> = [
    ["pages of 1,000", pages],
    [
      "a search that finds nothing, streamed",
      streamed("search", { q: "nothing is called so" }, (keys) => new RegExp(`"looked":${keys}\\b`))
    ],
    ["the size of the folder, streamed", streamed("folder-size", {}, (keys) => new RegExp(`"objects":${keys}\\b`))]
  ]
  console.log(
    "\nResident memory of the service, peaks while a client reads a folder (MiB)\n  " +
      `${"".padEnd(44)}${few.toLocaleString("en").padStart(12)}${many.toLocaleString("en").padStart(12)}   ratio`
  )
  for (const [what, read] of ways) {
    for (let round = 0; round < warming; round++) await read(few)
    const small = await peakWhile(pid, () => read(few))
    const large = await peakWhile(pid, () => read(many))
    const ratio = large / small
    if (ratio > MAX_PEAK_RATIO) missLimit()
    console.log(
      `  ${what.padEnd(44)}${small.toFixed(0).padStart(12)}${large.toFixed(0).padStart(12)}   ` +
        `${ratio.toFixed(2)}   ${ratio <= MAX_PEAK_RATIO ? "within" : "ABOVE"} ${MAX_PEAK_RATIO}`
    )
  }
} finally {
  await service.stop()
  await gateway.stop()
}
