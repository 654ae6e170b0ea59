/** Longest key of RGW in bytes. */
export const MAX_KEY_BYTES = 2_048

export interface RequestCandidate {
  readonly start: number
  readonly end: number
  readonly method: string
  readonly uri: string
  readonly status: string
  readonly error: string
  readonly size: string
  readonly total: string
  readonly turnaround: string
}

const request =
  / "([A-Z]{1,20}) ([^ \n]+) HTTP\/\d(?:\.\d)?" (\d{3}) ([^ \n]+) (\d+|-) (\d+|-) (-|\d+(?:ms)?) (-|\d+(?:ms)?) /gu

export const nextCandidate = (text: string, from: number, until: number): RequestCandidate | null => {
  request.lastIndex = from
  const match = request.exec(text)
  if (match === null || match.index > until) return null
  const [whole, method = "", uri = "", status = "", error = "", , size = "", total = "", turnaround = ""] = match
  return { start: match.index, end: match.index + whole.length, method, uri, status, error, size, total, turnaround }
}

const escape = /%([0-9A-Fa-f]{2})/gu
const pathOf = (uri: string): string => {
  const query = uri.indexOf("?")
  const path = query < 0 ? uri : uri.slice(0, query)
  return path.includes("%")
    ? path.replace(escape, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : path
}

/** Operations whose key is in the body (many deletions, forms) or in a header (source of a copy). */
const keyOutsideAddress = /\.(?:DELETE_MULTI_OBJECT|POST_OBJECT|post_obj)$|^[A-Z]+\.COPY\./u
export const hasKeyOutsideAddress = (operation: string): boolean => keyOutsideAddress.test(operation)

/** `/bucket/key`, or `/key` of a bucket with a host of its own. */
export const namesKey = (key: string, uri: string): boolean => {
  const path = pathOf(uri)
  if (path.endsWith(`/${key}`) && path.lastIndexOf("/", path.length - key.length - 2) <= 0) return true
  const second = path.indexOf("/", 1)
  return key === "-" && (second < 0 || second === path.length - 1)
}

export const mayHaveKeyOutside = (operation: string, { method, uri }: RequestCandidate): boolean =>
  operation.includes(".COPY.") ? method === "PUT" : method === "POST" && namesKey("-", uri)
