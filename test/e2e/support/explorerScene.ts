import { randomBytes } from "node:crypto"
import type { Locator } from "playwright-core"
import type { ServiceProcess } from "../../support/ServiceProcess.ts"
import type { Window } from "../console.ts"
import { ask } from "./ask.ts"

interface Opened {
  readonly service: ServiceProcess
  readonly window: Window
}

export const explorerScene = (now: () => Opened) => {
  const page = () => now().window.page
  const grid = () => page().getByRole("grid")

  const bucketWith = async (
    objects: Readonly<Record<string, string | Buffer>>,
    features: Readonly<Record<string, unknown>> = {}
  ): Promise<string> => {
    const bucket = `seen-${randomBytes(4).toString("hex")}`
    await page().goto(`${now().service.origin}/manager/buckets`)
    const contents = Object.entries(objects).map(([key, content]) => [key, Buffer.from(content).toString("base64")])
    await page().evaluate(`(async (bucket, objects, features) => {
      ${ask}
      const [context] = await (await ask("/me/execution-contexts?workspace=manager")).json()
      const told = async (method, path, body) => {
        const bytes = body instanceof Uint8Array
        const answer = await ask(path + "?context_id=" + context.id, { method, headers: { "content-type": bytes ? "application/octet-stream" : "application/json" }, body: body === undefined ? null : bytes ? body : JSON.stringify(body) })
        if (!answer.ok) throw new Error(method + " " + path + ": " + await answer.text())
        return answer.json()
      }
      await told("POST", "/manager/buckets", { name: bucket, ...features })
      for (const [key, content] of objects) {
        const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0))
        const base = "/browser/buckets/" + bucket + "/uploads"
        const { id } = await told("POST", base, { key, size_bytes: bytes.length, content_type: "text/plain" })
        await told("PUT", base + "/" + id + "/parts/1", bytes)
        await told("POST", base + "/" + id + "/complete")
      }
    })(${JSON.stringify(bucket)}, ${JSON.stringify(contents)}, ${JSON.stringify(features)})`)
    return bucket
  }

  const callApi = async <A>(method: string, path: string, body?: unknown): Promise<A> =>
    await page().evaluate(`(async (method, path, body) => {
    ${ask}
    const [context] = await (await ask("/me/execution-contexts?workspace=manager")).json()
    const answer = await ask(path + (path.includes("?") ? "&" : "?") + "context_id=" + context.id, { method, headers: { "content-type": typeof body === "string" ? "application/octet-stream" : "application/json" }, body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body) })
    if (!answer.ok) throw new Error(method + " " + path + ": " + await answer.text())
    return answer.status === 204 ? null : answer.json()
  })(${[method, path, body].map((one) => JSON.stringify(one) ?? "undefined").join(", ")})`)

  const putObject = async (bucket: string, key: string, content: string): Promise<void> => {
    const base = `/browser/buckets/${bucket}/uploads`
    const { id } = await callApi<{ id: string }>("POST", base, {
      key,
      size_bytes: content.length,
      content_type: "text/plain"
    })
    await callApi("PUT", `${base}/${id}/parts/1`, content)
    await callApi("POST", `${base}/${id}/complete`)
  }

  return {
    grid,
    row: (name: string): Locator => grid().getByText(name, { exact: true }),
    panel: () => page().getByTestId("panel"),
    search: () => new URL(page().url()).searchParams,
    bucketWith,
    told: callApi,
    put: putObject,
    open: async (bucket: string, prefix = "", base = "/browser"): Promise<void> => {
      await page().goto(
        `${now().service.origin}${base}?${new URLSearchParams({ bucket, ...(prefix === "" ? {} : { prefix }) })}`
      )
      await page().getByTestId("table-status").getByText(/^\d/).waitFor()
    },
    objectsOf: async (bucket: string): Promise<Readonly<Record<string, string>>> =>
      await page().evaluate(`(async (bucket) => {
        ${ask}
        const [context] = await (await ask("/me/execution-contexts?workspace=manager")).json()
        const base = "/browser/buckets/" + bucket + "/objects"
        const { objects } = await (await ask(base + "?delimiter=&context_id=" + context.id)).json()
        return Object.fromEntries(await Promise.all(objects.map(async ({ key }) => [key, await (await ask(base + "/download?" + new URLSearchParams({ context_id: context.id, key }))).text()])))
      })(${JSON.stringify(bucket)})`)
  }
}
