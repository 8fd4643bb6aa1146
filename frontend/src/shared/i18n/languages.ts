import type { Messages } from './messages.en.ts'

/** Every language of the interface, under its own name. To add one: its file in messages/ and a line here. */
export const languages = {
  en: { name: 'English', load: async (): Promise<Messages> => (await import('./messages.en.ts')).en },
  ar: { name: 'العربية', load: async (): Promise<Messages> => (await import('./messages.ar.ts')).ar },
} as const

export type Language = keyof typeof languages

export const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name)

export const languageNames = Object.keys(languages).filter(isLanguage)

/** The stored choice, else the browser's language if supported, else English. */
export function decideLanguage(stored: string | null, browserLanguage: string): Language {
  const candidates = [stored ?? '', browserLanguage.split('-')[0]?.toLowerCase() ?? '']
  return candidates.find(isLanguage) ?? 'en'
}
