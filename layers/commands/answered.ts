/** Node's console ignores write errors, and half of an export must not look complete. Call it before the output. */
export const answered = (output: NodeJS.WritableStream, complain: (line: string) => void): (() => Promise<boolean>) => {
  let failed: NodeJS.ErrnoException | undefined
  output.on("error", (error) => {
    failed ??= error
  })
  return () =>
    new Promise((resolve) => {
      output.write("", (error) => {
        failed ??= error ?? undefined
        // EPIPE: the reader (`| head`) closed on purpose
        if (failed !== undefined && failed.code !== "EPIPE")
          complain(`stowage: standard output could not be written: ${failed.message}\n`)
        resolve(failed === undefined)
      })
    })
}
