import { type Benchmark, inReads, type Verdict } from '../src/benchmark.ts'
import { generatedQuestion } from '../src/generated-questions.ts'

const importSize = 500

/**
 * An import of questions that are there already: read, compared, and left alone, so that the bank keeps its size and
 * what other cases remember of it holds. New ones are imported to fill the bank, which is measured as well.
 */
export const imports: Benchmark = {
  name: 'import',
  cases: ({ write }) => {
    const body = {
      isBulkImport: true,
      questions: Array.from({ length: importSize }, (_, index) => generatedQuestion(index)),
    }
    const run = async () => {
      const { data } = await write<{ data: { skipped: number } }>('/api/questions/unified', body)
      if (data.skipped !== importSize) throw new Error(`only ${data.skipped} of ${importSize} were known`)
    }
    return [{ name: `import of ${importSize} known`, run }]
  },
  judge: (results) => {
    const [small, large] = [[...results.values()][0], [...results.values()].at(-1)]
    const names = [...(large?.keys() ?? [])].filter((name) => name.startsWith('import of'))
    return names.map((name): Verdict => {
      const growth = inReads(large, name) / inReads(small, name)
      return {
        holds: growth <= 2,
        text: `${name}: ${growth.toFixed(2)} times as many reads by id (at most 2)`,
      }
    })
  },
}
