export const codeLanguages = ['html', 'css', 'javascript'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/** Proper names, the same in every interface language. */
export const languageNames: Record<CodeLanguage, string> = {
  html: 'HTML',
  css: 'CSS',
  javascript: 'JavaScript',
}
