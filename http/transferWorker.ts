/** In: `{ id, url, headers, blob }`, or `{ id }` to abort. Out: `{ id, loaded }`, then `{ id, status, text }`. */
export const transferWorker = `"use strict"
const underWay = new Map()
const begin = ({ id, url, headers, blob }) => {
  const sending = new XMLHttpRequest()
  underWay.set(id, sending)
  sending.open("PUT", url)
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
  sending.upload.onprogress = ({ loaded }) => postMessage({ id, loaded })
  sending.onload = () => postMessage({ id, status: sending.status, text: sending.responseText })
  sending.onerror = () => postMessage({ id, failed: true })
  sending.onloadend = () => underWay.delete(id)
  sending.send(blob)
}
onmessage = ({ data }) => {
  if (data.url === undefined) underWay.get(data.id)?.abort()
  else begin(data)
}
`

/** Hosts with wildcards or separators would widen the policy. */
const EXACT_ORIGIN = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/

export const transferPolicy = (origin: string): string =>
  `default-src 'none'; connect-src ${EXACT_ORIGIN.test(origin) ? origin : "'none'"}`
