const operations = [
  ["GET", "GET.OBJECT", 200],
  ["PUT", "PUT.OBJECT", 200],
  ["HEAD", "GET.OBJECT", 404],
  ["DELETE", "DELETE.OBJECT", 204]
] as const

export const accessLogTime = Date.UTC(2026, 10, 26, 20, 0, 0)

export const accessLogText = (count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const [method, operation, status] = operations[index % operations.length]!
    const key = `data/${index % 97}/file ${index}.txt`
    const minute = String(Math.floor(index / 60) % 60).padStart(2, "0")
    const second = String(index % 60).padStart(2, "0")
    const requester = `8d1f3f0e-0000-4000-8000-00000000000${index % 5}`
    const head = `RGW11111111111111111 logs [26/Nov/2026:20:${minute}:${second} +0000] 10.0.${index % 7}.9 ${requester}`
    const id = `aabe6323-fcae-45ca-8774-1357e841f73d.4109.${index}`
    const request = `"${method} /logs/${key.replaceAll(" ", "%20")} HTTP/1.1" ${status} - - 5 - 4ms`
    return `${head} ${id} REST.${operation} ${key} ${request} - "sdk/3" - - SigV4 - AuthHeader gateway.example - - -\n`
  }).join("")
