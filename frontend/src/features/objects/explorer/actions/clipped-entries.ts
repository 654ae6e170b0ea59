import type { Transfer } from "../uploads/transfer"
import { keyOfEntry } from "../../transfers/entry-id"

const KEY = "stowage:clipped-entries"

/** Text for other programs: the address of each entry on its own line. */
export const textOf = ({ keys, place }: Pick<Transfer, "keys" | "place">): string =>
  keys.map((id) => `s3://${place.bucket}/${keyOfEntry(id)}`).join("\n")

/** Keeps what was cut or copied, for pages of any bucket in this window. */
export const clip = (entries: Transfer): void => sessionStorage.setItem(KEY, JSON.stringify(entries))

/**
 * Entries that were cut or copied, while the clipboard still holds their `text`: something else may have been copied
 * since.
 */
export const clipped = (text: string): Transfer | null => {
  const kept = sessionStorage.getItem(KEY)
  if (kept === null) return null
  const entries = JSON.parse(kept) as Transfer
  return textOf(entries) === text ? entries : null
}
