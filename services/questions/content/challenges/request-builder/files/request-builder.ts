export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface HttpRequest {
  method: Method
  url: string
  headers: Record<string, string>
}

export function request() {
  throw new Error('Not implemented yet')
}
