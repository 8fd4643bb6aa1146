/** The type that a contract's schema describes, without bringing the schema library into the bundle. */
export type Reply<Schema extends { _zod: { output: unknown } }> = Schema['_zod']['output']
