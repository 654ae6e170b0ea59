/** How an option of the list is called in the document. */
export const optionId = (index: number): string => `palette-option-${index}`
