export type Params<Path extends string> = Record<string, string>

export function createRouter() {
  throw new Error('Not implemented yet')
}

export function toPath(path: string, params: Record<string, string>): string {
  throw new Error('Not implemented yet')
}
