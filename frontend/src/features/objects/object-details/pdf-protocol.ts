/** Pages of a document that are shown at most. */
export const MOST_PAGES = 300

/** What the frame of a PDF is opened with, beside its port. `size` in bytes. */
export interface Opened {
  readonly size: number
  readonly dark: boolean
}

/** What the frame says. It shows what a stranger wrote: what it says is read as data, and answered with bytes of that one document alone. */
export type ToPage =
  | { readonly kind: "range"; readonly begin: number; readonly end: number }
  | { readonly kind: "shown"; readonly pages: number }
  | { readonly kind: "failed"; readonly why: "password" | "broken" }

/** Bytes that it asked for. */
export interface ToFrame {
  readonly begin: number
  readonly bytes: ArrayBuffer
}

/** Where the frame's page is. */
export const PDF_PAGE = "/preview/pdf.html"
