import { test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'

test.each([
  ['dark', { width: 1280, height: 900 }],
  ['dark', { width: 320, height: 640 }],
  ['light', { width: 1280, height: 900 }],
] as const)(
  'the API documentation breaks no accessibility rule and never scrolls sideways: %s, %j',
  async (colorScheme, viewport) => {
    const page = await openPage('/api/docs#/questions/get-api-questions-unified', { colorScheme, viewport })
    const call = page.locator('#operations-questions-get-api-questions-unified')
    await call.getByRole('button', { name: 'Execute' }).click()
    await call.locator('.live-responses-table').getByText('"success": true').waitFor()
    await expectFits(page, '/api/docs')
  },
)
