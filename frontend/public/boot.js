// Runs before the first paint, as a separate file because the Content Security Policy allows no inline script. The
// same rules are in src/shared/theme.ts and src/shared/i18n/direction.ts; boot.test.ts keeps them in sync.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const storesAnything = () => {
    try {
      return localStorage.length > 0
    } catch {
      return false
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

  // A prerendered page fits new visitors in one language. For all others, an empty value hides it until the app
  // renders.
  const { rendered } = root.dataset
  if (rendered) {
    const isKnown = storesAnything() || document.cookie.includes('rehearse_signed_in=')
    const isTurned = root.dir !== (rightToLeft.includes(rendered) ? 'rtl' : 'ltr')
    if (isKnown || isTurned || rendered !== language || location.search !== '') root.dataset.rendered = ''
  }
})()
