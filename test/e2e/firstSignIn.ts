import type { ServiceProcess } from "../support/ServiceProcess.ts"
import { ConsoleBrowser } from "../support/ConsoleBrowser.ts"
import { SoftAuthenticator } from "../support/SoftAuthenticator.ts"
import { administrator, type Window } from "./console.ts"

const cookieOf = ([name, { attributes, path, value }]: readonly [
  string,
  ConsoleBrowser["cookies"] extends Map<string, infer Kept> ? Kept : never
]) => {
  const seconds = Number(/max-age=(\d+)/i.exec(attributes)?.[1])
  return {
    name,
    value,
    path,
    domain: "localhost",
    httpOnly: /httponly/i.test(attributes),
    secure: /secure/i.test(attributes),
    sameSite: "Lax" as const,
    expires: Math.floor(Date.now() / 1000) + seconds
  }
}

/** Does by API what `setUp` does by hand; the window's authenticator holds the passkey. Returns recovery codes. */
export const firstSignIn = async (
  { authenticator, context, devtools, page }: Window,
  { origin, setupLink }: ServiceProcess
): Promise<ReadonlyArray<string>> => {
  const browser = new ConsoleBrowser(origin)
  const as = { "user-agent": await page.evaluate<string>("navigator.userAgent") }
  const asked = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await browser.send("POST", `/api/auth/${path}`, body, { ...as, ...headers })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  const { email, name: full_name, password } = administrator
  await asked(
    "bootstrap",
    { email, full_name, password },
    { "x-service-bootstrap-token": setupLink?.split("token=")[1] ?? "" }
  )
  const options = await asked("webauthn/registration/options", undefined)
  const passkey = new SoftAuthenticator(origin)
  const enrolled = await asked("webauthn/registration/verify", {
    name: "My passkey",
    response: passkey.create(options as never)
  })
  await devtools.send("WebAuthn.addCredential", {
    authenticatorId: authenticator,
    credential: passkey.credential(options as never)
  })
  await context.addCookies([...browser.cookies].map(cookieOf))
  await page.goto(origin)
  return enrolled["recovery_codes"]
}
