import { assert, describe, it } from "@effect/vitest"
import { readKeyFile, endpointUrl } from "../../frontend/src/features/accounts/connections/key-files.ts"
import { keyBlocks, regionOfEndpoint } from "../../frontend/src/lib/key-blocks.ts"

const key = {
  endpoint: "https://rgw.example.org:8443",
  region: "eu-1",
  access_key: "AKIA0123456789",
  secret_key: "wJalr/K7MD+bPx="
}
const blockOf = (tool: string, given: Parameters<typeof keyBlocks>[0] = key) =>
  keyBlocks(given).find((block) => block.tool === tool)?.text ?? ""

describe("configurations of clients for a new key", () => {
  it("are read back with the same key, address and region, in path style", () => {
    for (const tool of ["awscli", "rclone", "s3cmd"]) {
      const [read] = readKeyFile(blockOf(tool))?.found ?? []
      assert.isDefined(read, tool)
      assert.deepStrictEqual(
        [read?.accessKey, read?.secretKey, read && endpointUrl(read), read?.region, read?.pathStyle],
        [key.access_key, key.secret_key, key.endpoint, key.region, true],
        tool
      )
    }
    const [plain] = readKeyFile(blockOf("s3cmd", { ...key, endpoint: "http://10.0.0.1:7480" }))?.found ?? []
    assert.strictEqual(plain?.url, "http://10.0.0.1:7480")
  })

  it("have the session token of temporary credentials in every syntax, and only then", () => {
    const blocks = keyBlocks({ ...key, session_token: "FwoGZXIvYXdz==" })
    for (const { text, tool } of blocks) assert.include(text, "FwoGZXIvYXdz==", tool)
    for (const { text, tool } of keyBlocks(key)) assert.notInclude(text.toLowerCase(), "token", tool)
    for (const tool of ["awscli", "rclone", "s3cmd"])
      assert.strictEqual(
        readKeyFile(blocks.find((block) => block.tool === tool)?.text ?? "")?.found[0]?.sessionToken,
        "FwoGZXIvYXdz==",
        tool
      )
  })

  it("write a Cyberduck profile with the address, the region and path style, but without the secret", () => {
    const profile = blockOf("Cyberduck")
    const valueOf = (name: string) => profile.split(`<key>${name}</key>\n  <string>`)[1]?.split("</string>")[0]
    assert.deepStrictEqual(
      ["Protocol", "Scheme", "Default Hostname", "Default Port", "Region", "Username Placeholder"].map(valueOf),
      ["s3", "https", "rgw.example.org", "8443", "eu-1", "AKIA0123456789"]
    )
    assert.include(profile, "<string>s3.bucket.virtualhost.disable=true</string>")
    assert.notInclude(profile, key.secret_key)
    const plain = blockOf("Cyberduck", { ...key, endpoint: "http://10.0.0.1", region: `a&<b>"` })
    assert.include(plain, "<key>Default Port</key>\n  <string>80</string>")
    assert.include(plain, "<string>a&amp;&lt;b&gt;&quot;</string>")
    assert.strictEqual(blockOf("Cyberduck", { ...key, session_token: "FwoG" }), "")
  })

  it("quote what a shell or Python would read otherwise", () => {
    const odd = { ...key, secret_key: `a"b'c $d` }
    assert.include(blockOf("Environment", odd), `AWS_SECRET_ACCESS_KEY='a"b'\\''c $d'`)
    assert.include(blockOf("boto3", odd), `aws_secret_access_key="a\\"b'c $d"`)
  })

  it("sign with the region of an AWS endpoint, else with us-east-1", () => {
    assert.strictEqual(regionOfEndpoint("https://s3.eu-central-1.amazonaws.com"), "eu-central-1")
    for (const url of ["https://s3.amazonaws.com", "https://rgw.example.org", "no address"])
      assert.strictEqual(regionOfEndpoint(url), "us-east-1")
  })
})
