import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectFits, openPage } from '../support/browser.ts'
import { newLearner } from '../support/client.ts'
import { deepTest } from '../support/depth.ts'

/** @param id as Swagger UI names it in the page and after `#` in the address */
const call = (page: Page, id: string) => page.locator(`#operations-${id.replace('/', '-')}`)
const execute = (page: Page, id: string) => call(page, id).getByRole('button', { name: 'Execute' }).click()
const response = (page: Page, id: string) => call(page, id).locator('.live-responses-table')

describe('the API documentation', () => {
  test('a visitor on a phone finds a call, tries it and sees the response, accessibly', async () => {
    const look = { colorScheme: 'light', viewport: { width: 320, height: 640 } } as const
    const page = await openPage('/api/docs', look)
    await page.getByPlaceholder('Filter by tag').fill('questions')
    await page.locator('.opblock-tag').getByText('platform').waitFor({ state: 'detached' })
    const id = 'questions/get-api-questions-unified'
    await page.locator('#operations-tag-questions').click()
    await call(page, id).locator('.opblock-summary-control').click()
    expect(page.url()).toContain(`#/${id}`)
    await execute(page, id)
    await response(page, id).getByText('"success": true').waitFor()
    await response(page, id).getByText('x-request-id').waitFor()
    await expect
      .poll(() => call(page, id).locator('.curl').textContent())
      .toContain(String(new URL('/api/questions/unified', page.url())))
    await expectFits(page, '/api/docs')
  })

  deepTest(
    "a learner's call uses their session or a token, or is rejected; a body starts from an example",
    async () => {
      const { email, password, token } = await newLearner()
      const id = 'progress/get-api-progress-get'
      const page = await openPage(`/api/docs#/${id}`)
      await execute(page, id)
      await response(page, id).getByText('401', { exact: true }).waitFor()

      const signIn = 'identity/post-api-auth-login'
      await page.locator('#operations-tag-identity').click()
      await call(page, signIn).locator('.opblock-summary-control').click()
      const body = call(page, signIn).locator('textarea.body-param__text')
      expect(JSON.parse(await body.inputValue())).toHaveProperty('email')
      await body.fill(`{ "email": "it's me" }`)
      await execute(page, signIn)
      await response(page, signIn).getByText('400', { exact: true }).waitFor()
      await response(page, signIn).getByText('"success": false').waitFor()
      await body.fill(JSON.stringify({ email, password }))
      await execute(page, signIn)
      await response(page, signIn).getByText('"success": true').waitFor()

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
    },
  )
})
