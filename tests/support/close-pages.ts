import { afterAll, afterEach } from 'vitest'
import { closePages, closeSharedPages } from './browser.ts'

// A setup file runs once per test file, even if files share a process and its loaded modules.
afterEach(closePages)
afterAll(closeSharedPages)
