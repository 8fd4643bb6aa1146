import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cruiseTree, forbidden, plantedRoot, repositoryRoot } from './cruise-tree.ts'

/** One forbidden import for each rule, in a small tree of our layout under `planted/`. */
const planted = [
  {
    tree: 'services-are-islands',
    from: 'services/progress/src/app.ts',
    to: 'services/questions/src/app.ts',
  },
  {
    tree: 'services-are-islands-frontend',
    from: 'frontend/src/app/main.ts',
    to: 'services/gateway/src/routes.ts',
  },
  {
    tree: 'libs-know-no-service',
    from: 'libs/service-kit/src/index.ts',
    to: 'services/media/src/config.ts',
  },
  { tree: 'contracts-need-only-zod', from: 'libs/contracts/src/index.ts', to: 'crypto' },
  {
    tree: 'domain-is-pure',
    from: 'services/progress/src/learner/answering.ts',
    to: 'services/progress/src/tables.ts',
  },
  {
    tree: 'domain-is-pure-rules',
    from: 'services/progress/src/reviews/schedule.rules.ts',
    to: 'crypto',
  },
  {
    tree: 'domain-is-pure-event-store',
    from: 'services/progress/src/learner/answering.ts',
    to: 'libs/event-store/src/append.ts',
  },
  {
    tree: 'sql-stays-at-the-edge',
    from: 'services/progress/src/answers/submit-answer.ts',
    to: expect.stringMatching(/node_modules\/kysely\//),
  },
  {
    tree: 'traces-on-demand',
    from: 'services/media/src/app.ts',
    to: expect.stringMatching(/node_modules\/@opentelemetry\//),
  },
  {
    tree: 'traces-on-demand-import',
    from: 'libs/service-kit/src/service.ts',
    to: 'libs/service-kit/src/observability/open-telemetry.ts',
  },
  {
    tree: 'subjects-point-one-way',
    from: 'services/questions/src/nodes/known-nodes.ts',
    to: 'services/questions/src/taxonomy/routes.ts',
  },
  {
    tree: 'subjects-point-one-way-unlisted',
    from: 'services/media/src/app.ts',
    to: 'services/media/src/messaging/publish.ts',
  },
  {
    tree: 'features-are-islands',
    from: 'frontend/src/features/practice/practice.tsx',
    to: 'frontend/src/features/dashboard/chart.tsx',
  },
  {
    tree: 'frontend-one-way-shared',
    from: 'frontend/src/shared/ui/button.tsx',
    to: 'frontend/src/features/dashboard/chart.tsx',
  },
  {
    tree: 'frontend-one-way-features',
    from: 'frontend/src/features/dashboard/chart.tsx',
    to: 'frontend/src/app/shell.tsx',
  },
  {
    tree: 'stored-data-has-an-owner',
    from: 'frontend/src/features/coding/code.ts',
    to: 'frontend/src/shared/storage.ts',
  },
  {
    tree: 'no-circular',
    from: 'services/media/src/storage/folder.ts',
    to: 'services/media/src/storage/storage.ts',
  },
  {
    tree: 'no-orphans',
    from: 'libs/service-kit/src/forgotten.ts',
    to: 'libs/service-kit/src/forgotten.ts',
  },
  { tree: 'not-to-test', from: 'services/media/src/app.ts', to: 'services/media/src/testing/fake.ts' },
  { tree: 'resolves', from: 'services/media/src/app.ts', to: './gone.ts' },
]
type Patterns = { path?: string | string[]; pathNot?: string | string[] }
type Sides = { from: Patterns; to: Patterns }

const ruleNames = [...new Set(forbidden.map(({ name }) => name ?? ''))]
const ruleOf = (tree: string) => ruleNames.find((name) => tree.startsWith(name)) ?? ''

describe('each rule catches its planted import, and nothing else', () => {
  test.each(planted)('$tree', async ({ tree, from, to }) => {
    const { violations } = await cruiseTree(join(plantedRoot, tree))
    expect(violations).toEqual([{ rule: ruleOf(tree), from, to }])
  })

  test('every rule has a planted import', () => {
    expect(new Set(planted.map(({ tree }) => ruleOf(tree)))).toEqual(new Set(ruleNames))
  })

  test('every pattern is anchored', () => {
    const patterns = (forbidden as Sides[]).flatMap(({ from, to }) =>
      [from, to].flatMap(({ path = [], pathNot = [] }) => [path, pathNot].flat()),
    )
    expect(patterns.filter((pattern) => !pattern.startsWith('^'))).toEqual([])
  })
})

describe('our own tree', () => {
  // `npm run check` checks the whole tree with the same rules.
  test('has packages that resolve to their sources', async () => {
    const { result } = await cruiseTree(repositoryRoot, ['services/gateway/src/app.ts'])
    const gateway = result.modules.find(({ source }) => source === 'services/gateway/src/app.ts')
    expect(gateway?.dependencies.map(({ resolved }) => resolved)).toContain('libs/service-kit/src/index.ts')
  })

  test('passes clock and randomness into the domain, which reads neither', async () => {
    const asked =
      /\b(?:Date\.now|performance\.now|Math\.random|crypto\.\w+)\(|\bnew Date\(\)|\bTemporal\.Now\b/
    const files: string[] = []
    const pure = ['services/*/src/learner/**/*.ts', 'services/*/src/**/*.rules.ts']
    for await (const file of glob(pure, { cwd: repositoryRoot })) {
      if (!file.endsWith('.test.ts')) files.push(file)
    }
    expect(files).not.toEqual([])
    for (const file of files) {
      const text = await readFile(join(repositoryRoot, file), 'utf8')
      expect(asked.exec(text)?.[0], file).toBeUndefined()
    }
  })
})
