import type { Transfer } from "../uploads/transfer"
import { keyOfEntry } from "../../transfers/entry-id"

const KEY = "stowage:clipped-entries"

/** What other programs get: the address of each entry on a line of its own. */
export const textOf = ({ keys, place }: Pick<Transfer, "keys" | "place">): string =>
  keys.map((id) => `s3://${place.bucket}/${keyOfEntry(id)}`).join("\n")

/** Keeps what was cut or copied, for pages of any bucket in this window. */
export const clip = (entries: Transfer): void => sessionStorage.setItem(KEY, JSON.stringify(entries))

/**
 * What was cut or copied, as long as the clipboard still holds its `text`: somebody may have copied something else
 * since.
 */
export const clipped = (text: string): Transfer | null => {
  const kept = sessionStorage.getItem(KEY)
  if (kept === null) return null
  const entries = JSON.parse(kept) as Transfer
  return textOf(entries) === text ? entries : null
}
