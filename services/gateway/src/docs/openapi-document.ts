/** The parts of an OpenAPI 3.1 document that the documentation page shows. */
export interface OpenApiDocument {
  info: { title: string; description?: string }
  paths?: Record<string, Record<string, Operation | undefined> | undefined>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Response> }
}

export interface Operation {
  tags?: string[]
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, Response>
}

export interface Response {
  $ref?: string
  description?: string
  content?: Content
}

/** By media type. */
export type Content = Record<string, { schema?: Schema }>

export interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

/** JSON Schema, as far as our generator speaks it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  description?: string
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** The name of what a reference leads to. */
export const referred = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1)

/** What a schema may be instead of one thing. */
export const alternatives = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf
