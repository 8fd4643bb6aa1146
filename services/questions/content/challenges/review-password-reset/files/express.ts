export interface Request {
  body: Record<string, unknown>
}

export interface Response {
  status(code: number): Response
  json(body: unknown): void
  end(): void
}
