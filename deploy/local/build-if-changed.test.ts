import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIfChanged } from './build-frontend.ts'

let temporary: TemporaryFolder
let folder: string
beforeEach(async () => {
  temporary = await temporaryFolder()
  folder = join(temporary.path, 'builds')
})
afterEach(() => temporary.remove())

/** A page with this name, written in two steps with a pause in between. */
const page =
  (text: string, between: () => Promise<void> = async () => {}) =>
  async (dir: string) => {
    await mkdir(dir)
    await writeFile(join(dir, 'index.html'), text.slice(0, 1))
    await between()
    await writeFile(join(dir, 'index.html'), text)
  }
const stamp = async () => 'of-these-sources'
const textIn = (dir: string) => readFile(join(dir, 'index.html'), 'utf8')

test('two concurrent builds are both complete, and a third request reuses one', async () => {
  const both = Promise.withResolvers<void>()
  let building = 0
  const meet = async () => {
    building += 1
    if (building === 2) both.resolve()
    await both.promise
  }
  const [one, other] = await Promise.all([
    buildIfChanged({ folder, stamp, build: page('page', meet) }),
    buildIfChanged({ folder, stamp, build: page('page', meet) }),
  ])
  expect([one, other]).toEqual([
    { dir: join(folder, 'of-these-sources'), fresh: true },
    { dir: join(folder, 'of-these-sources'), fresh: true },
  ])
  const third = await buildIfChanged({ folder, stamp, build: () => Promise.reject(new Error('once more')) })
  expect(third).toEqual({ dir: one.dir, fresh: false })
  expect([await textIn(one.dir), await readdir(folder)]).toEqual(['page', ['of-these-sources']])
})

test('a server keeps its older build', async () => {
  const { dir } = await buildIfChanged({ folder, stamp: async () => 'old', build: page('old page') })
  const next = await buildIfChanged({ folder, stamp: async () => 'new', build: page('new page') })
  expect([await textIn(dir), await textIn(next.dir)]).toEqual(['old page', 'new page'])
})

test('a failed build, or one whose sources changed meanwhile, is never reused', async () => {
  const broken = page('page', () => Promise.reject(new Error('does not compile')))
  await expect(buildIfChanged({ folder, stamp, build: broken })).rejects.toThrow('does not compile')
  expect(await readdir(folder)).toEqual([])

  let now = 'before'
  const edited = page('half of each', async () => {
    now = 'after'
  })
  const odd = await buildIfChanged({ folder, stamp: async () => now, build: edited })
  expect(await textIn(odd.dir)).toBe('half of each')
  for (const name of ['before', 'after']) {
    const { dir, fresh } = await buildIfChanged({ folder, stamp: async () => name, build: page(name) })
    expect([fresh, await textIn(dir)]).toEqual([true, name])
  }
})

test('a build that is unused for a day is deleted', async () => {
  const { dir } = await buildIfChanged({ folder, stamp: async () => 'old', build: page('old page') })
  const used = await buildIfChanged({ folder, stamp: async () => 'used', build: page('used page') })
  const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1_000)
  for (const path of [dir, used.dir]) await utimes(path, longAgo, longAgo)
  await buildIfChanged({ folder, stamp: async () => 'used', build: page('never') })
  await buildIfChanged({ folder, stamp: async () => 'new', build: page('new page') })
  expect((await readdir(folder)).sort()).toEqual(['new', 'used'])
})
