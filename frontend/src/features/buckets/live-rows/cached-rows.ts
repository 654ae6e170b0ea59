import type { ProblemError } from "~/client/problem-error"

/** Lets a listing show rows before its event stream is complete. Browser only. */
export class CachedRows<R> {
  private about = ""
  private readonly rows = new Map<string, ReadonlyArray<R>>()
  private first = Promise.withResolvers<void>()
  private isFailed = false
  private isReported = false
  reconnect: (() => void) | null = null

  hold(about: string): void {
    if (about !== this.about) this.forget()
    this.about = about
  }

  forget(): void {
    this.rows.clear()
    this.renew()
  }

  private renew(): void {
    this.first = Promise.withResolvers()
    this.isFailed = false
    this.isReported = false
  }

  put(bucket: string, rows: ReadonlyArray<R>): void {
    this.rows.set(bucket, rows)
    if (this.isFailed) this.renew()
    this.first.resolve()
  }

  of(bucket: string): ReadonlyArray<R> | undefined {
    return this.rows.get(bucket)
  }

  drop(bucket: string): void {
    this.rows.delete(bucket)
  }

  only(buckets: ReadonlySet<string>): void {
    for (const bucket of this.rows.keys()) if (!buckets.has(bucket)) this.rows.delete(bucket)
  }

  whole(): void {
    if (this.isFailed) this.renew()
    this.first.resolve()
  }

  /** Rows that are known stay; without any, waiting readers fail and the next one reads again. */
  failed(problem: ProblemError): void {
    if (this.rows.size > 0) return
    if (this.isFailed) this.renew()
    this.isFailed = true
    // without a waiting reader the status line shows the problem
    this.first.promise.catch(() => undefined)
    this.first.reject(problem)
  }

  get buckets(): number {
    return this.rows.size
  }

  async known(about: string, signal: AbortSignal): Promise<ReadonlyArray<R>> {
    this.hold(about)
    const aborted = Promise.withResolvers<never>()
    if (this.isFailed && this.isReported && this.reconnect !== null) {
      this.renew()
      this.reconnect()
    }
    const leave = () => aborted.reject(signal.reason as Error)
    signal.throwIfAborted()
    signal.addEventListener("abort", leave, { once: true })
    try {
      await Promise.race([this.first.promise, aborted.promise])
    } catch (cause) {
      if (!signal.aborted) this.isReported = true
      throw cause
    } finally {
      signal.removeEventListener("abort", leave)
    }
    return [...this.rows].sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, rows]) => rows)
  }
}

const pages = new Map<string, CachedRows<object>>()

export const cachedRows = <R extends object>(page: string): CachedRows<R> => {
  const pageRows = pages.get(page) ?? new CachedRows<object>()
  pages.set(page, pageRows)
  return pageRows as unknown as CachedRows<R>
}
