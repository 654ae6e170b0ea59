import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { setTimeout as sleep } from "node:timers/promises"
import type { BlobPart } from "./Blobs.ts"
import { type Call, parseCall, type Reply } from "./Call.ts"
import { corsHeaders } from "./Cors.ts"
import type { FaultBook, FaultPlan } from "./Faults.ts"
import { GatewayError } from "./GatewayError.ts"
import { routeOf } from "./Router.ts"
import type { Store } from "./Store.ts"
import { leaf, node, plainDocument } from "./Xml.ts"

const page =
  "<!doctype html><html><head><title>Sign in</title></head><body><h1>Please sign in to the network</h1></body></html>"
const isParts = (body: Reply["body"]): body is ReadonlyArray<BlobPart> => Array.isArray(body)

const errorReply = (call: Call | undefined, error: GatewayError): Reply => {
  const requestId = call?.requestId ?? ""
  const headers = { "accept-ranges": "bytes", ...error.headers }
  if (call?.bucket === "admin") {
    return {
      status: error.status,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({
        Code: error.code,
        Message: error.message,
        RequestId: requestId,
        HostId: "1-default-default"
      })
    }
  }
  // RGW does not name the bucket when it refuses a signature.
  const named =
    call === undefined ||
    call.bucket === "" ||
    error.code === "MethodNotAllowed" ||
    (call.principal === undefined && error.code === "AccessDenied" && call.method !== "OPTIONS")
      ? []
      : [leaf("BucketName", call.bucket)]
  return {
    status: error.status,
    headers: { ...headers, "content-type": "application/xml" },
    body: plainDocument(
      "Error",
      leaf("Code", error.code),
      leaf("Message", error.message),
      ...named,
      leaf("RequestId", requestId),
      leaf("HostId", "1-default-default")
    )
  }
}

const faultReply = (plan: FaultPlan): Reply | undefined => {
  const { effect } = plan
  if (effect === "html") return { status: 200, headers: { "content-type": "text/html" }, body: page }
  if (effect === "empty-200") return { status: 200 }
  if (typeof effect === "number")
    throw new GatewayError(effect === 503 ? "SlowDown" : "InternalError", "", { status: effect })
  if (typeof effect === "object" && "body" in effect) {
    return {
      status: effect.status ?? 200,
      headers: { "content-type": effect.contentType ?? "application/xml" },
      body: effect.body
    }
  }
  if (typeof effect === "object") {
    throw new GatewayError(
      effect.code ?? (effect.status === 503 ? "SlowDown" : "InternalError"),
      effect.message ?? "",
      { status: effect.status }
    )
  }
  return undefined
}

export class GatewayServer {
  readonly #store: Store
  readonly #faults: FaultBook
  readonly #server: Server

  constructor(store: Store, faults: FaultBook) {
    this.#store = store
    this.#faults = faults
    this.#server = createServer(
      { keepAliveTimeout: 65_000, maxHeaderSize: 64 * 1024, requestTimeout: 0 },
      (req, res) => {
        this.#serve(req, res).catch(() => {
          // Client disconnected, or the answer began.
          res.destroy()
        })
      }
    )
  }

  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject)
      this.#server.listen(port, host, () => {
        const address = this.#server.address()
        resolve(typeof address === "object" && address !== null ? address.port : port)
      })
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let call: Call
    try {
      call = parseCall(req)
    } catch (cause) {
      return await this.#send(undefined, res, this.#explain(undefined, cause), undefined)
    }
    const route = routeOf(call)
    const plan = this.#faults.plan({
      method: call.method,
      path: call.path,
      query: call.rawQuery,
      op: route.op,
      bucket: call.bucket
    })
    if (plan.delayMs > 0) await sleep(plan.delayMs)
    if (plan.effect === "hang") return
    if (plan.effect === "reset") {
      req.socket.destroy()
      return
    }
    const { bytes, reply } = await this.#answer(
      call,
      async () => faultReply(plan) ?? (await route.run(this.#store, call, plan.names))
    )
    this.#count(call, route.op, reply)
    if (plan.effect === "reset-after") {
      req.socket.destroy()
      return
    }
    await this.#send(call, res, reply, plan.effect, bytes)
  }

  async #answer(
    call: Call,
    handle: () => Promise<Reply>
  ): Promise<{ readonly reply: Reply; readonly bytes?: AsyncIterable<Buffer> }> {
    for (let attempt = 0; ; attempt++) {
      try {
        const reply = await handle()
        if (!isParts(reply.body) || call.method === "HEAD") return { reply }
        return { reply, bytes: await this.#store.blobs.open(reply.body) }
      } catch (cause) {
        const vanished = cause instanceof Error && "code" in cause && cause.code === "ENOENT"
        if (!vanished || call.method !== "GET" || attempt > 4) return { reply: this.#explain(call, cause) }
      }
    }
  }

  #explain(call: Call | undefined, cause: unknown): Reply {
    if (cause instanceof GatewayError) return errorReply(call, cause)
    return errorReply(call, new GatewayError("InternalError", cause instanceof Error ? cause.message : String(cause)))
  }

  #count(call: Call, op: string, reply: Reply): void {
    const bucket =
      call.bucket === "" || call.bucket === "admin"
        ? undefined
        : this.#store.buckets.byName(call.tenant ?? call.principal?.tenant ?? "", call.bucket)
    const owner = bucket?.owner ?? call.principal?.owner
    if (owner === undefined || call.bucket === "admin") return
    const sent = isParts(reply.body)
      ? reply.body.reduce((sum, part) => sum + part.to - part.from, 0)
      : Buffer.byteLength(reply.body ?? "")
    this.#store.usage.add({
      owner,
      bucket: bucket?.name ?? "",
      op,
      sent: call.method === "HEAD" ? 0 : sent,
      received: call.bytesReceived,
      ok: reply.status < 400
    })
  }

  async #send(
    call: Call | undefined,
    res: ServerResponse,
    reply: Reply,
    effect: FaultPlan["effect"],
    bytes?: AsyncIterable<Buffer>
  ): Promise<void> {
    const { body } = reply
    const cors = call === undefined || call.method === "OPTIONS" ? {} : corsHeaders(this.#store, call)
    const headers: Record<string, string> = {
      server: "Stowage sandbox gateway",
      ...(call === undefined ? {} : { "x-amz-request-id": call.requestId }),
      ...cors,
      ...reply.headers
    }
    if (!isParts(body) && reply.status !== 204 && reply.status !== 304)
      headers["content-length"] = String(Buffer.byteLength(body ?? ""))
    res.writeHead(reply.status, headers)
    if (call?.method === "HEAD") {
      res.end()
      return
    }
    if (effect === "truncated") return await this.#sendHalf(res, isParts(body) ? "" : (body ?? ""), bytes)
    if (bytes !== undefined) return await pipeline(Readable.from(bytes, { objectMode: false }), res)
    res.end(isParts(body) ? "" : (body ?? ""))
    if (effect === "extra-bytes") res.socket?.write(node("Error", leaf("Code", call?.bucket ?? "")).repeat(4))
  }

  async #sendHalf(res: ServerResponse, text: string | Buffer, bytes: AsyncIterable<Buffer> | undefined): Promise<void> {
    const pieces: Array<Buffer> = [Buffer.from(text)]
    if (bytes !== undefined) for await (const piece of bytes) pieces.push(piece)
    const whole = Buffer.concat(pieces)
    res.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => res.destroy())
  }
}
