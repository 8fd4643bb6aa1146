/** A readable id made from a name; `item` where nothing of it can be written in one. */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return (words ?? ['item']).join('-').slice(0, 80).replace(/-$/, '')
}
