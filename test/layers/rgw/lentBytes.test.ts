import { assert, describe, it } from "@effect/vitest"
import { createHash, randomBytes } from "node:crypto"
import { once } from "node:events"
import * as http from "node:http"
import * as https from "node:https"
import { mkdtempSync, rmSync } from "node:fs"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { pipeline } from "node:stream"
import { markRelayable, socketRelay } from "#layers/rgw/socketRelay.ts"
import { certificateAuthority, opensslLack } from "../../support/certificates.ts"
import { requirement } from "../../support/Requirement.ts"

const mebibyte = 1024 * 1024
const bytes = randomBytes(24 * mebibyte)
const sumOf = (some: Uint8Array) => createHash("sha256").update(some).digest("hex")

const listening = async (server: http.Server) => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

type Scheme = "http" | "https"

const sceneOf =
  (scheme: Scheme) =>
  async (answer?: (request: http.IncomingMessage, response: http.ServerResponse, length: number) => void) => {
    const broken: Array<boolean> = []
    const respond = (request: http.IncomingMessage, response: http.ServerResponse) => {
      const length = Number(/\d+/.exec(request.url ?? "")?.[0])
      response.on("close", () => broken.push(!response.writableFinished))
      if (answer !== undefined) return answer(request, response, length)
      response.writeHead(200, { "content-length": length }).end(bytes.subarray(0, length))
    }
    const folder = mkdtempSync(path.join(tmpdir(), "stowage-lent-"))
    const authority = scheme === "http" ? null : certificateAuthority(folder)
    const issued = authority?.issue("localhost")
    const source =
      issued === undefined
        ? http.createServer(respond)
        : https.createServer({ key: issued.key, cert: issued.certificate }, respond)
    const options = { keepAlive: true, maxSockets: 16 }
    const agent =
      authority === null
        ? socketRelay(new http.Agent(options))
        : socketRelay(new https.Agent({ ...options, ca: authority.certificate }))
    const sourcePort = await listening(source)
    const front = http.createServer((request, response) => {
      const asked = (authority === null ? http : https).request(
        { agent, port: sourcePort, host: "127.0.0.1", path: request.url ?? "/" },
        (body) => {
          markRelayable(body)
          body.on("error", () => undefined)
          const pass = () => {
            response.writeHead(200, { "content-length": body.headers["content-length"] })
            pipeline(body, response, () => undefined)
          }
          const late = Number(new URL(request.url ?? "/", "http://front").searchParams.get("late") ?? 0)
          if (late === 0) pass()
          else setTimeout(pass, late)
        }
      )
      asked.on("error", () => response.destroy())
      asked.end()
    })
    const port = await listening(front)
    return {
      address: (length: number, late = 0) => `http://127.0.0.1:${port}/${length}${late === 0 ? "" : `?late=${late}`}`,
      broken,
      agent,
      stop: () => {
        agent.destroy()
        for (const server of [front, source]) server.closeAllConnections()
        front.close()
        source.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }

const cases = (scheme: Scheme) => () => {
  const scene = sceneOf(scheme)

  it("are those of the source, whatever their number and however many are read beside each other", async () => {
    const { address, stop } = await scene((_, response, length) => {
      response.writeHead(200, { "content-length": length })
      for (let at = 0; at < length; at += 77_777) response.write(bytes.subarray(at, Math.min(at + 77_777, length)))
      response.end()
    })
    try {
      for (let round = 0; round < 5; round++) {
        await Promise.all(
          [0, 1, 70_000, mebibyte - 1, mebibyte, mebibyte + 1, 3 * mebibyte + 17, 24 * mebibyte].map(async (length) => {
            const got = new Uint8Array(await (await fetch(address(length, round * 10))).arrayBuffer())
            assert.strictEqual(got.length, length)
            assert.strictEqual(sumOf(got), sumOf(bytes.subarray(0, length)))
          })
        )
      }
    } finally {
      stop()
    }
  })

  it("break off with their source", async () => {
    const { address, stop } = await scene((_, response, length) => {
      response.writeHead(200, { "content-length": length })
      response.write(bytes.subarray(0, length - mebibyte), () => response.destroy())
    })
    try {
      const answer = await fetch(address(8 * mebibyte, 10))
      let got = 0
      const broke = await (async () => {
        for await (const piece of answer.body ?? []) got += piece.length
      })().then(
        () => false,
        () => true
      )
      assert.isTrue(broke)
      assert.isAtMost(got, 7 * mebibyte)
    } finally {
      stop()
    }
  })

  it("end with their reader, who hangs up", async () => {
    const { address, broken, stop } = await scene()
    try {
      const hangUp = new AbortController()
      const answer = await fetch(address(24 * mebibyte, 10), { signal: hangUp.signal })
      await answer.body?.getReader().read()
      hangUp.abort()
      while (broken.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      assert.deepStrictEqual(broken, [true])
    } finally {
      stop()
    }
  })

  it("wait for a reader who is slow: their source is not read meanwhile", async () => {
    let sent = 0
    const endless = 1024 * mebibyte
    const { address, stop } = await scene((_, response, length) => {
      response.writeHead(200, { "content-length": length })
      const send = () => {
        while (!response.destroyed && sent < length) {
          sent += mebibyte
          if (!response.write(bytes.subarray(0, mebibyte))) return response.once("drain", send)
        }
      }
      send()
    })
    try {
      const hangUp = new AbortController()
      const { body } = await fetch(address(endless, 10), { signal: hangUp.signal })
      await body?.getReader().read()
      for (let before = -1; before !== sent; ) {
        before = sent
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
      assert.isBelow(sent, 128 * mebibyte)
      hangUp.abort()
    } finally {
      stop()
    }
  })

  it("are no more than was said, whatever else the source sends", async () => {
    const length = 3 * mebibyte
    const { address, stop } = await scene((_, response) => {
      response.socket?.end(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`),
          bytes.subarray(0, length + mebibyte)
        ])
      )
    })
    try {
      const { hostname, pathname, port } = new URL(address(length))
      const reader = connect({ host: hostname, port: Number(port) })
      reader.write(`GET ${pathname} HTTP/1.1\r\nhost: front\r\nconnection: close\r\n\r\n`)
      const answer = Buffer.concat((await reader.toArray()) as Array<Buffer>)
      assert.strictEqual(sumOf(answer.subarray(answer.indexOf("\r\n\r\n") + 4)), sumOf(bytes.subarray(0, length)))
    } finally {
      stop()
    }
  })

  it("give up the connection of a large answer, and keep that of a small one", async () => {
    const { address, agent, stop } = await scene((_, response, length) => {
      response.writeHead(200, { "content-length": length }).flushHeaders()
      // apart from its head, which otherwise arrives with small bodies
      setTimeout(() => response.end(bytes.subarray(0, length)), 20)
    })
    const idle = () => Object.values(agent.freeSockets).flat().length
    try {
      await (await fetch(address(1_000))).arrayBuffer()
      while (idle() === 0) await new Promise((resolve) => setTimeout(resolve, 10))
      await (await fetch(address(2 * mebibyte, 10))).arrayBuffer()
      while (Object.values(agent.sockets).flat().length > 0) await new Promise((resolve) => setTimeout(resolve, 10))
      assert.strictEqual(idle(), 0)
      assert.strictEqual((await (await fetch(address(1_000))).arrayBuffer()).byteLength, 1_000)
    } finally {
      stop()
    }
  })
}

describe("bytes that are lent from socket to socket", cases("http"))
requirement("openssl", opensslLack())("bytes that are lent from a socket with TLS", cases("https"))
