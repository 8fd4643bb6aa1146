import type { Challenge } from '@rehearse/contracts'
import { type CodeLanguage, codeLanguages } from '../../shared/ui/code-language.ts'

export type ChallengeCode = Challenge['starterCode']

/** A plain JavaScript challenge has no page: it runs in a worker without a document and needs only one editor. */
export const isPlainJavaScript = ({ category, starterCode }: Challenge): boolean =>
  category === 'javascript' && starterCode.html === '' && starterCode.css === ''

/** The language that a challenge is about, which its editor shows first. */
export const firstLanguage = ({ category }: Challenge): CodeLanguage =>
  codeLanguages.find((language) => language === category) ?? 'javascript'

export const languagesOf = (challenge: Challenge): readonly CodeLanguage[] =>
  isPlainJavaScript(challenge) ? ['javascript'] : codeLanguages
