import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readPastedRequest } from "#domain/buckets/policies/pastedRequest.ts"

const read = (text: string) => {
  const found = readPastedRequest(text, "data")
  assert.isNotNull(found)
  const { action, bucket, context, error_code, key, kind, signed } = found
  return [kind, action, bucket, key, signed, error_code, context]
}

describe("a pasted request", () => {
  it("is read from what a gateway said", () => {
    assert.deepStrictEqual(
      read(
        `<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message></Message><BucketName>data</BucketName><RequestId>tx1</RequestId></Error>`
      ),
      ["error_xml", null, "data", null, null, "AccessDenied", {}]
    )
    assert.deepStrictEqual(read(`<Error><Code>AccessDenied</Code><Resource>/data/public/a b.txt</Resource></Error>`), [
      "error_xml",
      null,
      "data",
      "public/a b.txt",
      null,
      "AccessDenied",
      {}
    ])
    assert.deepStrictEqual(
      read(
        "botocore.exceptions.ClientError: An error occurred (AccessDenied) when calling the ListObjectsV2 " +
          "operation: Access Denied"
      ),
      ["sdk_error", "s3:ListBucket", null, null, null, "AccessDenied", {}]
    )
  })

  it("is read from commands", () => {
    assert.deepStrictEqual(
      read("aws --endpoint-url https://s3.example.net s3api get-object --bucket data --key 'a b' out.bin"),
      ["aws_cli", "s3:GetObject", "data", "a b", true, null, { "aws:SecureTransport": ["true"] }]
    )
    assert.deepStrictEqual(read("$ aws s3 ls s3://data/public/ --no-sign-request"), [
      "aws_cli",
      "s3:ListBucket",
      "data",
      null,
      false,
      null,
      { "s3:prefix": ["public/"], "s3:delimiter": ["/"] }
    ])
    assert.deepStrictEqual(read("aws s3 cp report.csv s3://data/in/report.csv"), [
      "aws_cli",
      "s3:PutObject",
      "data",
      "in/report.csv",
      true,
      null,
      {}
    ])
    assert.deepStrictEqual(
      read("aws s3api put-bucket-lifecycle-configuration --bucket=data --lifecycle-configuration file://x.json").slice(
        1,
        3
      ),
      ["s3:PutLifecycleConfiguration", "data"]
    )
    assert.deepStrictEqual(read(`curl -X DELETE -H "Referer: https://app/" \\\n  http://gateway:7480/data/k%20x`), [
      "curl",
      "s3:DeleteObject",
      "data",
      "k x",
      false,
      null,
      { "aws:SecureTransport": ["false"], "aws:Referer": ["https://app/"] }
    ])
    assert.deepStrictEqual(read("curl 'https://data.s3.example.net/?list-type=2&prefix=a%2F'"), [
      "curl",
      "s3:ListBucket",
      "data",
      null,
      false,
      null,
      { "aws:SecureTransport": ["true"], "s3:prefix": ["a/"] }
    ])
  })

  it("is read from requests and addresses", () => {
    assert.deepStrictEqual(
      read(
        "PUT /data/k?acl HTTP/1.1\r\nHost: gateway\r\nAuthorization: AWS4-HMAC-SHA256 …\r\nx-amz-acl: " +
          "public-read\r\n\r\n"
      ),
      ["http", "s3:PutObjectAcl", "data", "k", true, null, { "s3:x-amz-acl": ["public-read"] }]
    )
    assert.deepStrictEqual(read("https://gateway/data/k?X-Amz-Signature=abc").slice(0, 5), [
      "url",
      "s3:GetObject",
      "data",
      "k",
      true
    ])
    assert.isNull(readPastedRequest("it does not work", "data"))
  })

  it.prop(
    "any text is read without a fall",
    [Schema.String],
    ([text]) => {
      for (const before of ["", "curl ", "aws s3api ", "aws s3 cp ", "GET /", "<Error>", "https://"])
        readPastedRequest(`${before}${text}`, "data")
    },
    { arbitrary: { runs: 300 } }
  )
})
