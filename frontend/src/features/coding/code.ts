import type { Challenge } from '@rehearse/contracts'
import { type CodeLanguage, codeLanguages } from '../../shared/ui/code-language.ts'

export type ChallengeCode = Challenge['starterCode']

/** A challenge of plain JavaScript has no page: it runs apart from every document and needs one editor alone. */
export const isPlainJavaScript = ({ category, starterCode }: Challenge): boolean =>
  category === 'javascript' && starterCode.html === '' && starterCode.css === ''

export const languagesOf = (challenge: Challenge): readonly CodeLanguage[] =>
  isPlainJavaScript(challenge) ? ['javascript'] : codeLanguages
