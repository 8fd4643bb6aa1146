import type { Challenge, ChallengeFile } from '@rehearse/contracts'
import { isAppFile, isTestFile } from '@rehearse/contracts/questions/challenge-imports'
import {
  type CodeLanguage,
  codeLanguages,
  type EditorLanguage,
  languageNames,
} from '../../shared/ui/code-language.ts'
import { MARKS_FILE, printMarks } from './review-marks.ts'

/** The texts of a challenge's files, by path; of a `web` challenge, by language. */
export type Texts = Readonly<Record<string, string>>

/** A file that learners see. */
export interface OpenFile {
  path: string
  label: string
  language: EditorLanguage
  readOnly: boolean
}

/** A plain JavaScript challenge has no page: it runs in a worker without a document and needs only one editor. */
export const isPlainJavaScript = ({ kind, category, starterCode }: Challenge): boolean =>
  kind === 'web' && category === 'javascript' && starterCode.html === '' && starterCode.css === ''

/** Whether there is a page to see: of `web`, of `react`, and of other files with an `App.ts` or `App.tsx`. */
export const hasPreview = (challenge: Challenge): boolean => {
  if (challenge.kind === 'web') return !isPlainJavaScript(challenge)
  return (
    challenge.kind === 'react' ||
    (challenge.kind !== 'review' && challenge.files.some(({ path }) => isAppFile(path)))
  )
}

/** Whether the type checker checks the files. */
export const hasTypes = ({ kind }: Challenge): boolean => kind !== 'web' && kind !== 'review'

/**
 * Whether comments in a file of the starter can't switch its type check off: it is code that learners write, and its
 * author wants it checked.
 */
export const isAlwaysChecked = ({ path, text, access }: ChallengeFile): boolean =>
  access === 'editable' && !isTestFile(path) && !/^\s*\/\/ @ts-nocheck/.test(text)

/** Whether the learner may see the solution. */
export const isOpen = ({ explanation }: Challenge): boolean => explanation !== undefined

export function filesOf(challenge: Challenge): OpenFile[] {
  if (challenge.kind === 'web') {
    const languages: readonly CodeLanguage[] = isPlainJavaScript(challenge) ? ['javascript'] : codeLanguages
    return languages.map((language) => ({
      path: language,
      label: languageNames[language],
      language,
      readOnly: false,
    }))
  }
  return challenge.files
    .filter(({ access }) => access !== 'hidden')
    .map(({ path, access }) => ({
      path,
      label: path,
      language: languageOf(path),
      readOnly: access === 'read-only' || challenge.kind === 'review',
    }))
}

/** The file to open first: of a `web` challenge, the language it is about; else the first that can be edited. */
export function firstFile(challenge: Challenge): string {
  const files = filesOf(challenge)
  const first =
    challenge.kind === 'web'
      ? (files.find(({ path }) => path === challenge.category) ?? files.at(-1))
      : (files.find(({ readOnly }) => !readOnly) ?? files[0])
  return first?.path ?? ''
}

/** What the learner starts with: the texts that can be edited; of a review, no marks. */
export function starterOf(challenge: Challenge): Texts {
  if (challenge.kind === 'web') return { ...challenge.starterCode }
  if (challenge.kind === 'review') return { [MARKS_FILE]: printMarks([]) }
  return textsOf(challenge.files.filter(({ access }) => access === 'editable'))
}

export const textsOf = (files: readonly { path: string; text: string }[]): Texts =>
  Object.fromEntries(files.map(({ path, text }) => [path, text]))

export const writtenFiles = (texts: Texts): { path: string; text: string }[] =>
  Object.entries(texts).map(([path, text]) => ({ path, text }))

export const isSame = (one: Texts, other: Texts): boolean =>
  Object.keys({ ...one, ...other }).every((path) => one[path] === other[path])

const languages: Partial<Record<string, EditorLanguage>> = {
  ts: 'typescript',
  tsx: 'tsx',
  js: 'typescript',
  jsx: 'tsx',
  css: 'css',
}

const languageOf = (path: string): EditorLanguage =>
  languages[path.slice(path.lastIndexOf('.') + 1)] ?? 'text'
