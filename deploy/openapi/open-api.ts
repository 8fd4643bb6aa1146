/** The parts of an OpenAPI 3.1 document that are merged. */
export interface OpenApi {
  openapi: string
  info: { title: string; description?: string; version: string }
  servers?: unknown[]
  tags?: { name: string }[]
  paths: Record<string, PathItem>
  components?: {
    schemas?: Record<string, unknown>
    responses?: Record<string, unknown>
    securitySchemes?: Record<string, unknown>
  }
}

export type PathItem = Record<string, Operation>

export interface Operation {
  tags?: string[]
  responses?: Record<string, unknown>
  security?: Record<string, string[]>[]
  'x-access'?: string
  [key: string]: unknown
}
