export const wordList = (words: ReadonlyArray<string>, last: "and" | "or" = "and"): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`
