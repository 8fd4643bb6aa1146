import { createContext, use } from 'react'
import type { Faults } from '../../shared/api/faults.ts'
import type { Draft } from './field.ts'

interface FormState {
  /** By the server's paths: `groups.0.entries.1.code`. */
  faults: Faults
  disabled: boolean
  /** The whole draft, for fields that look at more than themselves. */
  draft: Draft
}

export const FormContext = createContext<FormState>({ faults: {}, disabled: false, draft: {} })

export const useForm = () => use(FormContext)

/** The fault of a field; of one that is a list of texts, the first of any of them. */
export function useFault(path: string): string | undefined {
  const { faults } = useForm()
  const within = Object.keys(faults).find((one) => one.startsWith(`${path}.`))
  return faults[path] ?? (within && faults[within])
}
