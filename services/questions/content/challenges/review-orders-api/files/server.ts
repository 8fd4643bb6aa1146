export interface Request {
  /** From the session. */
  userId: string
  params: Record<string, string>
  query: Record<string, string | undefined>
}

export type Handler = (request: Request) => Promise<{ status: number; body: unknown }>

export interface Database {
  /** Rejects if the query fails. */
  query<Row>(sql: string, parameters: unknown[]): Promise<Row[]>
}
