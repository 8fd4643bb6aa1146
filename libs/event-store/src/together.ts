/**
 * Like `Promise.all` for the statements of a transaction. A failure is told when none of them is under way any more:
 * one that goes on behind the rollback would be a transaction of its own, and kept.
 */
export async function together<Results extends readonly unknown[]>(
  begun: {
    [Place in keyof Results]: Promise<Results[Place]>
  },
): Promise<Results> {
  const settled = await Promise.allSettled(begun as readonly Promise<unknown>[])
  return settled.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }) as unknown as Results
}
