export type Account = { name: string; emails: string[] }

class UnionFind<T> {
  private parents = new Map<T, T>()
  private sizes = new Map<T, number>()

  add(item: T) {
    if (this.parents.has(item)) return
    this.parents.set(item, item)
    this.sizes.set(item, 1)
  }

  find(item: T): T {
    const parent = this.parents.get(item) as T
    if (parent === item) return item
    const root = this.find(parent)
    this.parents.set(item, root)
    return root
  }

  union(a: T, b: T) {
    const [one, other] = [this.find(a), this.find(b)]
    if (one === other) return
    const [small, large] = this.sizes.get(one)! < this.sizes.get(other)! ? [one, other] : [other, one]
    this.parents.set(small, large)
    this.sizes.set(large, this.sizes.get(small)! + this.sizes.get(large)!)
  }
}

/** Joins emails instead of accounts. */
export const mergeAccounts = (accounts: readonly Account[]): Account[] => {
  const emails = new UnionFind<string>()
  for (const account of accounts) {
    for (const email of account.emails) {
      emails.add(email)
      emails.union(account.emails[0], email)
    }
  }
  const people: { name: string; emails: Set<string> }[] = []
  const byRoot = new Map<string, Set<string>>()
  for (const account of accounts) {
    const root = account.emails.length > 0 ? emails.find(account.emails[0]) : undefined
    let list = root === undefined ? undefined : byRoot.get(root)
    if (!list) {
      list = new Set()
      if (root !== undefined) byRoot.set(root, list)
      people.push({ name: account.name, emails: list })
    }
    for (const email of account.emails) list.add(email)
  }
  return people.map(({ name, emails }) => ({ name, emails: Array.from(emails).sort() }))
}
