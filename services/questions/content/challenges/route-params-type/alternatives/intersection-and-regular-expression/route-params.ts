type Params<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? Params<Head> & Params<Tail>
  : P extends `:${infer Name}?`
    ? Partial<Record<Name, string>>
    : P extends `:${infer Name}`
      ? Record<Name, string>
      : unknown

export type RouteParams<P extends string> = { [K in keyof Params<P>]: Params<P>[K] }

type RequiredKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? never : K }[keyof T]

export function fillPath<const P extends string>(
  path: P,
  ...args: keyof RouteParams<P> extends never
    ? []
    : RequiredKeys<RouteParams<P>> extends never
      ? [params?: RouteParams<P>]
      : [params: RouteParams<P>]
): string {
  const params = (args[0] ?? {}) as Record<string, string>
  const filled = path.replace(/\/:([^/?]+)\??(?=\/|$)/g, (_, name: string) =>
    params[name] === undefined ? '' : `/${encodeURIComponent(params[name])}`,
  )
  return filled || '/'
}
