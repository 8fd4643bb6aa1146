/** A mention in a comment's text: `@{id}` with the id of an admin account, shown with its current name. */
export const mention = /@\{([\w-]{1,100})\}/g

/** The accounts that a comment mentions. */
export const mentionsIn = (body: string): string[] => [
  ...new Set([...body.matchAll(mention)].flatMap(([, id]) => id ?? [])),
]
