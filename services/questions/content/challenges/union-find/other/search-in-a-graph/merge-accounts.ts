export interface Account {
  name: string
  emails: string[]
}

export function mergeAccounts(accounts: readonly Account[]): Account[] {
  const byEmail = new Map<string, Account[]>()
  for (const account of accounts) {
    for (const email of account.emails) {
      const owners = byEmail.get(email)
      if (owners) owners.push(account)
      else byEmail.set(email, [account])
    }
  }

  const visited = new Set<Account>()
  const people: Account[] = []
  for (const first of accounts) {
    if (visited.has(first)) continue
    visited.add(first)
    const emails = new Set<string>()
    const open = [first]
    for (const account of open) {
      for (const email of account.emails) {
        if (emails.has(email)) continue
        emails.add(email)
        for (const owner of byEmail.get(email) ?? []) {
          if (visited.has(owner)) continue
          visited.add(owner)
          open.push(owner)
        }
      }
    }
    people.push({ name: first.name, emails: [...emails].sort() })
  }
  return people
}
