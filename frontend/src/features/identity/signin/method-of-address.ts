import type { SignInMethod } from "./sign-in-methods"

export const methodOfAddress = (search: string): SignInMethod => {
  const value = new URLSearchParams(search).get("way") ?? ""
  return value === "s3" || /^ldap\/[\w-]{1,64}$/.test(value) ? (value as SignInMethod) : "start"
}

export const addressOfMethod = (search: string, method: SignInMethod): string => {
  const params = new URLSearchParams(search)
  params.delete("error")
  if (method === "start" || method === "password") params.delete("way")
  else params.set("way", method)
  return params.size > 0 ? `?${params}` : ""
}
