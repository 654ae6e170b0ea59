import * as http from "node:http"

export interface Target {
  readonly url: string
  readonly cookie: string
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })

export const getPage = ({ cookie, url }: Target): Promise<string> =>
  new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { cookie } }, (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.once("error", reject)
        answer.once("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          if (answer.statusCode === 200) resolve(text)
          else reject(new Error(`${url}: ${answer.statusCode} ${text}`))
        })
      })
      .once("error", reject)
  })

export const answersPerSecond = async (target: Target, callers: number, duration: number): Promise<number> => {
  let answered = 0
  const began = performance.now()
  const caller = async () => {
    while (performance.now() - began < duration) {
      await getPage(target)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return answered / ((performance.now() - began) / 1000)
}

export const closeConnections = (): void => agent.destroy()
