export interface User {
  id: string
  email: string
}

export declare const users: {
  findByEmail(email: string): Promise<User | undefined>
  /** Stores a hash of the token. */
  saveResetToken(userId: string, reset: { token: string; expires: number }): Promise<void>
  findReset(token: string): Promise<{ userId: string; expires: number } | undefined>
  deleteResetToken(token: string): Promise<void>
  /** Rejects if the database fails. */
  setPassword(userId: string, hash: string): Promise<void>
  /** Signs the user out everywhere. */
  deleteSessions(userId: string): Promise<void>
}

export declare const mailer: {
  send(to: string, subject: string, text: string): Promise<void>
}
