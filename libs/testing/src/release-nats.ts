import { afterAll } from 'vitest'
import { releaseTestNats } from './test-nats.ts'

// A setup file runs once per test file, even if files share a process and its loaded modules.
afterAll(releaseTestNats)
