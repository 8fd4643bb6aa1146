import type { Challenge } from '@rehearse/contracts'

/** A challenge of the kind `web`, closed. */
export const sampleChallenge = (part: Partial<Challenge> = {}): Challenge => ({
  id: 'centre-a-box',
  order: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: 1,
  kind: 'web',
  files: [],
  timeLimit: 1_500,
  mutants: [],
  problems: [],
  title: 'Centre a box',
  description: 'Put the box in the **middle**.',
  category: 'css',
  difficulty: 'easy',
  starterCode: { html: '<div></div>', css: 'div {}', javascript: '' },
  testCases: [
    { id: 'a', name: 'Across', description: '', type: 'css', input: '1', expectedOutput: '1' },
    { id: 'b', name: 'Along', description: '', type: 'css', input: 'along()', expectedOutput: '2' },
  ],
  hints: ['Try grid.', 'Try place-content.'],
  tags: [],
  ...part,
})
