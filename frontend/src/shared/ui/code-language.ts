export const codeLanguages = ['html', 'css', 'javascript'] as const
export type CodeLanguage = (typeof codeLanguages)[number]

/** What an editor colors: a language of ours, TypeScript without and with JSX, or plain text. */
export type EditorLanguage = CodeLanguage | 'typescript' | 'tsx' | 'text'

/** Proper names, the same in every interface language. */
export const languageNames: Record<CodeLanguage, string> = {
  html: 'HTML',
  css: 'CSS',
  javascript: 'JavaScript',
}
