/** The parts of an OpenAPI 3.1 document that the documentation page shows. */
export interface OpenApiDocument {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation | undefined> | undefined>
  components?: { schemas?: Record<string, unknown> }
}

export interface Operation {
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: unknown
}
