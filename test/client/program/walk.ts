import createClient, { type Middleware } from "openapi-fetch"
import type { components, paths } from "./schema.d.ts"

type Schemas = components["schemas"]

export interface Authenticator {
  readonly create: (options: Schemas["PasskeyCreationOptions"]) => Schemas["PasskeyAttestation"]
}

const must = async <A>(
  what: string,
  call: Promise<{ data?: A; error?: Schemas["Problem"]; response: Response }>
): Promise<A> => {
  const { data, error, response } = await call
  if (error !== undefined)
    throw new Error(`${what}: ${response.status} ${error.code} ${error.detail} ${JSON.stringify(error.errors ?? [])}`)
  return data as A
}

const asBrowser = (origin: string) => {
  const jar = new Map<string, string>()
  const session = { csrf: "" }
  const middleware: Middleware = {
    onRequest({ request }) {
      request.headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "))
      request.headers.set("origin", origin)
      if (session.csrf !== "") request.headers.set("x-csrf-token", session.csrf)
    },
    onResponse({ response }) {
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === "") jar.delete(name)
        else jar.set(name, value)
      }
    }
  }
  return { middleware, session }
}

const signUp = async (origin: string, setupToken: string, authenticator: Authenticator): Promise<string> => {
  const client = createClient<paths>({ baseUrl: origin })
  const { middleware, session } = asBrowser(origin)
  client.use(middleware)
  const nobody = await must("session", client.GET("/api/auth/session"))
  if (nobody.authenticated || !nobody.setup_required) throw new Error("somebody was here before")
  const begun = await must(
    "bootstrap",
    client.POST("/api/auth/bootstrap", {
      headers: { "x-service-bootstrap-token": setupToken },
      body: { email: "ada@example.org", full_name: "Ada Lovelace", password: "correct horse battery staple" }
    })
  )
  session.csrf = begun.csrf_token
  const options = await must("registration options", client.POST("/api/auth/webauthn/registration/options"))
  const enrolled = await must(
    "registration",
    client.POST("/api/auth/webauthn/registration/verify", {
      body: { name: "Software key", response: authenticator.create(options) }
    })
  )
  if (enrolled.next !== "ready") throw new Error(`still waiting for ${enrolled.next}`)
  session.csrf = enrolled.csrf_token
  const { token } = await must(
    "token",
    client.POST("/api/auth/api-tokens", {
      body: {
        name: "walk",
        scopes: ["profile.read", "manager.read", "manager.write", "browser.read", "browser.write"],
        expires_in_days: 1
      }
    })
  )
  return token
}

const firstFrame = async (body: ReadableStream<Uint8Array> | null): Promise<Schemas["BucketFrame"]> => {
  if (body === null) throw new Error("a stream without a body")
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let text = ""; ; ) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`the stream ended after ${JSON.stringify(text)}`)
    text += decoder.decode(value, { stream: true })
    const block = text.split("\n\n").find((lines, index, all) => index < all.length - 1 && lines.includes("event:"))
    if (block === undefined) continue
    await reader.cancel()
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1] ?? ""
    return { id: field("id"), event: field("event"), data: field("data") } as Schemas["BucketFrame"]
  }
}

export const walk = async (origin: string, setupToken: string, authenticator: Authenticator, bucket: string) => {
  const token = await signUp(origin, setupToken, authenticator)
  const client = createClient<paths>({ baseUrl: origin, headers: { authorization: `Bearer ${token}` } })
  const contexts = await must(
    "contexts",
    client.GET("/api/me/execution-contexts", { params: { query: { workspace: "manager" } } })
  )
  const context = contexts.find(({ endpoint_is_sandbox }) => endpoint_is_sandbox)
  if (context === undefined) throw new Error("no context of the sandbox")
  const query = { context_id: context.id }

  const created = await must(
    "create",
    client.POST("/api/manager/buckets", { params: { query }, body: { name: bucket } })
  )
  const again = await client.POST("/api/manager/buckets", { params: { query }, body: { name: bucket } })
  const refused = await client.POST("/api/manager/buckets", { params: { query }, body: { name: "Not_Allowed" } })
  const page = await must(
    "list",
    client.GET("/api/manager/buckets", {
      params: { query: { ...query, page: 1, page_size: 5, search: bucket, sort_by: "created_at", sort_dir: "desc" } }
    })
  )
  const live = await client.GET("/api/manager/buckets/stream", {
    params: { query: { ...query, page: 1, search: bucket } },
    parseAs: "stream"
  })
  const frame = await firstFrame(live.response.body)

  const path = { bucket_name: bucket }
  const folder = await must(
    "folder",
    client.POST("/api/browser/buckets/{bucket_name}/folders", { params: { path, query }, body: { prefix: "deep/" } })
  )
  const objects = await must(
    "objects",
    client.GET("/api/browser/buckets/{bucket_name}/objects", {
      params: { path, query: { ...query, delimiter: "", max_keys: 10 } }
    })
  )
  const kept = await client.DELETE("/api/manager/buckets/{bucket_name}", { params: { path, query } })
  const { results } = await must(
    "delete keys",
    client.DELETE("/api/browser/buckets/{bucket_name}/objects", {
      params: { path, query },
      body: { keys: [folder.key] }
    })
  )
  await must("delete", client.DELETE("/api/manager/buckets/{bucket_name}", { params: { path, query } }))
  const gone = await must(
    "list",
    client.GET("/api/manager/buckets", { params: { query: { ...query, search: bucket } } })
  )

  const shown: Schemas["BucketPage"] | null =
    frame.event === "result" ? (JSON.parse(frame.data) as Schemas["BucketPage"]) : null
  return {
    created: created.name,
    again: again.error?.code,
    refused: refused.error?.errors?.map(({ path }) => path.join(".")),
    listed: page.items.map(({ name }) => name),
    total: page.total,
    live: shown?.items.map(({ name }) => name),
    objects: objects.objects.map(({ key, size_bytes }) => ({ key, size_bytes })),
    kept: kept.error?.code,
    deleted: results.map(({ deleted, key }) => ({ deleted, key })),
    gone: gone.items.length
  }
}
