/** What was typed into a field of a form. */
export const textOf = (filled: FormData, name: string): string => String(filled.get(name) ?? '').trim()
