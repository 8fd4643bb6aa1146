export type RouteParams<Path extends string> = Record<string, string>

export function fillPath<Path extends string>(path: Path, params?: RouteParams<Path>): string {
  throw new Error('Not implemented yet')
}
