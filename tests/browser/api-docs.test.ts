import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'

/** @param id as Swagger UI names it in the page and after `#` in the address */
const call = (page: Page, id: string) => page.locator(`#operations-${id.replace('/', '-')}`)
const execute = (page: Page, id: string) => call(page, id).getByRole('button', { name: 'Execute' }).click()
const response = (page: Page, id: string) => call(page, id).locator('.live-responses-table')

describe('the API documentation', () => {
  test('a visitor finds a call, tries it and sees the response', async () => {
    const page = await openPage('/api/docs')
    await page.getByPlaceholder('Filter by tag').fill('platform')
    await page.locator('.opblock-tag').getByText('questions').waitFor({ state: 'detached' })
    const id = 'platform/get-api-health'
    await page.locator('.opblock-tag').getByText('platform').click()
    await call(page, id).locator('.opblock-summary-control').click()
    expect(page.url()).toContain(`#/${id}`)
    await execute(page, id)
    await response(page, id).getByText('"gateway": {').waitFor()
    await response(page, id).getByText('x-request-id').waitFor()
    expect(await call(page, id).locator('.curl').textContent()).toContain(
      String(new URL('/api/health', page.url())),
    )
  })

  test("a learner's call uses their session or a token, or is rejected", async () => {
    const { email, password, token } = await newLearner()
    const id = 'progress/get-api-progress-get'
    const page = await openPage(`/api/docs#/${id}`)
    await execute(page, id)
    await response(page, id).getByText('401', { exact: true }).waitFor()
    await page.request.post('/api/auth/login', { data: { email, password } })
    await execute(page, id)
    await response(page, id).getByText('"totalQuestions": 0').waitFor()
    await page.context().clearCookies()
    await execute(page, id)
    await response(page, id).getByText('401', { exact: true }).waitFor()
    await page.locator('.btn.authorize').click()
    const bearer = page.locator('.auth-container', { hasText: 'bearer' })
    await bearer.getByLabel('auth-bearer-value').fill(token)
    await bearer.getByRole('button', { name: 'Apply credentials' }).click()
    await page.locator('.modal-ux .close-modal').click()
    await execute(page, id)
    await response(page, id).getByText('"totalQuestions": 0').waitFor()
  })

  test('a body starts from an example, and its error names what is wrong', async () => {
    const id = 'identity/post-api-auth-login'
    const page = await openPage(`/api/docs#/${id}`)
    const body = call(page, id).locator('textarea.body-param__text')
    expect(JSON.parse(await body.inputValue())).toHaveProperty('email')
    await body.fill(`{ "email": "it's me" }`)
    await execute(page, id)
    await response(page, id).getByText('400', { exact: true }).waitFor()
    await response(page, id).getByText('"success": false').waitFor()
  })

  test('breaks no accessibility rule and never scrolls sideways on a phone', async () => {
    const id = 'questions/get-api-questions-unified'
    const look = { colorScheme: 'light', viewport: { width: 320, height: 640 } } as const
    const page = await openPage(`/api/docs#/${id}`, look)
    await execute(page, id)
    await response(page, id).getByText('"success": true').waitFor()
    await expectFits(page, '/api/docs')
  })
})
