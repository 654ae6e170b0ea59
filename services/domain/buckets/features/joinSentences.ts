const MAX_SENTENCES = 3
const MAX_SENTENCE_CHARACTERS = 300

const shortened = (sentence: string): string => {
  const characters = [...sentence]
  return characters.length > MAX_SENTENCE_CHARACTERS
    ? `${characters.slice(0, MAX_SENTENCE_CHARACTERS).join("")}…`
    : sentence
}

export const joinSentences = (sentences: ReadonlyArray<string>, noun: string): string => {
  const rest = sentences.length - MAX_SENTENCES
  return [
    ...sentences.slice(0, MAX_SENTENCES).map(shortened),
    ...(rest > 0 ? [`and ${rest} more ${noun}${rest === 1 ? "" : "s"}`] : [])
  ].join("; ")
}
