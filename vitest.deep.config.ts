import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { noContainersReason } from './libs/testing/src/container-engine.ts'
import { browserTests, limits } from './vitest.browser.config.ts'
import { patience } from './vitest.config.ts'

process.env.CHAOS_KILLS ??= '40'
process.env.CHAOS_LEARNERS ??= '50'
process.env.CONTENT = 'all'
process.env.FORMAT_RUNS ??= '4000'
process.env.SIMULATED_LEARNERS ??= '999'
process.env.PLANNED_QUESTIONS ??= '100000'
process.env.SEARCHED_QUESTIONS ??= '12000'
process.env.FORM_EDITS = 'all'
process.env.TEST_DEPTH = 'deep'

const chaos = {
  test: { name: 'chaos', ...patience, ...limits, include: ['tests/chaos/**/*.test.ts'] },
}
const fuzz = {
  test: { name: 'fuzz', ...patience, include: ['tests/fuzz/**/*.test.ts'], hookTimeout: 120_000 },
}
const several = { test: { name: 'several', ...patience, include: ['tests/several/**/*.test.ts'] } }
const walk = { test: { name: 'walk', ...patience, include: ['tests/walk/**/*.test.ts'] } }
const upgrade = { test: { name: 'upgrade', ...patience, include: ['tests/upgrade/**/*.test.ts'] } }
const backup = { test: { name: 'backup', ...patience, include: ['tests/backup/**/*.test.ts'] } }
/** Tests of `npm run test:browser` that do more at this depth. */
const withLongForms = globSync('tests/{api,browser}/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('/support/depth.ts'),
)

const pages = {
  test: {
    name: 'pages',
    ...browserTests,
    include: ['tests/deep/**/*.test.ts', ...withLongForms],
    globalSetup: './tests/support/platform.ts',
  },
}
const content = {
  test: {
    name: 'content',
    ...patience,
    ...limits,
    // All challenges with their mutants: several runs of each of more than a hundred.
    testTimeout: 4 * limits.testTimeout,
    include: ['deploy/content-check/{content,challenges}.integration.test.ts'],
  },
}
const formats = {
  test: {
    name: 'formats',
    ...patience,
    include: ['libs/question-formats/src/{escape-markdown,fuzz,invariant,round-trip}.test.ts'],
  },
}
const simulation = {
  test: {
    name: 'simulation',
    ...patience,
    include: ['services/progress/src/sessions/simulation.integration.test.ts'],
    globalSetup: './libs/testing/src/vitest-backing-servers.ts',
  },
}
const plans = {
  test: {
    name: 'plans',
    ...patience,
    include: ['services/questions/src/{listing,search}/plans.integration.test.ts'],
    globalSetup: './libs/testing/src/vitest-backing-servers.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
}
const compose = { test: { name: 'compose', ...patience, include: ['tests/compose/**/*.test.ts'] } }

/** The long forms, for `npm run test:deep`: minutes, not seconds. */
export default defineConfig(async () => {
  const reason = await noContainersReason(['node:24-bookworm-slim', 'postgres:17-alpine', 'nats:2.11-alpine'])
  if (reason) process.stdout.write(`docker-compose is not tested: ${reason}\n`)
  return {
    test: {
      reporters: ['verbose', './deploy/local/test-results-reporter.ts'],
      fileParallelism: false,
      globalSetup: './tests/support/install-chromium.ts',
      projects: [
        chaos,
        several,
        backup,
        upgrade,
        walk,
        fuzz,
        pages,
        content,
        formats,
        simulation,
        plans,
        ...(reason ? [] : [compose]),
      ],
    },
  }
})
