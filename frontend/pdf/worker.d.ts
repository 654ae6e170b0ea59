/** What pdf.js calls where it may start no worker of its own. */
declare module "pdfjs-dist/build/pdf.worker.min.mjs" {
  export const WorkerMessageHandler: unknown
}
