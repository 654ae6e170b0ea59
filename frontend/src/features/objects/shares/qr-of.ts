import { encode } from "uqr"

/** In modules, required by ISO/IEC 18004. */
const QUIET_ZONE = 4

export interface QrDrawing {
  readonly size: number
  readonly path: string
}

/** Error correction level M (15 %). Each run of dark modules in a row is one rectangle. */
export const qrOf = (text: string): QrDrawing => {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE })
  const path = data.flatMap((row, y) => {
    const starts = row.flatMap((dark, x) => (dark && row[x - 1] !== true ? [x] : []))
    return starts.map((x) => {
      const end = row.indexOf(false, x)
      const width = (end === -1 ? row.length : end) - x
      return `M${x} ${y}h${width}v1h-${width}z`
    })
  })
  return { size, path: path.join("") }
}
