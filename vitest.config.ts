import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import TestOrder from './deploy/local/test-order.ts'

const here = (path: string) => join(import.meta.dirname, path)
const ours = '{libs,services,deploy,frontend/src}'
/** What waits, waits long enough for a busy machine. */
export const patience = {
  setupFiles: [here('libs/testing/src/patience.ts'), here('libs/testing/src/processor-time.ts')],
  expect: { poll: { timeout: 60_000 } },
}
const elsewhere = ['**/node_modules/**', '**/dist/**', 'services/questions/content/challenges/**']
const integration = '**/*.integration.test.ts'

/** They run the content's code in a browser: `npm run test:browser`. */
export const contentTests = 'deploy/content-check/*.integration.test.ts'

/** Tests with real servers: one Postgres and one NATS for all files. */
export const withServers = {
  setupFiles: [
    ...patience.setupFiles,
    here('libs/testing/src/same-draws.ts'),
    here('libs/testing/src/release-nats.ts'),
  ],
  expect: patience.expect,
  globalSetup: here('libs/testing/src/vitest-backing-servers.ts'),
  // Far above what a quiet machine needs: only a test that waits for what never comes may reach them.
  testTimeout: 600_000,
  hookTimeout: 600_000,
}

/** What every run has, whichever suites it runs. */
export const everyRun = {
  reporters: ['default', here('deploy/local/test-results-reporter.ts')],
  sequence: { sequencer: TestOrder },
}

const projects: TestProjectConfiguration[] = [
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
      ...withServers,
      include: [`${ours}/${integration}`],
      exclude: [...elsewhere, contentTests],
      isolate: false,
      // Where one server is given for all, test files take turns at it.
      fileParallelism: !process.env.NATS_URL,
    },
  },
  {
    test: {
      name: 'architecture',
      ...patience,
      include: ['tests/architecture/**/*.test.ts'],
      testTimeout: 120_000,
    },
  },
  here('frontend/vitest.config.ts'),
]

/** `npm test`: what needs no browser and no whole platform. */
export default defineConfig({
  test: {
    ...everyRun,
    // Tests of services wait for servers about as long as they compute.
    maxWorkers: availableParallelism() + 1,
    projects,
  },
})
