import { JsonBounds } from '@rehearse/contracts'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Values that a JSON body may have; 50,000 unless said. */
    jsonValues?: number
  }
}

/** Reads JSON bodies whose nesting and number of values were bounded before they are parsed. */
export function readJsonWithinBounds(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      new JsonBounds({ values: request.routeOptions.config.jsonValues }).check(body)
    } catch (error) {
      return done(error as Error)
    }
    parse(request, body.toString(), done)
  })
}
