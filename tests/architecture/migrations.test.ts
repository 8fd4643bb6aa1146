import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { expect, test } from 'vitest'

/** Migrations that were released with the number of another one: their names are stored, so they stay. */
const released = ['progress/0013', 'progress/0018', 'questions/0009', 'questions/0020']

test('no two migrations of a service have the same number', () => {
  const services = readdirSync(join(repositoryRoot, 'services'))
  const repeated = services.flatMap((service) => {
    const numbers = migrationsOf(service).map((name) => name.slice(0, 4))
    return numbers
      .filter((number, at) => numbers.indexOf(number) !== at)
      .map((number) => `${service}/${number}`)
  })
  expect(repeated).toEqual(released)
})

test('the numbers of a service’s migrations have no gap', () => {
  for (const service of readdirSync(join(repositoryRoot, 'services'))) {
    const numbers = [...new Set(migrationsOf(service).map((name) => Number(name.slice(0, 4))))]
    expect(numbers, service).toEqual(numbers.map((_, at) => at + 1))
  }
})

/** @returns the names of a service's migrations, in order; none for one without a database */
function migrationsOf(service: string): string[] {
  const folder = join(repositoryRoot, 'services', service, 'src')
  const isThere = readdirSync(folder).includes('migrations')
  return isThere
    ? readdirSync(join(folder, 'migrations'))
        .filter((name) => /^\d{4}-/.test(name))
        .sort()
    : []
}
