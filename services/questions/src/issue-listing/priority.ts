import type { IssueResource } from '@rehearse/contracts'

const ranks = [
  ['Critical', ['critical', 'urgent']],
  ['High', ['high', 'bug']],
  ['Medium', ['medium', 'enhancement']],
] as const

/** How urgent an issue is, by the words in its labels' names: the highest that any of them says, else Low. */
export function priorityOf(labels: readonly { name: string }[]): IssueResource['priority'] {
  const words = new Set(labels.flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/)))
  return ranks.find(([, names]) => names.some((name) => words.has(name)))?.[0] ?? 'Low'
}
