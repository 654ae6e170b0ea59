import { InvalidInput } from "../platform/errors/Errors.ts"

export interface UnknownLink {
  readonly field: string
  readonly index: number
  readonly key: string
  readonly noun: string
  readonly id: number
}

export const unknownLinks = (links: ReadonlyArray<UnknownLink>): InvalidInput =>
  new InvalidInput({
    issues: links.slice(0, 100).map(({ field, id, index, key, noun: thing }) => ({
      path: ["payload", field, String(index), key],
      message: `There is no ${thing} ${id}`
    }))
  })
