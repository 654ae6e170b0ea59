/** What a query string searches for; nothing but spaces is no search. */
export const searchText = (search: string | undefined): string | null => {
  const text = search?.trim() ?? ""
  return text === "" ? null : text
}
