import type { Challenge } from '@rehearse/contracts'
import { useEffect, useState } from 'react'
import { hasTypes, isAlwaysChecked, type Texts } from './code.ts'
import type { Diagnostic, TypeChecker } from './type-checker.ts'

export type CheckState = 'loading' | 'ready' | 'failed' | 'stopped'

/** Pause in typing after which the files are checked. Milliseconds. */
const CHECK_DELAY = 150
/** The time for a check while typing; endless types end there. Milliseconds. */
const CHECK_LIMIT = 5_000

/** The type checker of a challenge, if its kind has types, and what it finds in the files that learners see. */
export function useTypeChecks(challenge: Challenge, texts: Texts) {
  const { kind } = challenge
  const [checker, setChecker] = useState<TypeChecker | null>(null)
  const [state, setState] = useState<CheckState>('loading')
  const [errors, setErrors] = useState<readonly Diagnostic[]>([])
  const wanted = hasTypes(challenge)

  useEffect(() => {
    if (!wanted) return
    let opened: TypeChecker | null = null
    let left = false
    // It loads with the challenges that need it alone.
    void import('./type-checker.ts').then(
      ({ openTypeChecker }) => {
        if (left) return
        opened = openTypeChecker(kind)
        setChecker(opened)
      },
      () => setState('failed'),
    )
    return () => {
      left = true
      opened?.close()
    }
  }, [kind, wanted])

  useEffect(() => {
    if (!checker) return
    let current = true
    // Completion needs the text at once.
    checker.update(allFiles(challenge, texts))
    const timer = setTimeout(() => {
      checker.check(allFiles(challenge, texts), CHECK_LIMIT).then(
        (found) => {
          if (!current) return
          setState(found === 'timed-out' ? 'stopped' : 'ready')
          setErrors(found === 'timed-out' ? [] : found.filter(({ path }) => isVisible(challenge, path)))
        },
        () => current && setState('failed'),
      )
    }, CHECK_DELAY)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [checker, challenge, texts])

  return { checker, state, errors }
}

const allFiles = ({ files }: Challenge, texts: Texts) =>
  files.map((file) => ({
    ...{ path: file.path, text: texts[file.path] ?? file.text },
    isChecked: isAlwaysChecked(file),
  }))

const isVisible = ({ files }: Challenge, path: string): boolean =>
  files.some((file) => file.path === path && file.access !== 'hidden')
