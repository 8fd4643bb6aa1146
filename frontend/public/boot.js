// Runs before the first paint, as its own file because the page's policy allows no inline script.
// The same rules live in src/shared/theme.ts and src/shared/i18n/direction.ts; boot.test.ts keeps the two in step.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = stored('theme') === 'light' ? 'light' : 'dark'
  root.classList.remove('light', 'dark')
  root.classList.add(theme)
  root.dataset.theme = theme

  const known = ['en', 'ar']
  const browser = (navigator.language || 'en').split('-')[0].toLowerCase()
  const language = [stored('language'), browser].find((name) => known.includes(name)) || 'en'
  root.lang = language

  const chosen = stored('direction')
  const rightToLeft = ['ar', 'he', 'fa', 'ur', 'ku', 'ps', 'sd']
  if (chosen === 'rtl' || chosen === 'ltr') root.dir = chosen
  else if (root.dir !== 'rtl' && root.dir !== 'ltr') root.dir = rightToLeft.includes(browser) ? 'rtl' : 'ltr'
})()
