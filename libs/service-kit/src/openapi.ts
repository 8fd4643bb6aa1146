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
    // Who may enter goes with each call, so that the merged document can be checked against the gateway's table.
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      return { schema: { ...schema, 'x-access': input.route.config?.access }, url }
    },
    transformObject: jsonSchemaTransformObject,
  })
}
