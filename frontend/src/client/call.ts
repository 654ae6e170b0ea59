import type {
  Answer,
  Arguments,
  Callable,
  Operation,
  Place,
  PlaceIn,
  RequestIn,
  RequestOf,
  ScopedOperation
} from "./contract"
import { setCsrf } from "./csrf"
import { addressOf, type Parts, respond } from "./request"
import { partsIn, type Scope } from "./scope"

/** Sign-in steps, and calls that end the other sessions, return the CSRF value of the new session. */
const storeCsrf = (answer: object): void => {
  if ("csrf_token" in answer) setCsrf(answer.csrf_token as string | null)
}

const send = async (operation: string, parts: Parts): Promise<unknown> => {
  const response = await respond(operation, parts)
  if (response.status === 204) return undefined
  const answer = (await response.json()) as object
  storeCsrf(answer)
  return answer
}

export const call = <const O extends Callable>(operation: O, ...[given]: Arguments<RequestOf<O>>): Promise<Answer<O>> =>
  send(operation, given as Parts) as Promise<Answer<O>>

export const address = <const O extends Operation>(operation: O, ...[place]: Arguments<Place<O>>): string =>
  addressOf(operation, place as Parts)

export const callIn = <const S extends Scope, const O extends Callable & ScopedOperation>(
  scope: S,
  operation: O,
  ...[given]: Arguments<RequestIn<S, O>>
): Promise<Answer<O>> => send(operation, partsIn(scope, operation, given as Parts)) as Promise<Answer<O>>

export const addressIn = <const S extends Scope, const O extends ScopedOperation>(
  scope: S,
  operation: O,
  ...[place]: Arguments<PlaceIn<S, O>>
): string => addressOf(operation, partsIn(scope, operation, place as Parts))
