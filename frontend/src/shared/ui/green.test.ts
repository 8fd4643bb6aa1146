import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../..')
const adminFeatures =
  /shared\/admin|features\/(admin-|audio-manager|backups|bulk-import|content-editor|platform|question-|reports|users)/

test('green marks what is correct, passed or succeeded on learner pages, and nothing else', () => {
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
    .filter((file) => !adminFeatures.test(file) || file.includes('question-browser'))
  const green = sheets.filter((file) => /var\(--ok\b/.test(readFileSync(join(src, file), 'utf8')))
  expect(green.sort()).toEqual([
    // Challenges: a test that passed.
    'features/coding/outcome.module.css',
    // The lines that are expected, beside those that are not.
    'features/coding/text-diff.module.css',
    'features/flashcards/card.module.css',
    'features/home/sample-question.module.css',
    'features/practice/missed-list.module.css',
    'features/practice/options.module.css',
    'features/practice/question-strip.module.css',
    'features/practice/result-note.module.css',
    'features/progress/lists.module.css',
    'features/question-browser/question-browser.module.css',
    'features/study-plans/course.module.css',
    // What was done successfully.
    'shared/ui/alert.module.css',
    'shared/ui/markdown/diagram.module.css',
    'shared/ui/tag.module.css',
    'shared/ui/toasts.module.css',
  ])
})
