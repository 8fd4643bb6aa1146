import type { Challenge } from '@rehearse/contracts'
import { useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { type CodeLanguage, codeLanguages } from '../../shared/ui/code-language.ts'
import type { ChallengeCode } from './code.ts'

/** The code of a challenge, saved on this device with every change unless it equals the starter code. */
export function useSavedCode({ id, starterCode }: Challenge) {
  const [code, setCode] = useState<ChallengeCode>(() => savedCode(id) ?? starterCode)
  /** A new number restarts the editors with `code`. */
  const [edition, setEdition] = useState(0)
  const isStarter = codeLanguages.every((language) => code[language] === starterCode[language])

  const edit = (language: CodeLanguage, text: string) =>
    setCode((before) => {
      const after = { ...before, [language]: text }
      codeOf(id).write(after)
      return after
    })
  const reset = () => {
    codeOf(id).remove()
    setCode(starterCode)
    setEdition((before) => before + 1)
  }
  return { code, edition, isStarter, edit, reset }
}

const codeOf = (id: string) => learnerData(`challenge_code_${id}`)

function savedCode(id: string): ChallengeCode | null {
  const saved = codeOf(id).read()
  return isCode(saved) ? saved : null
}

const isCode = (value: unknown): value is ChallengeCode =>
  typeof value === 'object' &&
  value !== null &&
  codeLanguages.every((language) => typeof (value as Record<string, unknown>)[language] === 'string')
