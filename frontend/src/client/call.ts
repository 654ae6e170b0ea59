import type { Answer, Arguments, Callable, Given, Operation, Place } from "./contract"
import { rememberCsrf } from "./csrf"
import { addressOf, type Parts, respond } from "./request"

/** Every step of a sign-in, and whatever ends all other sessions, hands out the CSRF value of the session that it opened. */
const keepCsrf = (answer: object): void => {
  if ("csrf_token" in answer) rememberCsrf(answer.csrf_token as string | null)
}

/**
 * Asks an operation of the contract and hands back what it answers: `call("GET /api/admin/users", { query: { page: 2 } })`.
 * What the contract does not say does not compile. Fails as `respond` does.
 */
export const call = async <const O extends Callable>(operation: O, ...[given]: Arguments<Given<O>>): Promise<Answer<O>> => {
  const response = await respond(operation, given as Parts)
  if (response.status === 204) return undefined as Answer<O>
  const answer = (await response.json()) as Answer<O> & object
  keepCsrf(answer)
  return answer
}

/** The address of an operation, for what the browser asks by itself: downloads, parts of an upload. */
export const address = <const O extends Operation>(operation: O, ...[place]: Arguments<Place<O>>): string => addressOf(operation, place as Parts)
