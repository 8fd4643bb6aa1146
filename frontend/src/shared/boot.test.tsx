import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { decideDirection } from './i18n/direction.ts'
import { decideLanguage } from './i18n/languages.ts'
import { storedTheme } from './theme.ts'

const boot = readFileSync(join(import.meta.dirname, '../../public/boot.js'), 'utf8')
const root = document.documentElement

afterEach(() => {
  root.removeAttribute('dir')
})

const storedBefore = [
  {},
  { theme: 'light' },
  { theme: 'dark', direction: 'rtl' },
  { theme: 'purple', language: 'ar' },
  { direction: 'sideways', language: 'xx' },
  { language: 'en', direction: 'ltr' },
]
const cases = storedBefore.flatMap((stored) =>
  ['en-US', 'ar-EG', 'he', 'de'].flatMap((browser) =>
    ['', 'ltr', 'rtl'].map((page) => ({ stored, browser, page })),
  ),
)

describe('boot.js before the first paint', () => {
  test.each(cases)(
    'sets what the application decides: $stored, $browser, page "$page"',
    ({ stored, browser, page }) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
      vi.stubGlobal('navigator', { language: browser })
      if (page) root.dir = page
      const expected = {
        theme: storedTheme(),
        lang: decideLanguage(localStorage.getItem('language'), browser),
        dir: decideDirection({ stored: localStorage.getItem('direction'), page, browserLanguage: browser }),
      }

      new Function(boot)()

      expect({ theme: root.dataset.theme, lang: root.lang, dir: root.dir }).toEqual(expected)
      expect(root.classList.contains(expected.theme)).toBe(true)
    },
  )
})

describe('a prerendered page', () => {
  const boots = (rendered: string, browser: string) => {
    root.dataset.rendered = rendered
    vi.stubGlobal('navigator', { language: browser })
    new Function(boot)()
    return root.dataset.rendered
  }
  afterEach(() => {
    delete root.dataset.rendered
    // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in sets it
    document.cookie = 'rehearse_signed_in=; expires=Thu, 01 Jan 1970 00:00:00 GMT'
    history.replaceState(null, '', '/')
  })

  test.each([
    ['en', 'en-GB'],
    ['en', 'de'],
    ['ar', 'ar-EG'],
  ])('in %s is shown to a new visitor whose browser is set to %s', (rendered, browser) => {
    expect(boots(rendered, browser)).toBe(rendered)
  })

  test.each([
    ['uses another language', 'en', 'ar-EG', () => undefined],
    ['uses the other direction', 'en', 'he', () => undefined],
    ['has a stored setting', 'en', 'en', () => localStorage.setItem('theme', 'dark')],
    // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in sets it
    ['is signed in', 'en', 'en', () => (document.cookie = 'rehearse_signed_in=1')],
    ['opens the page with a query', 'en', 'en', () => history.replaceState(null, '', '/?a=b')],
  ])('is hidden from a user who %s', (_user, rendered, browser, before) => {
    before()
    expect(boots(rendered, browser)).toBe('')
  })
})
