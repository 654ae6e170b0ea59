import { encode } from "uqr"

/** Modules of nothing around a code, without which readers do not find it (ISO/IEC 18004). */
const QUIET = 4

/** A QR code as it is drawn: a square of `size` modules, and the outline of those that are dark. */
export interface QrDrawing {
  readonly size: number
  readonly path: string
}

/** The QR code of a text that is read although 15 % of it is covered; each run of dark modules in a row is one rectangle. */
export const qrOf = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: "M", border: QUIET })
  const path = data.flatMap((row, y) => {
    const starts = row.flatMap((dark, x) => dark && row[x - 1] !== true ? [x] : [])
    return starts.map((x) => {
      const end = row.indexOf(false, x)
      const width = (end === -1 ? row.length : end) - x
      return `M${x} ${y}h${width}v1h-${width}z`
    })
  })
  return { size, path: path.join("") }
}
