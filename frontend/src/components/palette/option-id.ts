export const optionId = (index: number): string => `palette-option-${index}`
