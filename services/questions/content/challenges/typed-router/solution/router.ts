type Names<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? Names<Head> | Names<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = Record<Names<Path>, string>

interface Router {
  add<Path extends string>(path: Path, handler: (params: Params<Path>) => unknown): Router
  match(url: string): unknown
}

export function createRouter(): Router {
  const routes: [path: string, handler: (params: Record<string, string>) => unknown][] = []
  return {
    add(path, handler) {
      routes.push([path, handler as (params: Record<string, string>) => unknown])
      return this
    },
    match(url) {
      const segments = split(url.replace(/[?#].*/, ''))
      for (const [path, handler] of routes) {
        const params = paramsOf(split(path), segments)
        if (params) return handler(params)
      }
      return undefined
    },
  }
}

const split = (path: string): string[] => path.replace(/\/$/, '').split('/')

function paramsOf(pattern: string[], segments: string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const segment = segments[at] ?? ''
    if (part.startsWith(':')) {
      const value = decode(segment)
      if (!value) return null
      params[part.slice(1)] = value
    } else if (part !== segment) return null
  }
  return params
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

export function toPath<Path extends string>(
  path: Path,
  ...[params]: [Names<Path>] extends [never] ? [] : [params: Params<Path>]
): string {
  const values: Record<string, string> = params ?? {}
  return path
    .split('/')
    .map((part) => (part.startsWith(':') ? encodeURIComponent(values[part.slice(1)] ?? '') : part))
    .join('/')
}
