import { generatedQuestion } from './generated-questions.ts'
import type { World } from './world.ts'

const importSize = 10_000

/**
 * Imports generated questions until the bank holds `size`, and waits until the database has looked at them.
 * @returns milliseconds of each import of 10,000
 */
export async function fillBank(world: World, size: number, say: (line: string) => void): Promise<number[]> {
  const { rows } = await world.sql.query('select count(*)::int as count from question')
  const taken: number[] = []
  for (let from: number = rows[0].count; from < size; from += importSize) {
    say(`importing, ${from.toLocaleString('en')} of ${size.toLocaleString('en')} questions are there`)
    const questions = Array.from({ length: importSize }, (_, index) => generatedQuestion(from + index))
    const begun = performance.now()
    const { data } = await world.write<{ data: { success: number } }>('/api/questions/unified', {
      isBulkImport: true,
      questions,
    })
    taken.push(performance.now() - begun)
    if (data.success !== importSize) throw new Error(`only ${data.success} of ${importSize} were imported`)
  }
  say('waiting for the word list')
  await until(async () => {
    const { rows } = await world.sql.query('select exists (select from search_word_change) as more')
    return !rows[0].more
  })
  say('analyzing')
  await world.sql.query('vacuum analyze')
  return taken
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100))
}
