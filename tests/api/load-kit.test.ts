import { healthReply } from '@rehearse/contracts'
import { describe, expect, inject, test } from 'vitest'
import { readOptions } from '../../deploy/load/options.ts'
import { reportPage } from '../../deploy/load/report-page.ts'
import { runLoad } from '../../deploy/load/run-load.ts'
import { type ScenarioName, scenarios } from '../../deploy/load/scenarios.ts'
import { caller, superAdmin } from '../support/client.ts'

const { url, admin } = inject('platform')
const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }

/** Steps that every run of a scenario takes, whatever the random choices. */
const steps: Readonly<Record<ScenarioName, readonly string[]>> = {
  learner: ['sign-up', 'list-questions', 'open-question', 'answer', 'dashboard', 'progress', 'sign-out'],
  admin: [
    'sign-in-admin',
    'list-admin',
    'search',
    'import',
    'edit-question',
    'undo-import',
    'sign-out-admin',
  ],
  mixed: ['list-questions', 'answer'],
  spike: ['list-questions', 'answer'],
  soak: ['list-questions', 'answer'],
}
/** Scenarios with existing sessions cost no password hash; one scenario with sign-ups is enough. */
const accounts = (name: ScenarioName) => (name === 'learner' || name === 'admin' ? 0 : 1)

describe('npm run load', () => {
  test.concurrent.each(Object.keys(scenarios) as ScenarioName[])('%s', async (scenario) => {
    const line = `--scenario ${scenario} --rate 2 --duration 1500ms --arrival even --think 20ms --timeout 60s --grace 90s --accounts ${accounts(scenario)} --seed 3 --objective errors<1%,completed>99% --target ${url}`
    const options = readOptions(line.split(' '), env)
    if (options === null) throw new Error('help was not asked for')
    const run = await runLoad(options, new AbortController().signal, () => {})

    expect(run.recording.examples).toEqual([])
    expect(run.recording.journeys.begun).toBeGreaterThanOrEqual(2)
    expect(run.recording.steps.map(({ step }) => step)).toEqual(expect.arrayContaining([...steps[scenario]]))
    expect(run.verdicts.map(({ holds }) => holds)).toEqual([true, true])
    const page = reportPage(run)
    expect(page).toContain('All 2 objectives were met')
    // One self-contained file without any password.
    expect(page).not.toMatch(/<(?:script|link|img)|url\(|@import|https?:\/\/(?!localhost)/)
    expect(page).not.toContain(admin.password)
  })

  test('leaves the question bank unchanged', async () => {
    const boss = await superAdmin()
    const { body } = await boss<{ data: { title: string }[] }>('/api/questions/unified?search=Load+test')
    expect(body.data.filter(({ title }) => title.startsWith('Load test'))).toEqual([])
    expect(healthReply.parse((await caller()('/api/health')).body).success).toBe(true)
  })
})
