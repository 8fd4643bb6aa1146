import type { Endpoint } from '@rehearse/contracts'
import { createService, serve } from '@rehearse/service-kit'
import type { OpenApi } from './open-api.ts'

/** The OpenAPI document of endpoints, from one app that serves all of them and never listens. */
export async function describeEndpoints(endpoints: readonly Endpoint[]): Promise<OpenApi> {
  const { app } = await createService({ name: 'rehearse', logLevel: 'silent', description: '' })
  for (const endpoint of endpoints) serve(app, endpoint, () => undefined as never)
  await app.ready()
  const document = app.swagger() as unknown as OpenApi
  await app.close()
  return document
}
