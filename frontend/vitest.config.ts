import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'frontend',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../libs/testing/src/patience.ts', './src/testing/setup.ts'],
    expect: { poll: { timeout: 60_000 } },
    // A page takes its time to render while other tests have the processor; none waits for a clock.
    testTimeout: 20_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
