import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { text } from "node:stream/consumers"

export interface Page {
  readonly status: number
  readonly body: string
  readonly location: URL | null
}

export const visitor = (caPem: string) => {
  const cookies = new Map<string, string>()

  return async (url: URL, form?: Record<string, string>): Promise<Page> => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(
        url,
        {
          method: form === undefined ? "GET" : "POST",
          ca: caPem,
          family: 4,
          agent: false,
          headers: {
            cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "),
            ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" })
          }
        },
        resolve
      )
        .on("error", reject)
        .end(form === undefined ? "" : new URLSearchParams(form).toString())
    })
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=", 2)
      if (value === "") cookies.delete(name)
      else cookies.set(name, value)
    }
    const { location } = answer.headers
    return {
      status: answer.statusCode ?? 0,
      body: await text(answer),
      location: location === undefined ? null : new URL(location, url)
    }
  }
}
