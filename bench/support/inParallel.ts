export const inParallel = async <A>(
  items: ReadonlyArray<A>,
  concurrency: number,
  work: (item: A, index: number) => Promise<unknown>
): Promise<void> => {
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as A, index)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
