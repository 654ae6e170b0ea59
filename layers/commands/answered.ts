/**
 * How writing the answer of a command ended: Node's console loses what cannot be written without a word, and a file with half of an
 * export must not pass for one. Listens from the call on; what it answers tells, once everything was handed over, whether it was written.
 */
export const answered = (output: NodeJS.WritableStream, complain: (line: string) => void): () => Promise<boolean> => {
  let failed: NodeJS.ErrnoException | undefined
  output.on("error", (error) => { failed ??= error })
  return () =>
    new Promise((resolve) => {
      output.write("", (error) => {
        failed ??= error ?? undefined
        // who read the beginning and went (`| head`) knows that it has no more
        if (failed !== undefined && failed.code !== "EPIPE") complain(`stowage: standard output could not be written: ${failed.message}\n`)
        resolve(failed === undefined)
      })
    })
}
