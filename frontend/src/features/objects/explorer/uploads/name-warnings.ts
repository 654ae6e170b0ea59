import { counted } from "~/lib/format"
import { visible } from "~/lib/visible"
import type { PickedFile } from "~/features/objects/transfers/upload-files"
import { keyFault } from "../../../../../../services/domain/objects/keyFault.ts"
import { type NameTrap, nameTraps } from "../../../../../../services/domain/objects/nameTraps.ts"

export interface NameWarning {
  readonly id: string
  readonly text: string
  readonly names: ReadonlyArray<string>
  readonly more: number
}

export interface NameWarnings {
  readonly refused: ReadonlyArray<NameWarning>
  /** Keys that S3 takes, but other systems do not. */
  readonly traps: ReadonlyArray<NameWarning>
  readonly fit: ReadonlyArray<PickedFile>
}

const NAMED = 3

const TRAPS: Readonly<Record<NameTrap, string>> = {
  control: "with control characters or line breaks, which listings and scripts trip over",
  dots: "with empty, “.” or “..” segments, which many programs cannot ask for",
  direction: "with marks that turn the reading direction, by which a name passes for another",
  reserved: "of devices on Windows",
  characters: 'with one of < > : " | ? * \\, which Windows does not allow',
  ending: "with a space or a dot at an end, which Windows takes away",
  long: "of more than 255 bytes between two slashes",
  case: "that differ by case or spelling alone, and would be one file on Windows and macOS"
}

const noted = (id: string, text: string, names: ReadonlyArray<string>): NameWarning => ({
  id,
  text,
  names: names.slice(0, NAMED).map(visible),
  more: Math.max(0, names.length - NAMED)
})

export const nameWarnings = (picked: ReadonlyArray<PickedFile>, prefix: string): NameWarnings => {
  const faults = new Map<string, Array<string>>()
  const fit = picked.filter(({ path }) => {
    const fault = keyFault(prefix + path)
    if (fault !== null) faults.set(fault, [...(faults.get(fault) ?? []), path])
    return fault === null
  })
  const traps = nameTraps(fit.map(({ path }) => path))
  return {
    fit,
    refused: Array.from(faults, ([fault, names]) =>
      noted(fault, `${counted(names.length, "name")} cannot be a key. ${fault}.`, names)
    ),
    traps: Array.from(traps, ([trap, names]) => noted(trap, `${counted(names.length, "name")} ${TRAPS[trap]}.`, names))
  }
}
