import { createStore, useStore } from 'zustand'
import { STORAGE_KEYS } from '../constants.ts'
import { storage } from '../storage.ts'
import { type Direction, decideDirection, isRightToLeft } from './direction.ts'
import { decideLanguage, type Language, languages } from './languages.ts'
import { en, type Messages } from './messages.en.ts'

interface LocaleState {
  language: Language
  direction: Direction
  messages: Messages
  /** Also sets the language's direction, which can be changed afterwards. */
  setLanguage: (language: Language) => Promise<void>
  setDirection: (direction: Direction) => void
}

const locale = createStore<LocaleState>((set, get) => ({
  language: 'en',
  direction: 'ltr',
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

// Hydrate a prerendered page in the language it was rendered in, not in the app's initial one.
const hydrationLocale = { ...locale, getInitialState: locale.getState }

export const useLocale = Object.assign(useIt, locale)

function useIt(): LocaleState
function useIt<Part>(part: (state: LocaleState) => Part): Part
function useIt(part: (state: LocaleState) => unknown = whole): unknown {
  return useStore(hydrationLocale, part)
}

const whole = (state: LocaleState) => state

/** Decides language and direction, and loads what the first paint needs. */
export async function startLocale(): Promise<void> {
  const language = decideLanguage(storage.read(STORAGE_KEYS.language), navigator.language)
  document.documentElement.lang = language
  const direction = decideDirection({
    stored: storage.read(STORAGE_KEYS.direction),
    page: document.documentElement.dir,
    browserLanguage: navigator.language,
  })
  document.documentElement.dir = direction
  locale.setState({ language, direction, messages: await languages[language].load() })
}

export const useMessages = () => useLocale((state) => state.messages)
