import type { Access } from '@rehearse/contracts'

/** The part of JSON Schema that the document uses for requests. */
export interface Schema {
  type?: string
  enum?: readonly Scalar[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
}
type Scalar = string | number | boolean | null

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  schema: Schema
  required?: boolean
}

/** One documented endpoint. */
export interface Operation {
  method: string
  /** With its parameters in braces. */
  path: string
  access: Access
  parameters: readonly Parameter[]
  body: { type: string; schema: Schema } | null
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>
}
interface DocumentedOperation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  'x-access'?: Access
}

/** Every endpoint of the platform's OpenAPI document. */
export async function readOperations(url: string): Promise<readonly Operation[]> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      return {
        method: method.toUpperCase(),
        path,
        access: operation['x-access'] ?? 'anyone',
        parameters: operation.parameters ?? [],
        body: type === undefined ? null : { type, schema: content?.schema ?? {} },
      }
    }),
  )
}
