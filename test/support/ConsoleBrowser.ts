export interface Answer {
  readonly status: number
  readonly code: string
  readonly location: string | null
  readonly headers: Headers
  readonly text: string
  readonly body: { readonly [key: string]: any }
}

/** An HTTP client like a browser: cookies by path, Origin, the latest CSRF value, no redirects. */
export class ConsoleBrowser {
  readonly #origin: string
  readonly #address: string
  readonly cookies = new Map<string, { readonly value: string; readonly path: string; readonly attributes: string }>()
  csrf: string | null = null

  /** `address`: target of requests if another process serves the origin. */
  constructor(origin: string, address: string = origin) {
    this.#origin = origin
    this.#address = address
  }

  #cookieFor(path: string) {
    return Array.from(this.cookies)
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ")
  }

  #keep(response: Response) {
    for (const line of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split("; ")
      const name = pair.slice(0, pair.indexOf("="))
      const value = pair.slice(pair.indexOf("=") + 1)
      const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "/"
      if (value === "") this.cookies.delete(name)
      else this.cookies.set(name, { value, path, attributes: attributes.join("; ") })
    }
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    signal: AbortSignal | null = null
  ): Promise<Answer> {
    const cookie = this.#cookieFor(path)
    const response = await fetch(`${this.#address}${path}`, {
      method,
      signal,
      redirect: "manual",
      headers: {
        accept: "application/json",
        ...(cookie === "" ? {} : { cookie }),
        ...(method === "GET" ? {} : { origin: this.#origin }),
        ...(method === "GET" || this.csrf === null ? {} : { "x-csrf-token": this.csrf }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    this.#keep(response)
    const text = await response.text()
    const isLines = response.headers.get("content-type")?.startsWith("application/x-ndjson") ?? false
    const parsed = /^[[{]/.test(text) && !isLines ? JSON.parse(text) : {}
    if (typeof parsed.csrf_token === "string") this.csrf = parsed.csrf_token
    return {
      status: response.status,
      code: parsed.code ?? "",
      location: response.headers.get("location"),
      headers: response.headers,
      text,
      body: parsed
    }
  }

  async put(
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<Answer> {
    const response = await fetch(`${this.#address}${path}`, {
      method: "PUT",
      body: bytes,
      headers: {
        cookie: this.#cookieFor(path),
        origin: this.#origin,
        "x-csrf-token": this.csrf ?? "",
        "content-type": "application/octet-stream",
        ...headers
      }
    })
    const text = await response.text()
    const body = /^[[{]/.test(text) ? JSON.parse(text) : {}
    return { status: response.status, code: body.code ?? "", location: null, headers: response.headers, text, body }
  }

  async bytes(
    path: string,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array }> {
    const response = await fetch(`${this.#address}${path}`, { headers: { cookie: this.#cookieFor(path), ...headers } })
    return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  open(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return fetch(`${this.#address}${path}`, { headers: { cookie: this.#cookieFor(path), ...headers } })
  }

  get(path: string) {
    return this.send("GET", path)
  }

  post(path: string, body?: unknown) {
    return this.send("POST", path, body)
  }

  async session() {
    return (await this.get("/api/auth/session")).body
  }

  enter(cookies: Readonly<Record<string, string>>, csrf: string) {
    for (const [name, value] of Object.entries(cookies)) this.cookies.set(name, { value, path: "/", attributes: "" })
    this.csrf = csrf
  }
}
