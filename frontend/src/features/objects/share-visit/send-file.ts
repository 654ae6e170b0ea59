import { address } from "~/client/call"
import { offlineProblem, ProblemError } from "~/client/problem-error"

export interface StoredFile {
  readonly name: string
}

const problemOf = (status: number, text: string): ProblemError => {
  const title = "The file was not accepted"
  try {
    const { code = "refused", detail = title } = JSON.parse(text) as {
      readonly code?: string
      readonly detail?: string
    }
    return new ProblemError({ status, code, title, detail })
  } catch {
    // a proxy answered, not the service
    return new ProblemError({ status, code: "refused", title, detail: `The service answered ${status}.` })
  }
}

/** `onSent` receives sent bytes, which fetch does not report. */
export const sendFile = (
  token: string,
  file: File,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<StoredFile> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error)
    const sending = new XMLHttpRequest()
    sending.open("POST", address("POST /api/share/:token/files", { params: { token }, query: { name: file.name } }))
    sending.setRequestHeader("content-type", "application/octet-stream")
    sending.upload.onprogress = (event) => onSent(event.loaded)
    sending.onload = () => {
      if (sending.status === 201) resolve(JSON.parse(sending.responseText) as StoredFile)
      else reject(problemOf(sending.status, sending.responseText))
    }
    sending.onerror = () => reject(offlineProblem())
    sending.onabort = () => reject(new DOMException("It was cancelled", "AbortError"))
    signal.addEventListener("abort", () => sending.abort(), { once: true })
    sending.send(file)
  })
