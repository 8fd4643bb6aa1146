import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GroupCommit } from './group-commit.ts'

/** A commit function that waits for `release`, and records its batches. */
function manualCommit() {
  const batches: number[][] = []
  const releases: (() => void)[] = []
  return {
    batches,
    commit: async (items: readonly number[]) => {
      batches.push([...items])
      await new Promise<void>((resolve) => releases.push(resolve))
      return items.map((item) => item * 10)
    },
    /** Waits until a batch is being written, and lets the write finish. */
    release: async () => {
      while (releases.length === 0) await turn()
      releases.shift()?.()
    },
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const never = () => false

describe('group commit', () => {
  test('writes a lone item in the next turn of the event loop, without a timer', async () => {
    const { batches, commit, release } = manualCommit()
    const group = new GroupCommit({ commit, isFatal: never, maxBatch: 10 })
    const result = group.add(1)
    expect(batches).toEqual([])
    await turn()
    expect(batches).toEqual([[1]])
    await release()
    expect(await result).toBe(10)
  })

  test('combines items that arrive during a write into the next batch, in order', async () => {
    const { batches, commit, release } = manualCommit()
    const group = new GroupCommit({ commit, isFatal: never, maxBatch: 10 })
    const first = [group.add(1), group.add(2)]
    await turn()
    const second = [3, 4, 5].map((item) => group.add(item))
    await turn()
    expect(batches).toEqual([[1, 2]])
    expect(group.pending).toBe(3)
    await release()
    await release()
    expect(await Promise.all([...first, ...second])).toEqual([10, 20, 30, 40, 50])
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  })

  test('keeps every batch within the limit', async () => {
    const sizes: number[] = []
    const commit = async (items: readonly number[]) => {
      sizes.push(items.length)
      return items
    }
    const group = new GroupCommit({ commit, isFatal: never, maxBatch: 4 })
    await Promise.all(Array.from({ length: 10 }, (_, item) => group.add(item)))
    expect(sizes).toEqual([4, 4, 2])
  })

  describe('bulk items', () => {
    /** Adds this many items of one owner, numbered from `from`. */
    const bulk = (group: GroupCommit<number, number>, owner: string, from: number, count: number) =>
      Array.from({ length: count }, (_, index) => group.add(from + index, owner))
    const writeAll = async (settled: Promise<unknown>, release: () => Promise<void>) => {
      let done = false
      void settled.then(() => {
        done = true
      })
      while (!done) {
        await Promise.race([release(), settled])
        await turn()
      }
    }

    test('let a single item pass: it is in the very next batch, however many are queued', async () => {
      const { batches, commit, release } = manualCommit()
      const group = new GroupCommit({ commit, isFatal: never, maxBatch: 10, maxBulk: 4 })
      const all = bulk(group, 'a', 100, 9)
      await turn()
      expect(batches).toEqual([[100, 101, 102, 103]])
      all.push(group.add(1), group.add(2))
      expect([group.pending, group.bulkPending]).toEqual([2, 5])
      await writeAll(Promise.all(all), release)
      expect(batches.slice(1)).toEqual([[1, 2, 104, 105, 106, 107], [108]])
      expect([group.pending, group.bulkPending]).toEqual([0, 0])
    })

    test('are taken from their owners in turn', async () => {
      const { batches, commit, release } = manualCommit()
      const group = new GroupCommit({ commit, isFatal: never, maxBatch: 10, maxBulk: 4 })
      const all = [...bulk(group, 'a', 100, 9), ...bulk(group, 'b', 200, 3), ...bulk(group, 'c', 300, 1)]
      await writeAll(Promise.all(all), release)
      expect(batches).toEqual([[100, 200, 300, 101], [201, 102, 202, 103], [104, 105, 106, 107], [108]])
    })

    test('are not starved by single items: each full batch has room for them', async () => {
      const { batches, commit, release } = manualCommit()
      const group = new GroupCommit({ commit, isFatal: never, maxBatch: 4, maxBulk: 1 })
      const all = [...Array.from({ length: 9 }, (_, index) => group.add(index)), ...bulk(group, 'a', 100, 3)]
      await writeAll(Promise.all(all), release)
      expect(batches).toEqual([
        [0, 1, 2, 100],
        [3, 4, 5, 101],
        [6, 7, 8, 102],
      ])
    })
  })

  test('fails only the bad item of a batch', async () => {
    const commit = async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('two is bad')
      return items
    }
    const group = new GroupCommit({ commit, isFatal: never, maxBatch: 10 })
    expect(await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: new Error('two is bad') },
      { status: 'fulfilled', value: 3 },
    ])
  })

  test('rejects all items after one attempt when the failure affects them all', async () => {
    let attempts = 0
    const commit = async () => {
      attempts += 1
      throw new Error('away')
    }
    const group = new GroupCommit<number, number>({ commit, isFatal: () => true, maxBatch: 10 })
    const outcomes = await Promise.allSettled([1, 2, 3].map((item) => group.add(item)))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(attempts).toBe(1)
  })

  test('stops retrying single items when the server goes down in between', async () => {
    const attempts: number[][] = []
    const commit = async (items: readonly number[]) => {
      attempts.push([...items])
      if (items.length > 1) throw new Error('one of them is bad')
      if (items[0] === 2) throw new Error('away')
      return items
    }
    const isFatal = (error: unknown) => (error as Error).message === 'away'
    const group = new GroupCommit({ commit, isFatal, maxBatch: 10 })
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((item) => group.add(item)))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(attempts).toEqual([[1, 2, 3, 4], [1], [2]])
  })

  test('fails without rewriting items when the writer returns too few results', async () => {
    let attempts = 0
    const commit = async () => {
      attempts += 1
      return [1]
    }
    const group = new GroupCommit<number, number>({ commit, isFatal: never, maxBatch: 10 })
    const outcomes = await Promise.allSettled([group.add(1), group.add(2)])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(attempts).toBe(1)
  })

  test('idle resolves once nothing is queued or being written', async () => {
    const { batches, commit, release } = manualCommit()
    const group = new GroupCommit({ commit, isFatal: never, maxBatch: 1 })
    await group.idle()
    const all = Promise.all([group.add(1), group.add(2)])
    const idle = group.idle()
    await release()
    await release()
    await idle
    expect(batches).toEqual([[1], [2]])
    expect(await all).toEqual([10, 20])
  })

  test('gives every item its own result exactly once and in order, however arrivals and writes interleave', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ bad: fc.boolean(), turnsBefore: fc.nat(2) }), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (scheduler, items, maxBatch) => {
          const written: number[] = []
          const write = async (batch: readonly number[]) => {
            await scheduler.schedule(Promise.resolve(), 'the write is done')
            if (batch.some((index) => items[index]?.bad)) throw new Error('bad')
            written.push(...batch)
            return batch.map((index) => `result of ${index}`)
          }
          const group = new GroupCommit<number, string>({
            commit: write,
            isFatal: never,
            maxBatch,
          })
          const outcomes: Promise<PromiseSettledResult<string>[]>[] = []
          for (const [index, { turnsBefore }] of items.entries()) {
            for (let passed = 0; passed < turnsBefore; passed += 1) await turn()
            if (scheduler.count() > 0 && index % 3 === 0) await scheduler.waitOne()
            outcomes.push(Promise.allSettled([group.add(index)]))
          }
          const settled = scheduler.waitFor(Promise.all(outcomes))
          expect((await settled).flat()).toEqual(
            items.map(({ bad }, index) =>
              bad
                ? { status: 'rejected', reason: new Error('bad') }
                : { status: 'fulfilled', value: `result of ${index}` },
            ),
          )
          expect(written).toEqual(items.flatMap(({ bad }, index) => (bad ? [] : [index])))
        },
      ),
      { numRuns: 150 },
    )
  })
})
