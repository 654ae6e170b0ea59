import type { ProblemError } from "~/client/problem-error"

/** Rows as a stream tells them, bucket by bucket: what a whole listing shows while the rest is read. Only in the browser. */
export class HeldRows<R> {
  private about = ""
  private readonly rows = new Map<string, ReadonlyArray<R>>()
  private first = Promise.withResolvers<void>()

  /** From now on rows are of this: those of anything else are forgotten. */
  hold(about: string): void {
    if (about !== this.about) this.forget()
    this.about = about
  }

  forget(): void {
    this.rows.clear()
    this.first = Promise.withResolvers()
  }

  put(bucket: string, rows: ReadonlyArray<R>): void {
    this.rows.set(bucket, rows)
    this.first.resolve()
  }

  /** What is known of one; undefined: nothing. */
  of(bucket: string): ReadonlyArray<R> | undefined {
    return this.rows.get(bucket)
  }

  drop(bucket: string): void {
    this.rows.delete(bucket)
  }

  /** Everything was told anew: the others are gone. */
  only(buckets: ReadonlySet<string>): void {
    for (const bucket of this.rows.keys()) if (!buckets.has(bucket)) this.rows.delete(bucket)
  }

  /** Everything is told, even if that is nothing. */
  whole(): void {
    this.first.resolve()
  }

  failed(problem: ProblemError): void {
    // whoever waits is told; where nobody does, the line beside the filters says it
    this.first.promise.catch(() => undefined)
    this.first.reject(problem)
  }

  get buckets(): number {
    return this.rows.size
  }

  /** What is known of `about`, by bucket, once anything is. */
  async known(about: string, signal: AbortSignal): Promise<ReadonlyArray<R>> {
    this.hold(about)
    const gone = Promise.withResolvers<never>()
    const leave = () => gone.reject(signal.reason as Error)
    signal.throwIfAborted()
    signal.addEventListener("abort", leave, { once: true })
    try {
      await Promise.race([this.first.promise, gone.promise])
    } finally {
      signal.removeEventListener("abort", leave)
    }
    return [...this.rows].sort(([one], [other]) => one < other ? -1 : 1).flatMap(([, rows]) => rows)
  }
}

const held = new Map<string, HeldRows<object>>()

/** The rows of a page, by its name. */
export const heldRows = <R extends object>(page: string): HeldRows<R> => {
  const known = held.get(page) ?? new HeldRows<object>()
  held.set(page, known)
  return known as unknown as HeldRows<R>
}
