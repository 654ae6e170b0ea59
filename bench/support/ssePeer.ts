import { createServer, type ServerResponse } from "node:http"

const readers = new Set<ServerResponse>()
const first = Buffer.from(`id: 1\nevent: result\ndata: ${JSON.stringify({ items: [], total: 50 })}\n\n`)

const server = createServer((request, response) => {
  if (request.method === "POST") {
    let body = ""
    request
      .setEncoding("utf8")
      .on("data", (chunk: string) => {
        body += chunk
      })
      .on("end", () => {
        const frame = Buffer.from(body)
        for (const reader of readers) reader.write(frame)
        response.writeHead(204).end()
      })
    return
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  response.write(first)
  readers.add(response)
  response.on("close", () => readers.delete(response))
})
setInterval(() => {
  for (const reader of readers) reader.write(": keep-alive\n\n")
}, 15_000)
server.listen(Number(process.env["PORT"]), "127.0.0.1", 4_096, () => console.log("ready"))
