import { create } from 'zustand'
import { STORAGE_KEYS } from './constants.ts'
import { storage } from './storage.ts'

export type Theme = 'dark' | 'light'

interface ThemeState {
  theme: Theme
  toggle: () => void
}

/** Dark unless light was chosen. boot.js has already applied it by the time this module runs. */
export const useTheme = create<ThemeState>((set, get) => ({
  theme: storedTheme(),
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark'
    storage.write(STORAGE_KEYS.theme, theme)
    applyTheme(theme)
    set({ theme })
  },
}))

export function storedTheme(): Theme {
  return storage.read(STORAGE_KEYS.theme) === 'light' ? 'light' : 'dark'
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  root.dataset.theme = theme
}
