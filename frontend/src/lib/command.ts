import { type Command, quoted } from "./terminal"
import type { Arguments, RequestOf, Operation } from "~/client/contract"
import { addressOf, type Parts } from "~/client/request"

const here = (): string => (typeof location === "undefined" ? "" : location.origin)

const NOTE = "asks this console, with an API token in STOWAGE_TOKEN"

export const commandOf = <const O extends Operation>(operation: O, ...[given]: Arguments<RequestOf<O>>): Command => {
  const { body, ...place } = (given ?? {}) as Parts
  const method = operation.slice(0, operation.indexOf(" "))
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}-H "Authorization: Bearer $STOWAGE_TOKEN" ` +
      `${quoted(`${here()}${addressOf(operation, place)}`)}`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `--data-raw ${quoted(JSON.stringify(body))}`])
  ]
  return { tool: "curl", text: lines.join(" \\\n  "), note: NOTE }
}
