import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'
import { challengeLibraries } from './build/challenge-libraries-plugin.ts'

export default defineProject({
  plugins: [react(), challengeLibraries()],
  test: {
    name: 'frontend',
    environment: 'happy-dom',
    include: ['src/**/*.test.tsx'],
    setupFiles: [
      '../libs/testing/src/patience.ts',
      '../libs/testing/src/processor-time.ts',
      './src/testing/setup.ts',
    ],
    expect: { poll: { timeout: 60_000 } },
    // Rendering a page is slow while other tests use the processor; no test waits for a real timer.
    testTimeout: 20_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
