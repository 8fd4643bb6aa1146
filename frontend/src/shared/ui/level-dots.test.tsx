import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LevelDots } from './level-dots.tsx'

test.each([
  ['beginner', 'Beginner', 1],
  ['easy', 'Easy', 1],
  ['intermediate', 'Intermediate', 2],
  ['medium', 'Medium', 2],
  ['advanced', 'Advanced', 3],
  ['hard', 'Hard', 3],
] as const)('%s is called %s and fills %i of three dots', (level, name, filled) => {
  render(<LevelDots level={level} />)
  const dots = [...screen.getByRole('img', { name }).querySelectorAll('circle')]
  expect(dots.map((dot) => dot.hasAttribute('data-filled'))).toEqual([0, 1, 2].map((at) => at < filled))
})
