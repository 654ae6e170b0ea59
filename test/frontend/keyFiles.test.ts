import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  connectionChange,
  connectionInput,
  toLocalDateTime
} from "../../frontend/src/features/accounts/connections/connection-input.ts"
import { readKeyFile, parseSections, endpointUrl } from "../../frontend/src/features/accounts/connections/key-files.ts"
import { addressOf, KNOWN_PROVIDERS } from "../../frontend/src/features/accounts/connections/known-providers.ts"
import { remainingText } from "../../frontend/src/features/accounts/connections/remaining-text.ts"

const found = (text: string) => readKeyFile(text)?.found ?? []

describe("configuration files of other programs", () => {
  it("keys are taken as they stand: # ; = / + and quotes are part of them", () => {
    const secret = `ab#cd;ef=gh/ij+kl"'%`
    const [one] = found(`[default]\naws_access_key_id = AKIA1\naws_secret_access_key = ${secret}\n`)
    assert.strictEqual(one?.secretKey, secret)
    assert.strictEqual(found(`[r]\ntype = s3\naccess_key_id = A\nsecret_access_key = ${secret}`)[0]?.secretKey, secret)
    assert.strictEqual(
      found(`[default]\naccess_key = A\nsecret_key = ${secret}\nhost_base = s3.example.org`)[0]?.secretKey,
      secret
    )
  })

  it("AWS: credentials and config together; dotted profiles; nested s3 settings; keyless profiles", () => {
    const text = [
      "# a comment",
      "[default]",
      "aws_access_key_id=AKIA1",
      "aws_secret_access_key=s1",
      "",
      "[a.b c]",
      "aws_access_key_id = AKIA2",
      "aws_secret_access_key = s2",
      "aws_session_token = t2",
      "[profile a.b c]",
      "region = eu-west-1",
      "s3 =",
      "  endpoint_url = https://s3.example.org/",
      "  addressing_style = virtual",
      "output = json",
      "[profile sso]",
      "sso_session = corp",
      "region = us-east-2",
      "[sso-session corp]",
      "sso_region = us-east-1",
      "[profile default]",
      "region = eu-central-1"
    ].join("\r\n")
    assert.deepStrictEqual(found(text), [
      {
        name: "default",
        url: "",
        region: "eu-central-1",
        accessKey: "AKIA1",
        secretKey: "s1",
        sessionToken: "",
        pathStyle: false,
        provider: "cloud"
      },
      {
        name: "a.b c",
        url: "https://s3.example.org",
        region: "eu-west-1",
        accessKey: "AKIA2",
        secretKey: "s2",
        sessionToken: "t2",
        pathStyle: false,
        provider: "other"
      }
    ])
    assert.deepStrictEqual(found(text).map(endpointUrl), [
      "https://s3.eu-central-1.amazonaws.com",
      "https://s3.example.org"
    ])
  })

  it("rclone: remotes of type s3 with keys; others are left out", () => {
    const text =
      "[ceph]\ntype = s3\nprovider = Ceph\naccess_key_id = A\nsecret_access_key = S\nendpoint = " +
      "rgw.example.org:7480\n\n[drive]\ntype = drive\n\n[env]\ntype = s3\nenv_auth = true\n\n[r2]\ntype = " +
      "s3\nprovider = Cloudflare\naccess_key_id = B\nsecret_access_key = T\nendpoint = " +
      "https://x.r2.cloudflarestorage.com\nregion = auto"
    assert.deepStrictEqual(
      found(text).map(({ name, provider, region, url }) => [name, provider, region, url]),
      [
        ["ceph", "cluster", "", "https://rgw.example.org:7480"],
        ["r2", "cloud", "auto", "https://x.r2.cloudflarestorage.com"]
      ]
    )
  })

  it("s3cmd: host, transport and style", () => {
    const [one] = found(
      "[default]\naccess_key = A\nsecret_key = S\nhost_base = s3.example.org:9000\nhost_bucket = " +
        "s3.example.org:9000\nuse_https = False\nbucket_location = US"
    )
    assert.deepInclude(one, { name: "s3cmd", url: "http://s3.example.org:9000", region: "us-east-1", pathStyle: true })
    assert.deepInclude(
      found(
        "[default]\naccess_key = A\nsecret_key = S\nhost_base = s3.amazonaws.com\nhost_bucket = " +
          "%(bucket)s.s3.amazonaws.com"
      )[0],
      { url: "", pathStyle: false }
    )
  })

  it("what is none of them is said to be none", () => {
    for (const text of [
      "",
      "hello",
      "<html>",
      "{}",
      "[default]",
      "[default]\nfoo = bar",
      "\0\0\0",
      "x".repeat(100_000),
      "=\n=\n[",
      "[]\n=x"
    ])
      assert.isNull(readKeyFile(text), text.slice(0, 20))
  })

  it.prop(
    "any text is read without failing, and no name of a setting reaches a prototype",
    { text: Schema.String },
    ({ text }) => {
      readKeyFile(`[__proto__]\n__proto__ = ${text}\naws_access_key_id = constructor\n${text}\n[x]\n${text}`)
      assert.isUndefined(({} as Record<string, unknown>)["aws_access_key_id"])
      assert.strictEqual(parseSections("[__proto__]\n__proto__ = x")[0]?.[1]["toString"], undefined)
    }
  )
})

describe("the form of a connection", () => {
  const values = {
    name: "One",
    place: "other",
    url: "https://s3.example.org",
    region: "r",
    provider: "cloud",
    verify_tls: "true",
    access_key: " A ",
    secret_key: "S",
    session_token: "",
    expires_at: "",
    tags: "[]"
  }
  it("sends an address or an endpoint, never both; keys that are not typed stay", () => {
    assert.deepInclude(connectionInput(values), {
      access_key: "A",
      session_token: null,
      expires_at: null,
      custom_endpoint: {
        provider: "cloud",
        url: "https://s3.example.org",
        region: "r",
        verify_tls: true,
        force_path_style: false
      }
    })
    const bound = connectionInput({ ...values, place: "e:7" })
    assert.deepInclude(bound, { storage_endpoint_id: 7 })
    assert.notProperty(bound, "custom_endpoint")
    const change = connectionChange({ ...values, access_key: "", secret_key: "" }, { version: 4 } as never)
    assert.deepInclude(change, { version: 4 })
    for (const key of ["access_key", "secret_key", "session_token"]) assert.notProperty(change, key)
  })
  it("an end goes through the person's own time unharmed, to the minute", () => {
    const at = "2026-05-04T21:30:00.000Z"
    assert.strictEqual(new Date(toLocalDateTime(at)).toISOString(), at)
    assert.strictEqual(connectionInput({ ...values, expires_at: toLocalDateTime(at) }).expires_at, at)
  })
  it("every known provider has an address that is one, once its brackets are filled", () => {
    for (const provider of KNOWN_PROVIDERS) {
      for (const region of provider.regions)
        assert.isTrue(URL.canParse(addressOf(provider, region).replaceAll(/[[\]]/g, "")), `${provider.id} ${region}`)
    }
  })
})

describe("a countdown", () => {
  it("reads as a clock that runs down", () => {
    const at = "2026-05-04T12:00:00Z"
    const before = (seconds: number) => remainingText(at, Date.parse(at) - seconds * 1000)
    assert.deepStrictEqual([0, -5, 1, 59, 61, 3_599, 3_600, 90_000, 172_800, 8_640_000].map(before), [
      "ended",
      "ended",
      "00:01 left",
      "00:59 left",
      "01:01 left",
      "59:59 left",
      "1 h 00 min left",
      "25 h 00 min left",
      "2 days left",
      "100 days left"
    ])
    assert.strictEqual(remainingText("nonsense", 0), "")
  })
})
