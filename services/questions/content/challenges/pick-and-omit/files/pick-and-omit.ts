export function pick(object: object, keys: string[]): object {
  throw new Error('Not implemented yet')
}

export function omit(object: object, keys: string[]): object {
  throw new Error('Not implemented yet')
}
