import { randomUUID } from 'node:crypto'

const code = { html: '<p></p>', css: '', javascript: '' }
const check = { id: 'p', name: 'A paragraph', type: 'html', input: 'true', expectedOutput: 'true' }

/** The smallest valid body of each kind, by path. */
const bodies: Readonly<Record<string, () => Record<string, unknown>>> = {
  '/api/guided-learning/plans': () => ({ name: named() }),
  '/api/challenges': () => ({
    title: named(),
    description: 'Do it.',
    category: 'html',
    difficulty: 'easy',
    starterCode: code,
    testCases: [check],
    solution: { ...code, html: '<p>the-secret-solution</p>' },
    explanation: 'the-secret-explanation',
  }),
  '/api/resources': () => ({
    title: named(),
    description: 'Worth it.',
    url: 'https://example.org/',
    category: 'css',
    type: 'article',
  }),
  '/api/guides': () => ({
    title: named(),
    description: 'How to.',
    difficulty: 'advanced',
    estimatedTime: 25,
    color: { from: '#000000', to: '#ffffff' },
    icon: 'compass',
    sections: [{ title: 'First', description: 'One.', readingTime: 25 }],
  }),
  '/api/question-bank': () => ({
    title: named(),
    category: 'React',
    subcategory: 'State',
    difficulty: 'easy',
    description: 'Asked.',
    url: 'https://example.org/',
    estimatedTime: 15,
  }),
  '/api/articles': () => ({ title: named(), summary: 's', body: 'b', category: 'CSS', readingTime: 3 }),
  '/api/cheatsheets': () => ({
    title: named(),
    description: 'd',
    category: 'CSS',
    language: 'css',
    groups: [{ title: 'g', entries: [{ code: 'x', description: 'y' }] }],
  }),
  '/api/question-lists': () => ({ title: named(), description: 'd', questions: ['one'] }),
  '/api/jobs': () => ({
    title: named(),
    company: 'Acme',
    location: 'Berlin',
    description: 'Work.',
    url: 'https://example.org/',
    postedOn: '2026-11-01',
  }),
}
export const named = () => `Named ${randomUUID()}`
export const bodyOf = (address: string) => bodies[address]?.() ?? {}
