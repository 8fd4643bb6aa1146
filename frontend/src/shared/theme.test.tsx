import { beforeEach, describe, expect, test } from 'vitest'
import { storedTheme, useTheme } from './theme.ts'

beforeEach(() => useTheme.setState({ theme: 'dark' }))

describe('the theme', () => {
  test('is dark by default', () => {
    expect(storedTheme()).toBe('dark')
  })

  test('is stored under the key theme and set on the root as class and attribute', () => {
    useTheme.getState().toggle()
    expect(localStorage.getItem('theme')).toBe('light')
    expect(document.documentElement.dataset.theme).toBe('light')
    expect([...document.documentElement.classList]).toEqual(['light'])
    useTheme.getState().toggle()
    expect(localStorage.getItem('theme')).toBe('dark')
    expect([...document.documentElement.classList]).toEqual(['dark'])
  })
})
