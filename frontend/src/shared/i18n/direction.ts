export type Direction = 'ltr' | 'rtl'

const rightToLeftLanguages = ['ar', 'he', 'fa', 'ur', 'ku', 'ps', 'sd']

export const isRightToLeft = (language: string) =>
  rightToLeftLanguages.includes(language.split('-')[0]?.toLowerCase() ?? '')

/** The stored choice, else the direction of the page, else that of the browser's language. */
export function decideDirection(sources: {
  stored: string | null
  page: string
  browserLanguage: string
}): Direction {
  for (const source of [sources.stored, sources.page]) {
    if (source === 'rtl' || source === 'ltr') return source
  }
  return isRightToLeft(sources.browserLanguage) ? 'rtl' : 'ltr'
}

/** Text of another direction inside a sentence, isolated so that neither reorders the other (Unicode FSI … PDI). */
export const isolate = (text: string) => `\u2068${text}\u2069`
