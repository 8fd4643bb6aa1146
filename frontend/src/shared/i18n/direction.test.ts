import { describe, expect, test } from 'vitest'
import { decideDirection } from './direction.ts'

const decide = (part: Partial<Parameters<typeof decideDirection>[0]>) =>
  decideDirection({ stored: null, page: '', browserLanguage: 'en-US', ...part })

describe('the direction', () => {
  test('is the stored choice first', () => {
    expect(decide({ stored: 'ltr', page: 'rtl', browserLanguage: 'ar' })).toBe('ltr')
    expect(decide({ stored: 'rtl', page: 'ltr' })).toBe('rtl')
  })

  test('is that of the page if none is stored', () => {
    expect(decide({ page: 'ltr', browserLanguage: 'ar' })).toBe('ltr')
    expect(decide({ stored: 'sideways', page: 'rtl' })).toBe('rtl')
  })

  test.each(['ar', 'he', 'fa', 'ur', 'ku', 'ps', 'sd', 'ar-EG'])(
    'is right to left for a browser in %s',
    (language) => {
      expect(decide({ browserLanguage: language })).toBe('rtl')
    },
  )

  test.each(['en', 'de-AT', 'arn'])('is left to right for a browser in %s', (language) => {
    expect(decide({ browserLanguage: language })).toBe('ltr')
  })
})
