import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** Collects the routes' schemas; `app.swagger()` then gives the service's part of the OpenAPI document. */
export async function installOpenApi(
  app: FastifyInstance,
  service: { name: string; description: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Rehearse: ${service.name}`, description: service.description, version: '1' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    // Who may enter, and how large a body may be, go with each call, so that the merged document can be checked against
    // the gateway's table.
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      const { config, bodyLimit = app.initialConfig.bodyLimit } = input.route
      return { schema: { ...schema, 'x-access': config?.access, 'x-body-limit': bodyLimit }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
}
