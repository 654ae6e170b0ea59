/**
 * What sends parts of uploads straight to a gateway, in a worker of the console's page: `{ id, url, headers, blob }` is sent, `{ id }` alone
 * ends it. It says `{ id, loaded }` of what went, then `{ id, status, text }`, or `{ id, failed: true }` where nothing was answered.
 * It imports nothing and asks nothing else: its policy allows it one origin.
 */
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

/** Scheme, host and port as a policy may name them: a host with a wildcard or a separator would open more than itself. */
const exact = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/

/** The policy of that worker: `origin` may be asked, and nothing else. What cannot be named exactly may not be asked either. */
export const transferPolicy = (origin: string): string => `default-src 'none'; connect-src ${exact.test(origin) ? origin : "'none'"}`
