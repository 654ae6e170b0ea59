import { type Command, quoted } from "./terminal"
import type { Arguments, Operation, RequestIn, RequestOf, ScopedOperation } from "~/client/contract"
import { addressOf, type Parts } from "~/client/request"
import { partsIn, type Scope } from "~/client/scope"

const here = (): string => (typeof location === "undefined" ? "" : location.origin)

const NOTE = "asks this console, with an API token in STOWAGE_TOKEN"

const command = (operation: string, { body, ...place }: Parts = {}): Command => {
  const method = operation.slice(0, operation.indexOf(" "))
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}-H "Authorization: Bearer $STOWAGE_TOKEN" ` +
      `${quoted(`${here()}${addressOf(operation, place)}`)}`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(body))}`])
  ]
  return { tool: "curl", text: lines.join(" \\\n  "), note: NOTE }
}

export const commandOf = <const O extends Operation>(operation: O, ...[given]: Arguments<RequestOf<O>>): Command =>
  command(operation, given as Parts)

export const commandIn = <const S extends Scope, const O extends ScopedOperation>(
  scope: S,
  operation: O,
  ...[given]: Arguments<RequestIn<S, O>>
): Command => command(operation, partsIn(scope, operation, given as Parts))
