import type { SignInMethod } from "./sign-in-methods"

export const methodOfAddress = (search: string): SignInMethod => {
  const value = new URLSearchParams(search).get("way") ?? ""
  return value === "s3" || /^ldap\/[\w-]{1,64}$/.test(value) ? (value as SignInMethod) : "start"
}

export const addressOfMethod = (search: string, way: SignInMethod): string => {
  const params = new URLSearchParams(search)
  params.delete("error")
  if (way === "start" || way === "password") params.delete("way")
  else params.set("way", way)
  return params.size > 0 ? `?${params}` : ""
}
