import { assert, it } from "@effect/vitest"
import { Redacted } from "effect"
import { documentSigner } from "#layers/rgw/documentSigner.ts"
import { signRequest } from "#layers/rgw/signRequest.ts"

const key = { accessKey: "AKIA0", secretKey: "s3cr3t/+", sessionToken: null }

const signed = (sessionToken: string | null, region: string, url: string) => signRequest({
  method: "GET", url, path: "/team.a-bucket", query: { publicAccessBlock: "" }, region, service: "s3", form: null,
  key: { access_key: key.accessKey, secret_key: Redacted.make(key.secretKey) }, sessionToken: sessionToken === null ? null : Redacted.make(sessionToken)
})

for (const [what, token, region, url] of [
  ["a key", null, "eu-west-1", "http://127.0.0.1:8000"], ["a temporary key", "token/==", "", "https://s3.example.org"]
] as const) {
  it(`signs as the signer of all requests does: ${what}`, async () => {
    const theirs = await signed(token, region, url)
    const date = theirs["x-amz-date"] ?? ""
    const now = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"))
    const sign = documentSigner({ ...key, sessionToken: token }, region)
    // a day before, so that a key kept for another day would show
    sign(new URL(url).host, "/other", "acl", now - 86_400_000)
    assert.deepStrictEqual(sign(new URL(url).host, "/team.a-bucket", "publicAccessBlock", now), theirs)
  })
}
