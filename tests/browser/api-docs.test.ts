import { describe, expect, test } from 'vitest'
import { expectAccessible, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'

const looks = [
  ['dark', { width: 1280, height: 900 }],
  ['light', { width: 320, height: 640 }],
] as const

describe('the documentation of the calls', () => {
  test('a visitor finds a call, tries it and sees what comes back', async () => {
    const page = await openPage('/api/docs')
    await page.getByLabel('Filter').fill('health')
    await page.getByText('1 of', { exact: false }).waitFor()
    await page.getByRole('heading', { name: 'GET /api/health' }).click()
    const call = page.locator('#get-api-health')
    await call.getByRole('button', { name: 'Send' }).click()
    const reply = call.getByRole('region', { name: 'Reply' })
    await reply.getByText('200 OK').waitFor()
    await reply.getByText('"gateway": {').waitFor()
    await reply.getByText(/\d+ headers/).click()
    await reply.getByText('x-request-id').waitFor()
    expect(await call.locator('.curl').textContent()).toBe(`curl '${new URL('/api/health', page.url())}'`)
  })

  test('a learner’s own call goes with their session, or with a token, or is refused', async () => {
    const { email, password, token } = await newLearner()
    const page = await openPage('/api/docs#get-api-progress-get')
    const call = page.locator('#get-api-progress-get')
    const reply = call.getByRole('region', { name: 'Reply' })
    const send = () => call.getByRole('button', { name: 'Send' }).click()
    await send()
    await reply.getByText('401 Unauthorized').waitFor()
    await page.request.post('/api/auth/login', { data: { email, password } })
    await send()
    await reply.getByText('200 OK').waitFor()
    await reply.getByText('"totalQuestions": 0').waitFor()
    await page.getByLabel('Call as').selectOption('a visitor')
    await send()
    await reply.getByText('401 Unauthorized').waitFor()
    await page.getByLabel('Call as').selectOption('who has this token')
    await page.getByRole('textbox', { name: 'Token', exact: true }).fill(token)
    await send()
    await reply.getByText('200 OK').waitFor()
    expect(await call.locator('.curl').textContent()).toContain('-H "Authorization: Bearer $TOKEN"')
  })

  test('a body is there to begin from, and its refusal names what is wrong', async () => {
    const page = await openPage('/api/docs#post-api-auth-login')
    const call = page.locator('#post-api-auth-login')
    expect(JSON.parse(await call.getByLabel('Body').inputValue())).toHaveProperty('email')
    await call.getByLabel('Body').fill(`{ "email": "it's me" }`)
    expect(await call.locator('.curl').textContent()).toContain(String.raw`'{ "email": "it'\''s me" }'`)
    await call.getByRole('button', { name: 'Send' }).click()
    const reply = call.getByRole('region', { name: 'Reply' })
    await reply.getByText('400 Bad Request').waitFor()
    await reply.getByText('"success": false').waitFor()
  })

  test('a live stream is shown as it comes, and ended', async () => {
    const { email, password } = await newLearner()
    const page = await openPage('/api/docs#get-api-progress-stream')
    await page.request.post('/api/auth/login', { data: { email, password } })
    const call = page.locator('#get-api-progress-stream')
    await call.getByRole('button', { name: 'Send' }).click()
    await call.getByRole('region', { name: 'Reply' }).getByText('200 OK').waitFor()
    await call.getByRole('button', { name: 'Stop' }).click()
    await call.getByRole('button', { name: 'Stop' }).waitFor({ state: 'hidden' })
  })

  test.each(looks)(
    'breaks no accessibility rule and never scrolls sideways, %s',
    async (colorScheme, viewport) => {
      const page = await openPage('/api/docs#get-api-questions-unified', { colorScheme, viewport })
      // All the others look alike, and would be looked at one by one.
      await page.getByLabel('Filter').fill('list questions')
      const call = page.locator('#get-api-questions-unified')
      await call.getByRole('button', { name: 'Send' }).click()
      await call.getByRole('region', { name: 'Reply' }).getByText('200 OK').waitFor()
      await expectAccessible(page)
      expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    },
  )
})
