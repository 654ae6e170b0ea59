export const MAX_PAGES = 300

export interface OpenPdf {
  readonly size: number
  readonly dark: boolean
}

/** The frame is untrusted: messages are validated and answered with bytes of its document only. */
export type ToPage =
  | { readonly kind: "range"; readonly begin: number; readonly end: number }
  | { readonly kind: "shown"; readonly pages: number }
  | { readonly kind: "failed"; readonly why: "password" | "broken" }

export interface ToFrame {
  readonly begin: number
  readonly bytes: ArrayBuffer
}

export const PDF_PAGE = "/preview/pdf.html"
