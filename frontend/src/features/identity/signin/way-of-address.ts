import type { Way } from "./other-ways"

/** Which form an address shows: `?way=s3`, `?way=ldap/12`; the password's for anything else. */
export const wayOfAddress = (search: string): Way => {
  const way = new URLSearchParams(search).get("way") ?? ""
  return way === "s3" || /^ldap\/[\w-]{1,64}$/.test(way) ? (way as Way) : "start"
}

/** The query string of an address that shows a form. What else it says stays, but for what went wrong before. */
export const addressOfWay = (search: string, way: Way): string => {
  const params = new URLSearchParams(search)
  params.delete("error")
  if (way === "start" || way === "password") params.delete("way")
  else params.set("way", way)
  return params.size > 0 ? `?${params}` : ""
}
