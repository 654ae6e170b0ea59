/** Worker code that pdf.js calls in the page when it cannot start a worker. */
declare module "pdfjs-dist/build/pdf.worker.min.mjs" {
  export const WorkerMessageHandler: unknown
}
