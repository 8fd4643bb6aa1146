import type { ModuleRequest, RunnerMessage } from '@rehearse/contracts'
import { runModules } from './run-modules.ts'

/** Runs modules in a worker, without a document. */
export const run = (request: ModuleRequest, send: (message: RunnerMessage) => void): Promise<void> =>
  runModules(request, { packages: {}, addStyle: () => {}, afterEachTest: () => {} }, send)
