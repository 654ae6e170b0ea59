import * as http from "node:http"
import type { Member } from "./crowd.ts"

export type Act = "page" | "search" | "session" | "refresh"

export interface Answered {
  readonly act: Act
  readonly milliseconds: number
  readonly status: number
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

export const goHome = () => agent.destroy()

const searches = ["00", "1", "7", "42", "9-0", "rgw"] as const
const sorts = ["name", "used_bytes", "object_count", "created_at"] as const

/** A user at a bucket table of one replica. `random`: 0 up to 1. `origin`: the service's own address. */
export const makePerson = ({ contextId, cookie }: Member, replica: string, origin: string, random: () => number) => {
  const at = Number(new URL(replica).port)
  let csrf = ""
  let stream: http.ClientRequest | null = null
  let bytes = 0
  let lost = 0
  let isClosing = false

  const ask = (act: Act, method: "GET" | "POST", path: string) =>
    new Promise<Answered & { readonly text: string }>((resolve, reject) => {
      const began = performance.now()
      const headers = { cookie, ...(method === "POST" ? { origin, "x-csrf-token": csrf } : {}) }
      http
        .request({ host: "127.0.0.1", port: at, path, method, agent, headers }, (answer) => {
          const parts: Array<Buffer> = []
          answer.on("data", (part: Buffer) => parts.push(part))
          answer.once("error", reject)
          answer.once("end", () =>
            resolve({
              act,
              milliseconds: performance.now() - began,
              status: answer.statusCode ?? 0,
              text: Buffer.concat(parts).toString("utf8")
            })
          )
        })
        .once("error", reject)
        .end()
    })
  const page = (rest: string) => `/api/manager/buckets?context_id=${contextId}&page_size=50&${rest}`

  const follow = () =>
    new Promise<void>((resolve, reject) => {
      let isOpen = false
      stream = http.get(
        {
          host: "127.0.0.1",
          port: at,
          path: `/api/manager/buckets/stream?context_id=${contextId}&page=1&page_size=50`,
          agent: false,
          headers: { cookie, accept: "text/event-stream" }
        },
        (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`a stream was answered ${answer.statusCode}`))
          answer.on("data", (part: Buffer) => {
            bytes += part.length
            if (isOpen) return
            isOpen = true
            resolve()
          })
          const ended = () => {
            if (!isClosing) lost++
          }
          answer.once("end", ended).once("error", ended)
        }
      )
      stream.once("error", reject)
    })

  const pick = <A>(all: ReadonlyArray<A>) => all[Math.floor(random() * all.length)]

  return {
    arrive: async () => {
      const session = await ask("session", "GET", "/api/auth/session")
      csrf = String(JSON.parse(session.text)["csrf_token"] ?? "")
      const first = await ask("page", "GET", page("page=1"))
      if (csrf === "" || first.status !== 200) throw new Error(`${session.status} ${first.status} ${first.text}`)
      await follow()
    },
    page: () => ask("page", "GET", page(`page=${1 + Math.floor(random() * 20)}&sort_by=${pick(sorts)}`)),
    samePage: () => ask("page", "GET", page("page=1")),
    search: () => ask("search", "GET", page(`page=1&search=${pick(searches)}`)),
    session: () => ask("session", "GET", "/api/auth/session"),
    refresh: () => ask("refresh", "POST", `/api/manager/buckets/cache/refresh?context_id=${contextId}`),
    heard: () => bytes,
    lost: () => lost,
    leave: () => {
      isClosing = true
      stream?.once("error", () => undefined)
      stream?.destroy()
    }
  }
}

export type Person = ReturnType<typeof makePerson>
