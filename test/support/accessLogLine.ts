const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const two = (number: number) => String(number).padStart(2, "0")

export const accessLogLine = (
  bucket: string,
  key: string,
  uid: string,
  { method = "GET", status = 200, id = "z.1.1" } = {}
) => {
  const now = new Date()
  const day = `${two(now.getUTCDate())}/${months[now.getUTCMonth()]}/${now.getUTCFullYear()}`
  const time = `${day}:${now.toISOString().slice(11, 19)} +0000`
  const path = encodeURIComponent(key).replaceAll("%2F", "/")
  const request = `"${method} /${bucket}/${path} HTTP/1.1" ${status} ${status < 400 ? "-" : "AccessDenied"} - 1 - 4ms`
  const head = `RGW1 ${bucket} [${time}] 10.0.0.9 ${uid} ${id} REST.${method}.OBJECT ${key}`
  return `${head} ${request} - "curl" - - SigV4 - AuthHeader h - - -\n`
}
let objects = 0
export const accessLogKey = (bucket: string) => {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[T:]/gu, "-")
  return `${bucket}/${time}-${String(++objects).padStart(10, "0")}ABCDEF`
}
