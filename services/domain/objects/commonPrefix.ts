export const commonPrefix = (keys: ReadonlyArray<string>): string => {
  const [first = "", ...others] = keys
  let length = first.length
  for (const key of others) {
    let same = 0
    while (same < length && key[same] === first[same]) same++
    length = same
  }
  // never cut a surrogate pair
  return first.slice(0, length).replace(/[\ud800-\udbff]$/, "")
}
