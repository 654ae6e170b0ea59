import { assert, it } from "@effect/vitest"
import { SignatureV4 } from "@smithy/signature-v4"
import { Redacted } from "effect"
import { createHash, createHmac } from "node:crypto"
import { requestSigner } from "#layers/rgw/requestSigner.ts"
import { type GatewayRequest, signNow, signRequest } from "#layers/rgw/signRequest.ts"

const key = { accessKey: "AKIA0", secretKey: "s3cr3t/+", sessionToken: null }

const signed = (sessionToken: string | null, region: string, url: string) =>
  signRequest({
    method: "GET",
    url,
    path: "/team.a-bucket",
    query: { publicAccessBlock: "" },
    region,
    service: "s3",
    form: null,
    key: { access_key: key.accessKey, secret_key: Redacted.make(key.secretKey) },
    sessionToken: sessionToken === null ? null : Redacted.make(sessionToken)
  })

const momentOf = (date = "") =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))

for (const [what, token, region, url] of [
  ["a key", null, "eu-west-1", "http://127.0.0.1:8000"],
  ["a temporary key", "token/==", "", "https://s3.example.org"]
] as const) {
  it(`signs as the signer of all requests does: ${what}`, async () => {
    const theirs = await signed(token, region, url)
    const now = momentOf(theirs["x-amz-date"])
    const sign = requestSigner({ ...key, sessionToken: token }, region)
    const { host } = new URL(url)
    // a day before, so that another day's cached key would show
    sign({ method: "GET", host, path: "/other", query: "acl=" }, now - 86_400_000)
    assert.deepStrictEqual(
      sign({ method: "GET", host, path: "/team.a-bucket", query: "publicAccessBlock=" }, now),
      theirs
    )
  })
}

it("signs an object's key, its query and headers of its own as the signer of the SDK does", async () => {
  class Sha256 {
    readonly #hash
    constructor(secret?: string | Uint8Array) {
      this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret)
    }
    update(data: string | Uint8Array) {
      this.#hash.update(data)
    }
    digest() {
      return Promise.resolve(new Uint8Array(this.#hash.digest()))
    }
    reset() {
      return
    }
  }
  const signer = new SignatureV4({
    credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey },
    region: "default",
    service: "s3",
    uriEscapePath: false,
    sha256: Sha256 as never
  })
  const signingDate = new Date("2026-03-04T05:06:07Z")
  const own = { "x-amz-copy-source": "other/a%2Fb%20c", "x-amz-storage-class": "COLD" }
  const theirs = await signer.sign(
    {
      method: "PUT",
      protocol: "http:",
      hostname: "gateway",
      path: "/bucket/a%20b/%2B/..//c",
      query: { versionId: "x y" },
      headers: { host: "gateway", ...own }
    },
    { signingDate }
  )
  assert.deepStrictEqual(
    requestSigner(key, "default")(
      { method: "PUT", host: "gateway", path: "/bucket/a%20b/%2B/..//c", query: "versionId=x%20y", headers: own },
      signingDate.getTime()
    ),
    theirs.headers
  )
})

it("signs reads and PUTs of documents as the signer of all requests does, also with a new secret", async () => {
  const read = (secret: string, more: Partial<GatewayRequest> = {}): GatewayRequest => ({
    method: "GET",
    url: "https://s3.example.org:8443",
    path: "/admin/bucket",
    query: { uid: "t1$o'brien +%2B", stats: "true", format: "json", "max-entries": "250" },
    region: "",
    service: "s3",
    form: null,
    key: { access_key: key.accessKey, secret_key: Redacted.make(secret) },
    ...more
  })
  for (const request of [read("one"), read("two"), read("two", { sessionToken: Redacted.make("token/==") })]) {
    const theirs = await signRequest(request)
    assert.deepStrictEqual(signNow(request, momentOf(theirs["x-amz-date"])), theirs)
  }
  const document = { type: "application/xml", text: "<LifecycleConfiguration>é</LifecycleConfiguration>" }
  const put = read("one", { method: "PUT", path: "/t1%3Abucket", query: { lifecycle: "" }, document })
  const theirs = await signRequest(put)
  assert.deepStrictEqual(signNow(put, momentOf(theirs["x-amz-date"])), theirs)
  for (const other of [{ method: "PUT" }, { document }, { service: "iam" }, { key: null }, { form: "" }] as const)
    assert.isNull(signNow(read("one", other), 0))
})
