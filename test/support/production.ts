import { randomBytes } from "node:crypto"
import { ConsoleBrowser } from "./ConsoleBrowser.ts"
import { SoftAuthenticator } from "./SoftAuthenticator.ts"

const key = () => randomBytes(32).toString("base64url")

export const productionSettings = (databaseUrl: string, origin: string): Record<string, string> => ({
  STOWAGE_MODE: "production",
  DATABASE_URL: databaseUrl,
  PUBLIC_ORIGIN: origin,
  TRUSTED_PROXY_CIDRS: "127.0.0.1/32,::1/128",
  RUNNER_HOST: "127.0.0.1",
  UI_JWT_KEYS: key(),
  API_JWT_KEYS: key(),
  JWT_KEYS: key(),
  CREDENTIAL_KEYS: key()
})

export const firstPassword = "correct horse battery staple"

export const firstInBrowser = async (origin: string, setupLink: string | undefined, address: string = origin) => {
  const browser = new ConsoleBrowser(origin, address)
  await browser.send(
    "POST",
    "/api/auth/bootstrap",
    { email: "ada@example.org", full_name: "Ada", password: firstPassword },
    {
      "x-service-bootstrap-token": setupLink?.split("token=")[1] ?? ""
    }
  )
  const authenticator = new SoftAuthenticator(origin)
  const options = await browser.post("/api/auth/webauthn/registration/options")
  const registered = await browser.post("/api/auth/webauthn/registration/verify", {
    name: "key",
    response: authenticator.create(options.body as never)
  })
  if (registered.status >= 300) throw new Error(`no first administrator: ${registered.status} ${registered.text}`)
  return { authenticator, browser }
}

export const movedTo = (address: string, origin: string, browser: ConsoleBrowser): ConsoleBrowser => {
  const browserThere = new ConsoleBrowser(origin, address)
  for (const [name, cookie] of browser.cookies) browserThere.cookies.set(name, cookie)
  browserThere.csrf = browser.csrf
  return browserThere
}
