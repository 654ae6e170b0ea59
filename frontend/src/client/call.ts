import type { Answer, Arguments, Callable, RequestOf, Operation, Place } from "./contract"
import { setCsrf } from "./csrf"
import { addressOf, type Parts, respond } from "./request"

/** Sign-in steps, and calls that end the other sessions, return the CSRF value of the new session. */
const storeCsrf = (answer: object): void => {
  if ("csrf_token" in answer) setCsrf(answer.csrf_token as string | null)
}

export const call = async <const O extends Callable>(
  operation: O,
  ...[given]: Arguments<RequestOf<O>>
): Promise<Answer<O>> => {
  const response = await respond(operation, given as Parts)
  if (response.status === 204) return undefined as Answer<O>
  const answer = (await response.json()) as Answer<O> & object
  storeCsrf(answer)
  return answer
}

export const address = <const O extends Operation>(operation: O, ...[place]: Arguments<Place<O>>): string =>
  addressOf(operation, place as Parts)
