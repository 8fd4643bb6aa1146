import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import TestOrder from './deploy/local/test-order.ts'

const here = (path: string) => join(import.meta.dirname, path)
const ours = '{libs,services,deploy}'
/** What waits, waits long enough for a busy machine. */
export const patience = {
  setupFiles: [here('libs/testing/src/patience.ts')],
  expect: { poll: { timeout: 60_000 } },
}
const elsewhere = ['**/node_modules/**', '**/dist/**', 'services/questions/content/challenges/**']
const integration = '**/*.integration.test.ts'

/** Ends what tests of the platform open in a browser. */
export const browserTests = {
  ...patience,
  setupFiles: [...patience.setupFiles, here('tests/support/close-pages.ts')],
}

/** Tests that measure time, or need a question bank that no other test changes, run alone. */
const alone = ['tests/browser/runner.test.ts', 'tests/api/load-kit.test.ts']

/** Where one server is given for all, test files take turns at it. */
const takeTurns = Boolean(process.env.NATS_URL)

/** All suites of the platform, by what they need to run. `npm test` runs them all. */
export default defineConfig({
  test: {
    reporters: ['default', './deploy/local/test-results-reporter.ts'],
    // Most tests spend more time waiting for servers or a browser than computing.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: TestOrder },
    projects: [
      {
        test: {
          name: 'unit',
          ...patience,
          setupFiles: [...patience.setupFiles, here('libs/testing/src/same-draws.ts')],
          include: [`${ours}/**/*.test.ts`],
          exclude: [...elsewhere, integration],
          // Files don't affect each other, so they can share processes and loaded modules.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          ...patience,
          setupFiles: [...patience.setupFiles, here('libs/testing/src/release-nats.ts')],
          include: [`${ours}/${integration}`],
          exclude: elsewhere,
          isolate: false,
          globalSetup: here('libs/testing/src/vitest-backing-servers.ts'),
          fileParallelism: !takeTurns,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'architecture',
          include: ['tests/architecture/**/*.test.ts'],
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'platform',
          ...browserTests,
          // As in unit tests; one Chromium per process serves them, too.
          isolate: false,
          include: ['tests/{api,browser}/**/*.test.ts'],
          exclude: [...elsewhere, ...alone],
          globalSetup: here('tests/support/platform.ts'),
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'alone',
          ...browserTests,
          include: alone,
          globalSetup: here('tests/support/platform.ts'),
          fileParallelism: false,
          // After all other projects.
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Kills processes under load. Erasures with killed processes take longer and run in `npm run test:deep`.
        test: {
          name: 'chaos',
          ...patience,
          include: ['tests/chaos/no-answer-lost.test.ts'],
          hookTimeout: 180_000,
        },
      },
      ...(existsSync(here('frontend/vitest.config.ts')) ? [here('frontend/vitest.config.ts')] : []),
    ],
  },
})
