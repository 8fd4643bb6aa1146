import type { PlatformService, ServiceMetrics, ServiceSetting } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { flagsOf, PlatformSettings } from './platform-settings.tsx'

const figures: ServiceMetrics = {
  startedAt: '2026-11-22T08:00:00.000Z',
  memory: 157_286_400,
  cpuTime: 36,
  lag: 0.0123,
  requests: 7_200,
  failures: 72,
  meanTime: 0.0042,
}
const setting = (name: string, value: string | null, isSet = true): ServiceSetting => ({ name, isSet, value })
const service = (name: string, part: Partial<PlatformService> = {}): PlatformService => ({
  name,
  state: 'up',
  replicas: [{ address: 'here', state: 'up', checks: { postgres: 'up', nats: 'up' }, figures }],
  settings: [],
  ...part,
})
const open = (services: PlatformService[]) => {
  fakeNetwork({
    'GET /api/admin/platform': () => ({ success: true, measuredAt: '2026-11-22T10:00:00.000Z', services }),
  })
  return renderAt('/admin/settings', <PlatformSettings />)
}

test('every service shows its health with live metrics', async () => {
  open([service('gateway'), service('progress')])
  const shown = within(await screen.findByRole('region', { name: 'Progress' }))
  const figure = (name: string) => shown.getByText(name).nextElementSibling?.textContent
  expect(screen.getByText('Every service is up.')).toBeDefined()
  expect(figure('Uptime')).toBe('2h')
  expect(figure('Requests')).toBe('7,2001.0 per second')
  expect(figure('Failures')).toBe('721% of all requests')
  expect(figure('Mean response time')).toBe('4.2 ms')
  expect(figure('Memory')).toBe('150 MB')
  expect(figure('Event loop lag')).toBe('12.3 ms')
})

test('an unavailable service is shown as down, and so is an unavailable server', async () => {
  open([
    service('media', {
      state: 'down',
      replicas: [{ address: 'media:8084', state: 'down', checks: { nats: 'down' }, figures: null }],
    }),
  ])
  await screen.findByText('1 service is down.')
  const shown = within(screen.getByRole('region', { name: 'Media' }))
  expect(shown.getByText('nats down')).toBeDefined()
  expect(shown.getByText('No metrics available right now.')).toBeDefined()
})

test('a secret shows only that it is set, and a missing setting that it is not', async () => {
  const { user } = open([
    service('identity', {
      settings: [
        setting('GOOGLE_CLIENT_SECRET', null, false),
        setting('KEY_ENCRYPTION_SECRET', null),
        setting('PASSWORD_COST', '12'),
      ],
    }),
  ])
  await user.click(await screen.findByText('Identity', { selector: 'summary' }))
  const table = within(screen.getByRole('table', { name: 'Configuration of Identity' }))
  expect(table.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'SettingValue',
    'GOOGLE_CLIENT_SECRETnot set',
    'KEY_ENCRYPTION_SECRETset, not shown',
    'PASSWORD_COST12',
  ])
})

test('enabled features follow from the configuration', () => {
  const flags = flagsOf([
    service('gateway', {
      settings: [setting('HTTP2', 'false'), setting('RUNNER_PORT', '8081'), setting('RATE_LIMIT_READ', '0')],
    }),
    service('identity', { settings: [setting('SMTP_URL', null), setting('GOOGLE_CLIENT_ID', null, false)] }),
    service('questions', { settings: [setting('OPENAI_BASE_URL', null)] }),
  ])
  expect(flags).toMatchObject({
    mail: true,
    google: false,
    http2: false,
    interviewer: true,
    runner: true,
    limits: false,
    push: false,
  })
})

test('a failure to load shows its reason', async () => {
  fakeNetwork({ 'GET /api/admin/platform': () => errorResponse(403, 'Not allowed') })
  renderAt('/admin/settings', <PlatformSettings />)
  expect((await screen.findByRole('alert')).textContent).toContain('Not allowed')
})
