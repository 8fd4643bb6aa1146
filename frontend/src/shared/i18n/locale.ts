import { create } from 'zustand'
import { STORAGE_KEYS } from '../constants.ts'
import { storage } from '../storage.ts'
import { type Direction, decideDirection, isRightToLeft } from './direction.ts'
import { decideLanguage, type Language, languages } from './languages.ts'
import { en, type Messages } from './messages/en.ts'

interface LocaleState {
  language: Language
  direction: Direction
  messages: Messages
  /** Takes the language's own direction with it; the direction can still be turned afterwards. */
  setLanguage: (language: Language) => Promise<void>
  setDirection: (direction: Direction) => void
}

export const useLocale = create<LocaleState>((set, get) => ({
  language: 'en',
  direction: decideDirection({
    stored: storage.read(STORAGE_KEYS.direction),
    page: document.documentElement.dir,
    browserLanguage: navigator.language,
  }),
  messages: en,
  setLanguage: async (language) => {
    const messages = await languages[language].load()
    storage.write(STORAGE_KEYS.language, language)
    document.documentElement.lang = language
    set({ language, messages })
    get().setDirection(isRightToLeft(language) ? 'rtl' : 'ltr')
  },
  setDirection: (direction) => {
    storage.write(STORAGE_KEYS.direction, direction)
    document.documentElement.dir = direction
    set({ direction })
  },
}))

/** Loads what the first paint needs: the messages of the stored or the browser's language. */
export async function startLocale(): Promise<void> {
  const language = decideLanguage(storage.read(STORAGE_KEYS.language), navigator.language)
  document.documentElement.lang = language
  document.documentElement.dir = useLocale.getState().direction
  if (language !== 'en') useLocale.setState({ language, messages: await languages[language].load() })
}

export const useMessages = () => useLocale((state) => state.messages)
