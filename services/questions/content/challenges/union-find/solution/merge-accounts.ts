export interface Account {
  name: string
  emails: string[]
}

export function mergeAccounts(accounts: readonly Account[]): Account[] {
  const parents = accounts.map((_, index) => index)

  /** The first account of the group. Halves the path to it on the way. */
  function find(index: number): number {
    let at = index
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]]
      at = parents[at]
    }
    return at
  }

  const owners = new Map<string, number>()
  for (const [index, { emails }] of accounts.entries()) {
    for (const email of emails) {
      const [one, other] = [find(owners.get(email) ?? index), find(index)]
      // The earlier account stays at the root.
      parents[Math.max(one, other)] = Math.min(one, other)
      owners.set(email, one)
    }
  }

  const groups = new Map<number, string[]>()
  for (const index of accounts.keys()) if (find(index) === index) groups.set(index, [])
  for (const [email, index] of owners) groups.get(find(index))?.push(email)
  return [...groups].map(([index, emails]) => ({ name: accounts[index].name, emails: emails.sort() }))
}
