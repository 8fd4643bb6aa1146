export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface HttpRequest {
  method: Method
  url: string
  headers: Record<string, string>
}

class RequestBuilder<M extends Method | null, U extends string | null> {
  readonly #headers: ReadonlyMap<string, string>
  readonly #query: string
  constructor(
    readonly chosenMethod: M,
    readonly chosenUrl: U,
    headers: ReadonlyMap<string, string>,
    query: string,
  ) {
    this.#headers = headers
    this.#query = query
  }

  url(url: string) {
    return new RequestBuilder(this.chosenMethod, url, this.#headers, this.#query)
  }

  method(method: Method) {
    return new RequestBuilder<Method, U>(method, this.chosenUrl, this.#headers, this.#query)
  }

  header(name: string, value: string) {
    const headers = new Map(this.#headers).set(name.toLowerCase(), value)
    return new RequestBuilder(this.chosenMethod, this.chosenUrl, headers, this.#query)
  }

  query(name: string, value: string | number) {
    const query = new URLSearchParams(this.#query)
    query.append(name, `${value}`)
    return new RequestBuilder(this.chosenMethod, this.chosenUrl, this.#headers, query.toString())
  }

  build(this: RequestBuilder<Method, string>): HttpRequest {
    const separator = this.chosenUrl.includes('?') ? '&' : '?'
    return {
      method: this.chosenMethod,
      url: this.#query ? this.chosenUrl + separator + this.#query : this.chosenUrl,
      headers: Object.fromEntries(this.#headers),
    }
  }
}

export const request = () => new RequestBuilder(null, null, new Map(), '')
