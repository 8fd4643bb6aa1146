import type { Challenge } from '@rehearse/contracts'
import { useState } from 'react'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { readJson, storage } from '../../shared/storage.ts'
import { type CodeLanguage, codeLanguages } from '../../shared/ui/code-editor/code-language.ts'
import type { ChallengeCode } from './code.ts'

/** The code of a challenge, kept on this device with every change until it is what it began as. */
export function useKeptCode({ id, starterCode }: Challenge) {
  const [code, setCode] = useState<ChallengeCode>(() => keptCode(id) ?? starterCode)
  /** Another number means: begin anew with what `code` is. */
  const [edition, setEdition] = useState(0)
  const isStarter = codeLanguages.every((language) => code[language] === starterCode[language])

  const edit = (language: CodeLanguage, text: string) =>
    setCode((before) => {
      const after = { ...before, [language]: text }
      storage.write(STORAGE_KEYS.challengeCode(id), JSON.stringify(after))
      return after
    })
  const reset = () => {
    storage.remove(STORAGE_KEYS.challengeCode(id))
    setCode(starterCode)
    setEdition((before) => before + 1)
  }
  return { code, edition, isStarter, edit, reset }
}

function keptCode(id: string): ChallengeCode | null {
  const kept = readJson(STORAGE_KEYS.challengeCode(id))
  return isCode(kept) ? kept : null
}

const isCode = (value: unknown): value is ChallengeCode =>
  typeof value === 'object' &&
  value !== null &&
  codeLanguages.every((language) => typeof (value as Record<string, unknown>)[language] === 'string')
