import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { contentTests, everyRun, patience } from './vitest.config.ts'

const here = (path: string) => join(import.meta.dirname, path)

/** Ends what tests of the platform open in a browser. */
export const browserTests = {
  setupFiles: [...patience.setupFiles, here('tests/support/close-pages.ts')],
  expect: patience.expect,
}

/** Tests that need a question bank that no other test changes, or all of the machine, run alone. */
const alone = ['tests/browser/runner.test.ts', 'tests/api/load-kit.test.ts']

/** `npm run test:browser`: what only a real browser or the whole platform can prove. */
export default defineConfig({
  test: {
    ...everyRun,
    // A browser uses a core of its own.
    maxWorkers: availableParallelism(),
    globalSetup: here('tests/support/install-chromium.ts'),
    projects: [
      {
        test: {
          name: 'platform',
          ...browserTests,
          include: ['tests/{api,browser}/**/*.test.ts'],
          exclude: alone,
          // Files share processes, loaded modules, and one Chromium per process.
          isolate: false,
          globalSetup: here('tests/support/platform.ts'),
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          // The code of questions and challenges that changed since `npm run content:check` last ran it.
          name: 'content',
          ...patience,
          include: [contentTests],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        // Kills processes under load. Erasures with killed processes take longer and run in `npm run test:deep`.
        test: {
          name: 'chaos',
          ...patience,
          include: ['tests/chaos/no-answer-lost.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
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
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
