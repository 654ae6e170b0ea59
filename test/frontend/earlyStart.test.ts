import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { call } from "../../frontend/src/client/call.ts"
import { browserStorage } from "../support/browserStorage.ts"

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { status: 200, headers: { "content-type": "application/json" } })
const context = (id: string, can_browse_objects: boolean) => ({
  id,
  endpoint_is_default: false,
  capabilities: { can_browse_objects }
})

const CONTEXTS = "/api/me/execution-contexts?workspace="
const OBJECTS = "/api/browser/buckets/photos/objects?max_keys=50"

const open = async (
  at: string,
  workspace: "manager" | "browser",
  contexts: ReadonlyArray<object>
): Promise<Array<readonly [address: string, workspace: string | undefined]>> => {
  const sent: Array<readonly [string, string | undefined]> = []
  const { pathname, search } = new URL(at, "http://console")
  vi.stubGlobal("window", { location: { pathname, search } })
  vi.stubGlobal("location", { pathname, search })
  vi.stubGlobal("localStorage", browserStorage())
  vi.stubGlobal("addEventListener", () => undefined)
  vi.stubGlobal("fetch", (address: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
    sent.push([address, headers["x-s3-workspace"]])
    return Promise.resolve(
      json(address.startsWith(CONTEXTS) ? contexts : { prefixes: [], objects: [], next_continuation_token: null })
    )
  })
  const script = { dataset: { ask: `${CONTEXTS}${workspace}`, context: workspace } as Record<string, string> }
  vi.stubGlobal("document", { currentScript: script, documentElement: { dataset: { font: "inter" } } })
  vi.resetModules()
  await import("../../frontend/src/early/early.ts")
  script.dataset = { first: OBJECTS, inContext: "" }
  await globalThis.stowageFirst()
  return sent
}

const readObjects = (context_id: string) =>
  call("GET /api/browser/buckets/:bucket_name/objects", {
    params: { bucket_name: "photos" },
    query: { max_keys: 50, context_id }
  })

afterEach(() => {
  globalThis.stowageEarly = undefined
  vi.unstubAllGlobals()
})

describe("the first request of an explorer, sent before its scripts", () => {
  it("names the workspace in the Manager's explorer, and the page does not list the folder again", async () => {
    const sent = await open("/manager/browser?bucket=photos&context_id=7", "manager", [context("7", true)])
    await readObjects("7")
    assert.deepStrictEqual(sent, [
      [`${CONTEXTS}manager`, undefined],
      [`${OBJECTS}&context_id=7`, "manager-browser"]
    ])
  })

  it("names no workspace in Browser, and the page does not list the folder again", async () => {
    const sent = await open("/browser?bucket=photos&context_id=7", "browser", [context("7", true)])
    await readObjects("7")
    assert.deepStrictEqual(sent, [
      [`${CONTEXTS}browser`, undefined],
      [`${OBJECTS}&context_id=7`, undefined]
    ])
  })

  it("is not sent in the Manager's explorer for a context without the right to its data", async () => {
    assert.deepStrictEqual(
      await open("/manager/browser?bucket=photos&context_id=7", "manager", [context("6", true), context("7", false)]),
      [[`${CONTEXTS}manager`, undefined]]
    )
  })

  it("is not taken by a page of another workspace that asks for the same folder", async () => {
    const sent = await open("/manager/browser?bucket=photos&context_id=7", "manager", [context("7", true)])
    vi.stubGlobal("window", { location: { pathname: "/browser", search: "" } })
    await readObjects("7")
    assert.deepStrictEqual(sent.slice(1), [
      [`${OBJECTS}&context_id=7`, "manager-browser"],
      [`${OBJECTS}&context_id=7`, undefined]
    ])
  })
})
