import type { Challenge } from '@rehearse/contracts'

export const codeLanguages = ['html', 'css', 'javascript'] as const
export type CodeLanguage = (typeof codeLanguages)[number]
export type ChallengeCode = Challenge['starterCode']

/** Their own names, the same in every language of the interface. */
export const languageNames: Record<CodeLanguage, string> = {
  html: 'HTML',
  css: 'CSS',
  javascript: 'JavaScript',
}

/** A challenge of plain JavaScript has no page: it runs apart from every document and needs one editor alone. */
export const isPlainJavaScript = ({ category, starterCode }: Challenge): boolean =>
  category === 'javascript' && starterCode.html === '' && starterCode.css === ''

export const languagesOf = (challenge: Challenge): readonly CodeLanguage[] =>
  isPlainJavaScript(challenge) ? ['javascript'] : codeLanguages
