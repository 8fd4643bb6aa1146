import type { DeclaredEndpoint } from '@rehearse/contracts/endpoints'

/**
 * Types of a call from its declaration in contracts, by method and path. Types only: no schema reaches the bundle.
 */
type Method = DeclaredEndpoint['method']

type SegmentOf<Segment extends string> = string extends Segment
  ? ':'
  : Segment extends `:${string}`
    ? ':'
    : Segment
/** A path with `:` for each parameter, whether declared (`:id`) or filled in (`${id}`). */
type PatternOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? `${SegmentOf<Head>}/${PatternOf<Tail>}`
  : SegmentOf<Path>

type ByPattern = {
  [Declared in DeclaredEndpoint as `${Declared['method']} ${PatternOf<Declared['path']>}`]: Declared
}

/** The declaration of a call; `never` if there is none. */
export type EndpointOf<
  Verb extends Method,
  Path extends string,
> = `${Verb} ${PatternOf<Path>}` extends infer Key
  ? Key extends keyof ByPattern
    ? ByPattern[Key]
    : never
  : never

interface Schema {
  _zod: { input: unknown; output: unknown }
}

/** The JSON of a successful response. */
export type ReplyOf<Declared> = Declared extends { response: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)] extends infer Response
    ? Response extends Schema
      ? Response['_zod']['output']
      : never
    : never
  : never

/** Parameter names as declared; values of any type are serialized into the URL. */
export type QueryOf<Declared> = Declared extends { query: infer Query extends Schema }
  ? { [Name in keyof Query['_zod']['input']]?: string | number | boolean | undefined }
  : Record<never, never>

/** Fields by name and type. The server checks which are required: forms send what was filled in. */
export type BodyOf<Declared> = Declared extends { body: infer Body extends Schema }
  ? Fields<Body['_zod']['input']>
  : unknown

type Fields<Body> = Body extends object ? { [Name in keyof Body]?: Sent<Body[Name]> | undefined } : Body

/** Arrays may be read-only. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { [Name in keyof Value]: Sent<Value[Name]> }
    : Value
