import * as http from "node:http"
import type { AddressInfo } from "node:net"

const keyOf = (folder: string, index: number) => `${folder}object ${String(index).padStart(8, "0")}.txt`

const page = (folder: string, from: number, most: number) => {
  const all = Number(/(\d+)\/$/.exec(folder)?.[1] ?? 0)
  const upTo = Math.min(all, from + most)
  const contents = Array.from(
    { length: upTo - from },
    (_, index) =>
      `<Contents><Key>${encodeURIComponent(keyOf(folder, from + index))}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;d41d8cd98f00b204e9800998ecf8427e&quot;</ETag><Size>${index}</Size><StorageClass>STANDARD</StorageClass></Contents>`
  )
  const next = upTo < all ? `<NextContinuationToken>${upTo}</NextContinuationToken>` : ""
  return (
    `<?xml version="1.0"?><ListBucketResult ` +
    `xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bench</Name><Prefix>${encodeURIComponent(folder)}</Prefix><EncodingType>url</EncodingType>` +
    `<MaxKeys>${most}</MaxKeys><KeyCount>${contents.length}</KeyCount><IsTruncated>${next !== ""}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`
  )
}

export const countedGateway = async () => {
  const server = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
    const answer = (text: string) =>
      response.writeHead(200, { "content-type": "application/xml", "x-amz-request-id": "tx0" }).end(text)
    request.resume()
    if (pathname === "/")
      return answer(
        `<?xml version="1.0"?><ListAllMyBucketsResult><Owner><ID>bench</ID></Owner><Buckets><Bucket><Name>bench</Name><CreationDate>2026-01-01T00:00:00.000Z</CreationDate></Bucket></Buckets></ListAllMyBucketsResult>`
      )
    if (searchParams.get("list-type") !== "2")
      return response
        .writeHead(501, { "content-type": "application/xml" })
        .end("<Error><Code>NotImplemented</Code></Error>")
    const folder = searchParams.get("prefix") ?? ""
    const token = searchParams.get("continuation-token")
    const behind = searchParams.get("start-after") ?? ""
    const from =
      token !== null ? Number(token) : behind === "" ? 0 : Number(/(\d{8})\.txt$/.exec(behind)?.[1] ?? -1) + 1
    answer(page(folder, from, Math.min(1_000, Number(searchParams.get("max-keys") ?? 1_000))))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve))
  }
}
