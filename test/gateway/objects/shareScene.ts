import { Effect } from "effect"
import { request } from "node:http"
import { Settings } from "#services/platform/Settings.ts"
import { ConsoleBrowser } from "../../support/ConsoleBrowser.ts"
import type { AdminGateway } from "../contract/adminGateway.ts"
import { ok } from "../managerScene.ts"
import { transferScene } from "./transferScene.ts"

export const shareScene = Effect.fnUntraced(function* (gateway: AdminGateway) {
  const scene = yield* transferScene(gateway)
  const { publicOrigin: origin } = yield* Settings
  const make = (body: object) =>
    Effect.map(scene.send("POST", scene.at("shares"), { expires_seconds: 3600, ...body }), (answer) => {
      const { share, url } = ok(answer) as { share: { id: string }; url: string }
      return {
        id: share.id,
        url,
        token: url.slice(url.lastIndexOf("/") + 1),
        at: `/api/share/${url.slice(url.lastIndexOf("/") + 1)}`
      }
    })
  return {
    ...scene,
    origin,
    make,
    visitor: () => new ConsoleBrowser(origin),
    shown: (id: string) =>
      Effect.map(scene.send("GET", "/api/browser/shares"), (answer) =>
        (ok(answer)["items"] as ReadonlyArray<Record<string, any>>).find((one) => one["id"] === id)
      ),
    hits: (id: string) =>
      Effect.map(
        scene.send("GET", `/api/browser/shares/${id}/hits`),
        (answer) => ok(answer)["items"] as ReadonlyArray<Record<string, any>>
      ),
    revoke: (id: string) => scene.send("DELETE", `/api/browser/shares/${id}`)
  }
})

export class SlowSender {
  readonly #request
  readonly answer: Promise<{ readonly status: number; readonly body: any } | "cut">

  constructor(origin: string, path: string, length: number, headers: Readonly<Record<string, string>> = {}) {
    this.#request = request(`${origin}${path}`, {
      method: "POST",
      headers: { origin, "content-type": "application/octet-stream", "content-length": String(length), ...headers }
    })
    this.#request.flushHeaders()
    this.answer = new Promise((resolve) => {
      this.#request.on("error", () => resolve("cut"))
      this.#request.on("response", (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", () => resolve("cut"))
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          resolve({ status: response.statusCode ?? 0, body: /^[[{]/.test(text) ? JSON.parse(text) : text })
        })
      })
    })
  }

  write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => this.#request.write(bytes, (error) => (error ? reject(error) : resolve())))
  }

  end() {
    this.#request.end()
  }

  hangUp() {
    this.#request.destroy()
  }
}
