export class LruCache<A> {
  readonly #known = new Map<string, A>()
  readonly #most: number

  constructor(capacity: number) {
    this.#most = capacity
  }

  get(key: string): A | undefined {
    const value = this.#known.get(key)
    if (value === undefined) return undefined
    this.#known.delete(key)
    this.#known.set(key, value)
    return value
  }

  set(key: string, value: A): void {
    this.#known.delete(key)
    this.#known.set(key, value)
    if (this.#known.size <= this.#most) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined) this.#known.delete(oldest)
  }
}
