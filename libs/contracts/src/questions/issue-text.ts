/** The part of a zod issue that is needed for a sentence. */
export interface SchemaIssue {
  code: string
  message: string
  /** Details that depend on the issue's code. */
  origin?: unknown
  expected?: unknown
  minimum?: unknown
  maximum?: unknown
  format?: unknown
  values?: unknown
}

/** The problem as the end of a sentence that starts with the field's name: `points` `must be at most 100`. */
export function issueText(issue: SchemaIssue): string {
  // Our own messages start in lower case.
  if (!/^(?:Too|Invalid|Unrecognized) /.test(issue.message)) return issue.message
  if (issue.message.endsWith('received undefined')) return 'is required'
  return textOf[issue.code]?.(issue) ?? 'is not valid'
}

const textOf: Readonly<Partial<Record<string, (issue: SchemaIssue) => string>>> = {
  invalid_type: ({ expected }) => `must be ${kinds[String(expected)] ?? 'something else'}`,
  invalid_format: ({ format }) => formats[String(format)] ?? 'has the wrong form',
  invalid_value: ({ values }) => oneOf(Array.isArray(values) ? values.map(String) : []),
  invalid_union: ({ message }) =>
    oneOf(Array.from(message.matchAll(/'([^']*)'/g), (found) => found[1] ?? '')),
  too_small: ({ origin, minimum }) => {
    if (isNumber(origin)) return `must be at least ${minimum}`
    return minimum === 1 ? 'must not be empty' : `must have at least ${minimum} ${parts(origin)}`
  },
  too_big: ({ origin, maximum }) =>
    isNumber(origin) ? `must be at most ${maximum}` : `must have at most ${maximum} ${parts(origin)}`,
}

const kinds: Readonly<Partial<Record<string, string>>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Readonly<Partial<Record<string, string>>> = {
  uuid: 'must be a UUID',
  email: 'must be an email address',
  url: 'must be an address',
  datetime: 'must be a date with a time (ISO 8601)',
  date: 'must be a date (YYYY-MM-DD)',
}

const oneOf = (values: readonly string[]): string =>
  values.length > 1
    ? `must be one of ${values.join(', ')}`
    : values.length === 1
      ? `must be ${values[0]}`
      : 'has the wrong form'

const isNumber = (origin: unknown) => origin === 'number' || origin === 'int' || origin === 'bigint'
const parts = (origin: unknown) => (origin === 'string' ? 'characters' : 'entries')
