export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface HttpRequest {
  method: Method
  url: string
  headers: Record<string, string>
}

type Step = 'url' | 'method'

interface Builder<Done extends Step> {
  url(url: string): Builder<Done | 'url'>
  method(method: Method): Builder<Done | 'method'>
  header(name: string, value: string): Builder<Done>
  query(name: string, value: string | number): Builder<Done>
  build: [Step] extends [Done] ? () => HttpRequest : never
}

interface Parts extends HttpRequest {
  query: [string, string][]
}

export function request(): Builder<never> {
  return builder({ method: 'GET', url: '', headers: {}, query: [] })
}

function builder<Done extends Step>(parts: Parts): Builder<Done> {
  const build = (): HttpRequest => ({
    method: parts.method,
    url: withQuery(parts),
    headers: { ...parts.headers },
  })
  return {
    url: (url) => builder({ ...parts, url }),
    method: (method) => builder({ ...parts, method }),
    header: (name, value) =>
      builder({ ...parts, headers: { ...parts.headers, [name.toLowerCase()]: value } }),
    query: (name, value) => builder({ ...parts, query: [...parts.query, [name, String(value)]] }),
    build: build as Builder<Done>['build'],
  }
}

function withQuery({ url, query }: Parts): string {
  if (query.length === 0) return url
  return `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`
}
