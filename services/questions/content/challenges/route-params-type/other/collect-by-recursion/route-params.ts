/** Adds the parameter of one segment. */
type WithSegment<Params, Segment extends string> = Segment extends `:${infer Name}?`
  ? Params & { [Key in Name]?: string }
  : Segment extends `:${infer Name}`
    ? Params & { [Key in Name]: string }
    : Params

type Collect<Path extends string, Params> = Path extends `${infer Segment}/${infer Rest}`
  ? Collect<Rest, WithSegment<Params, Segment>>
  : WithSegment<Params, Path>

type Flat<T> = { [Key in keyof T]: T[Key] }

export type RouteParams<Path extends string> = Flat<Collect<Path, unknown>>

type Arguments<Params> = [keyof Params] extends [never]
  ? []
  : Record<never, never> extends Params
    ? [params?: Params]
    : [params: Params]

export const fillPath = <Path extends string>(path: Path, ...rest: Arguments<RouteParams<Path>>): string => {
  const params = (rest[0] ?? {}) as Record<string, string | undefined>
  let filled = ''
  for (const segment of path.split('/').slice(1)) {
    if (!segment.startsWith(':')) filled += `/${segment}`
    else {
      const value = params[segment.endsWith('?') ? segment.slice(1, -1) : segment.slice(1)]
      if (value !== undefined) filled += `/${encodeURIComponent(value)}`
    }
  }
  return filled === '' ? '/' : filled
}
