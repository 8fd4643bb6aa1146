type Segment<Text extends string> = Text extends `:${infer Name}` ? Name : never
type Names<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? Segment<Head> | Names<Rest>
  : Segment<Path>

export type Params<Path extends string> = { [Name in Names<Path>]: string }

type Handler = (params: Record<string, string>) => unknown

class Router {
  readonly #routes: { expression: RegExp; handler: Handler }[] = []

  add<Path extends string>(path: Path, handler: (params: Params<Path>) => unknown): this {
    const source = path
      .replace(/\/$/, '')
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/(?<=\/):(\w+)/g, '(?<$1>[^/]+)')
    this.#routes.push({ expression: new RegExp(`^${source}/?$`), handler: handler as Handler })
    return this
  }

  match(url: string): unknown {
    const [path = ''] = url.split(/[?#]/)
    for (const { expression, handler } of this.#routes) {
      const found = expression.exec(path)
      if (!found) continue
      const params: Record<string, string> = {}
      try {
        for (const [name, value] of Object.entries(found.groups ?? {})) params[name] = decodeURIComponent(value)
      } catch {
        continue
      }
      return handler(params)
    }
  }
}

export const createRouter = (): Router => new Router()

type Arguments<Path extends string> = [Names<Path>] extends [never] ? [] : [params: Params<Path>]

export function toPath<Path extends string>(path: Path, ...args: Arguments<Path>): string {
  const params = (args[0] ?? {}) as Record<string, string>
  return path.replace(/(?<=\/):([^/]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
