type Segments<Path extends string> = Path extends `${infer First}/${infer Rest}` ? First | Segments<Rest> : Path

type OptionalNames<Segment> = Segment extends `:${infer Name}?` ? Name : never

type RequiredNames<Segment> = Segment extends `:${string}?` ? never : Segment extends `:${infer Name}` ? Name : never

export type RouteParams<Path extends string> = { [Name in RequiredNames<Segments<Path>>]: string } & {
  [Name in OptionalNames<Segments<Path>>]?: string
}

/** The arguments after the path: none, an optional object, or an object. */
type Rest<Params> = keyof Params extends never ? [] : Partial<Params> extends Params ? [params?: Params] : [params: Params]

export function fillPath<Path extends string>(path: Path, ...[params]: Rest<RouteParams<Path>>): string {
  const values = new Map<string, string | undefined>(Object.entries({ ...params }))
  const segments = path.split('/').flatMap((segment) => {
    if (!segment.startsWith(':')) return segment
    const value = values.get(segment.slice(1).replace(/\?$/, ''))
    return value === undefined ? [] : encodeURIComponent(value)
  })
  return segments.join('/') || '/'
}
