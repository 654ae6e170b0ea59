import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readListing } from "#layers/s3/listingXml.ts"
import { readVersions } from "#layers/s3/versionsXml.ts"

const Key = Schema.String.check(Schema.isNonEmpty(), Schema.isPattern(/^[^\ud800-\udfff]+$/u))
const Size = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 42 }))

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(`"`, "&quot;")
const object = (key: string, size: number, etag = "d41d8") =>
  `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>2026-11-21T20:12:17.000Z</LastModified><ETag>&quot;${etag}&quot;</ETag>` +
  `<Size>${size}</Size><StorageClass>STANDARD</StorageClass><Owner><ID>a</ID><DisplayName>b</DisplayName></Owner><Type>Normal</Type></Contents>`
const page = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult ` +
  `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType><Name>b</Name><Prefix/>${inside}</ListBucketResult>`

describe("the answer to ListObjectsV2", () => {
  it.prop(
    "gives every key, size and prefix as it was",
    { keys: Schema.Array(Key), prefixes: Schema.Array(Key), size: Size, token: Key },
    ({ keys, prefixes, size, token }) => {
      const text = page(
        `<IsTruncated>true</IsTruncated>${keys.map((key) => object(key, size)).join("")}` +
          `${prefixes.map((prefix) => `<CommonPrefixes><Prefix>${encodeURIComponent(prefix)}</Prefix></CommonPrefixes>`).join("")}` +
          `<NextContinuationToken>${escaped(token)}</NextContinuationToken>`
      )
      const read = readListing(text)
      assert.isNotNull(read)
      assert.deepStrictEqual(
        read.objects.map((one) => [one.key, one.size_bytes]),
        keys.map((key) => [key, size])
      )
      assert.deepStrictEqual(read.prefixes, prefixes)
      assert.strictEqual(read.next, token)
    }
  )

  it("reads every field, and what is missing as unknown", () => {
    assert.deepStrictEqual(
      readListing(page(`<IsTruncated>false</IsTruncated>${object("a b", 7)}<Contents><Key>bare</Key></Contents>`)),
      {
        objects: [
          {
            key: "a b",
            size_bytes: 7,
            etag: `"d41d8"`,
            storage_class: "STANDARD",
            modified_at: "2026-11-21T20:12:17.000Z"
          },
          { key: "bare", size_bytes: 0, etag: null, storage_class: "STANDARD", modified_at: null }
        ],
        prefixes: [],
        next: null
      }
    )
  })

  it.prop(
    "reads each row as it is written, whatever the rows before it looked like",
    {
      rows: Schema.Array(
        Schema.Struct({
          key: Key,
          size: Size,
          written: Schema.Literals([
            "as ever",
            "spread out",
            "in another order",
            "with an attribute",
            "without a class",
            "with empty tags",
            "twice"
          ])
        })
      )
    },
    ({ rows }) => {
      const text = page(
        rows
          .map(({ key, size, written }) => {
            const fields = [
              `<Key>${encodeURIComponent(key)}</Key>`,
              `<Size>${size}</Size>`,
              "<ETag>&quot;e&quot;</ETag>"
            ]
            if (written === "in another order") fields.reverse()
            if (written === "with an attribute") fields.push(`<Owner of="it"><ID>1</ID></Owner>`)
            if (written === "with empty tags") fields.push("<Owner/>")
            if (written === "twice") fields.unshift("<Size>77</Size>")
            if (written !== "without a class") fields.push("<StorageClass>COLD &amp; OLD</StorageClass>")
            return `<Contents>${fields.join(written === "spread out" ? "\n  " : "")}</Contents>`
          })
          .join("")
      )
      assert.deepStrictEqual(
        readListing(text)?.objects,
        rows.map(({ key, size, written }) => ({
          key,
          size_bytes: size,
          etag: `"e"`,
          storage_class: written === "without a class" ? "STANDARD" : "COLD & OLD",
          modified_at: null
        }))
      )
    }
  )

  it("is nothing where one row of many is broken", () => {
    const rows = Array.from({ length: 20 }, (_, index) => object(`key ${index}`, index))
    for (const broken of [
      object("a", 1).replace("</Size>", "</Sise>"),
      object("a", 1).replace("<Size>1", "<Size>x"),
      object("a", 1).replace("</ETag>", ""),
      object("a", 1).replace("<Owner>", "<Owner><!-- -->")
    ]) {
      assert.isNull(readListing(page([...rows, broken, ...rows].join(""))), broken)
    }
  })

  it("reads other spellings of the same", () => {
    const text =
      `<s3:ListBucketResult xmlns:s3="x">\n  <s3:Name>b</s3:Name><s3:EncodingType>url</s3:EncodingType>\n  ` +
      "<s3:Contents>\n <s3:Key>a&#x2B;b+c%2B</s3:Key><s3:Size>1</s3:Size>" +
      `<s3:LastModified>2026-11-21T20:12:17Z</s3:LastModified>\n</s3:Contents></s3:ListBucketResult>\n`
    assert.deepInclude(readListing(text)?.objects[0], {
      key: "a b c+",
      size_bytes: 1,
      modified_at: "2026-11-21T20:12:17.000Z"
    })
  })

  it("takes keys as they are where the gateway did not encode them", () => {
    const text = "<ListBucketResult><Name>b</Name><Contents><Key>100%25 &amp; a+b</Key></Contents></ListBucketResult>"
    assert.strictEqual(readListing(text)?.objects[0]?.key, "100%25 & a+b")
  })

  it.prop(
    "is nothing when a part is missing",
    { cut: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 500 })) },
    ({ cut }) => {
      const whole = page(object("a", 1) + object("b", 2))
      assert.isNull(readListing(whole.slice(0, whole.length - cut)))
    }
  )

  it("is nothing when it is something else", () => {
    for (const text of [
      "",
      "   ",
      "{}",
      "<html><body>busy</body></html>",
      "<!DOCTYPE html><html></html>",
      "<ListAllMyBucketsResult><Name>b</Name></ListAllMyBucketsResult>",
      "<ListBucketResult></ListBucketResult>",
      "<ListBucketResult/>",
      page("<Contents><Key>a</Size></Contents>"),
      page("<Contents><Size>1</Size></Contents>"),
      page("<Contents><Key>a</Key><Size>-1</Size></Contents>"),
      page("<Contents><Key>a</Key><Size>many</Size></Contents>"),
      page("<![CDATA[x]]>"),
      page("<Contents><Key>%zz</Key></Contents>"),
      `${page("")}<more/>`
    ])
      assert.isNull(readListing(text), text)
  })

  it("is nothing when a reference names no character, wherever it stands", () => {
    for (const reference of [
      "&#9999999;",
      "&#x110000;",
      "&#xffffffffffff;",
      "&#0;",
      "&#x0;",
      "&#xd800;",
      "&#57343;",
      "&#xfffe;"
    ]) {
      const row = `<Contents><Key>a</Key><ETag>&quot;${reference}&quot;</ETag></Contents>`
      const plain = "<Contents><Key>a</Key><ETag>&quot;e&quot;</ETag></Contents>"
      for (const inside of [row, plain + plain + row + plain, `<Marker>${reference}</Marker>`])
        assert.isNull(readListing(page(inside)), inside)
      assert.isNull(
        readVersions(`<ListVersionsResult><Name>b</Name><Prefix>${reference}</Prefix></ListVersionsResult>`),
        reference
      )
    }
  })

  it("reads references to every character, the control characters of RGW's too", () => {
    const text =
      "<ListBucketResult><Name>b</Name><Contents><Key>&#1;&#x1f;&#x7F;&#xd7ff;&#xe000;&#128640;&#x10ffff;</Key></Contents></ListBucketResult>"
    assert.strictEqual(readListing(text)?.objects[0]?.key, "\u0001\u001f\u007f\ud7ff\ue000\u{1f680}\u{10ffff}")
  })

  it("takes no longer for what is hostile", () => {
    assert.isNull(readListing("<".repeat(1_000_000)))
    assert.isNull(readListing(`<ListBucketResult>${"<a>".repeat(300_000)}`))
    assert.isNull(readListing(page(`${"&".repeat(1_000_000)}<Contents>`)))
    const row = (inside: string) => `<Contents><Key>a</Key>${inside}</Contents>`
    assert.strictEqual(readListing(page(row("<a>b</a>".repeat(100_000)).repeat(3)))?.objects.length, 3)
    assert.isNull(readListing(page(`${row("")}<Contents><Key>${">".repeat(1_000_000)}`)))
  })
})
