import { create } from 'zustand'
import { STORAGE_KEYS } from './constants.ts'
import { storage } from './storage.ts'

export type Theme = 'dark' | 'light'

interface ThemeState {
  theme: Theme
  toggle: () => void
  /** `system`: the device's current preference. */
  choose: (choice: Theme | 'system') => void
}

/** Dark unless light was chosen. boot.js has already applied it by the time this module runs. */
export const useTheme = create<ThemeState>((set, get) => ({
  theme: storedTheme(),
  toggle: () => get().choose(get().theme === 'dark' ? 'light' : 'dark'),
  choose: (choice) => {
    const theme = choice === 'system' ? systemTheme() : choice
    storage.write(STORAGE_KEYS.theme, theme)
    applyTheme(theme)
    set({ theme })
  },
}))

export function storedTheme(): Theme {
  return storage.read(STORAGE_KEYS.theme) === 'light' ? 'light' : 'dark'
}

const systemTheme = (): Theme =>
  window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'

function applyTheme(theme: Theme): void {
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  root.dataset.theme = theme
}
