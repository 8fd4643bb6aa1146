import { defineConfig } from 'vitest/config'

const outsideUnit = ['**/node_modules/**', '**/*.integration.test.ts', 'tests/**', 'frontend/**']

/** All suites of the platform, by what they need to run. `npm test` runs them all. */
export default defineConfig({
  test: {
    reporters: ['default', './tests/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{libs,services,deploy}/**/*.test.ts'],
          exclude: outsideUnit,
        },
      },
    ],
  },
})
