export interface Account {
  name: string
  emails: string[]
}

export function mergeAccounts(accounts: readonly Account[]): Account[] {
  throw new Error('Not implemented yet')
}
