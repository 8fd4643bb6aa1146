import { describe, expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

const admin = { ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: 'secret' }
const read = (line: string, env = {}) => readOptions(line.split(' '), env)

test('a scenario has its own rate and duration, which options override', () => {
  expect(read('--scenario learner')).toMatchObject({ rate: 4, seconds: 60, accounts: 0, admin: null })
  expect(read('--scenario learner --rate 0.5 --duration 2m --think 0 --accounts 20')).toMatchObject({
    rate: 0.5,
    seconds: 120,
    thinking: 0,
    accounts: 20,
  })
})

test('objectives are separate options or comma-separated', () => {
  const options = read('--scenario learner --objective p99<300ms,errors<1% --objective answer:max<2s')
  expect(options?.objectives.map(({ text }) => text)).toEqual(['p99<300ms', 'errors<1%', 'answer:max<2s'])
})

test('--help requests help', () => {
  expect(read('--help')).toBeNull()
})

describe('a remote target', () => {
  const elsewhere = '--target https://rehearse.example'
  test.each([
    ['learner', elsewhere, /--yes-create-accounts/],
    ['learner', '--target http://10.0.0.7:8080', /--yes-create-accounts/],
    ['learner', '--target http://127.0.0.1.example.org', /--yes-create-accounts/],
    ['learner', '--target http://localhost.example.org', /--yes-create-accounts/],
    ['admin', elsewhere, /--yes-change-questions/],
    ['mixed', `${elsewhere} --yes-create-accounts`, /--yes-change-questions/],
  ])('%s %s requires permission', (scenario, rest, reason) => {
    expect(() => read(`--scenario ${scenario} ${rest}`, admin)).toThrow(reason)
  })

  test('is loaded only with explicit permission', () => {
    expect(read(`--scenario spike ${elsewhere} --yes-create-accounts`)?.target.host).toBe('rehearse.example')
    expect(read(`--scenario admin ${elsewhere} --yes-change-questions`, admin)).not.toBeNull()
  })

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://127.9.9.9', 'http://[::1]:8080'])(
    '%s is not a remote target',
    (target) => {
      expect(read(`--scenario learner --target ${target}`)).not.toBeNull()
    },
  )
})

test.each([
  ['', /--scenario is required/],
  ['--scenario nonsense', /Unknown scenario nonsense/],
  ['--scenario toString', /Unknown scenario toString/],
  ['--scenario admin', /ADMIN_PASSWORD/],
  ['--scenario learner --rate 0', /--rate 0/],
  ['--scenario learner --rate many', /--rate many/],
  ['--scenario learner --duration 5', /--duration 5/],
  ['--scenario learner --arrival rarely', /poisson or even/],
  ['--scenario learner --target localhost', /--target localhost/],
  ['--scenario learner --target http://localhost/api', /without a path/],
  ['--scenario learner --objective p99', /p99/],
  ['--scenario learner --nonsense', /nonsense/],
])('%s is rejected with an explanation', (line, reason) => {
  expect(() => readOptions(line.split(' ').filter(Boolean), {})).toThrow(UsageError)
  expect(() => readOptions(line.split(' ').filter(Boolean), {})).toThrow(reason)
})
