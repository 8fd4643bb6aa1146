export interface Settings {
  theme: 'light' | 'dark'
  fontSize: number
  shortcuts: readonly string[]
}

export const defaults: Settings = { theme: 'light', fontSize: 16, shortcuts: [] }

export const themeLabels: Record<string, string> = {
  light: 'Light',
  dark: 'Dark',
}

export function parseSettings(text: string | null): Settings {
  if (text === null) return defaults
  const stored: Partial<Settings> = JSON.parse(text)
  return Object.assign(defaults, stored)
}
