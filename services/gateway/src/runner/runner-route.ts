import { runnerReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import { ownRoute } from '../routes.ts'
import type { RunnerAddresses } from './runner-addresses.ts'

/** GET /api/runner: tells the pages where their frame comes from. */
export function installRunnerRoute(app: App, addresses: RunnerAddresses): void {
  const row = ownRoute('GET', '/api/runner')
  app.get(
    row.path,
    {
      config: { access: row.access, row },
      schema: {
        tags: ['platform'],
        summary: 'Where the frame that runs challenges comes from',
        response: { 200: runnerReply },
      },
    },
    async (request) => ({ success: true as const, origin: addresses.runner(request.host) }),
  )
}
