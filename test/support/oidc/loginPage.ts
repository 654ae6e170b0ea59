import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import type Provider from "oidc-provider"

const page = `<!doctype html><html lang="en"><title>Test provider</title><h1>Test provider</h1>
<form method="post"><label>Account <input name="account" autofocus></label>
<button name="action" value="login">Sign in</button> <button name="action" value="cancel">Cancel</button></form></html>`

export const loginPage = async (
  provider: Provider,
  accounts: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse
) => {
  const form = request.method === "POST" ? new URLSearchParams(await text(request)) : undefined
  const account = form?.get("account") ?? ""
  if (form?.get("action") === "cancel") {
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "The person pressed Cancel"
    })
  }
  if (accounts.has(account)) return provider.interactionFinished(request, response, { login: { accountId: account } })
  response.writeHead(form === undefined ? 200 : 422, { "content-type": "text/html; charset=utf-8" }).end(page)
}
