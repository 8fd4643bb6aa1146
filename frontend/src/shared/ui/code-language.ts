export const codeLanguages = ['html', 'css', 'javascript'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/** Their own names, the same in every language of the interface. */
export const languageNames: Record<CodeLanguage, string> = {
  html: 'HTML',
  css: 'CSS',
  javascript: 'JavaScript',
}
