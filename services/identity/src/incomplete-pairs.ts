/**
 * Settings that come in pairs, such as a client's id and its secret: the names that are missing where the other half is
 * set.
 */
export function missingHalves<Name extends string>(
  given: Readonly<Partial<Record<Name, unknown>>>,
  pairs: readonly (readonly [Name, Name])[],
): { missing: Name; together: Name }[] {
  return pairs.flatMap(([one, other]) => {
    if ((given[one] === undefined) === (given[other] === undefined)) return []
    return [given[one] === undefined ? { missing: one, together: other } : { missing: other, together: one }]
  })
}
