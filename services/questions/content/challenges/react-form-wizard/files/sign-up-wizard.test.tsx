import '@testing-library/jest-dom/vitest'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Account, SignUpWizard } from './sign-up-wizard'

function setup() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const onSubmit = vi.fn((_account: Account) => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })))
  const user = userEvent.setup()
  render(<SignUpWizard onSubmit={onSubmit} />)
  return { ends, onSubmit, user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}
const title = () => screen.getByRole('heading', { level: 2 }).textContent
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const newsletter = () => screen.getByRole('checkbox', { name: 'Send me the newsletter' })
const summary = () => [...document.querySelectorAll('dl dd')].map((part) => part.textContent?.trim())

type Page = ReturnType<typeof setup>

async function fillAccount({ user, press }: Page) {
  await user.type(field('Email'), 'ada@example.com')
  await user.type(field('Password'), 'analytical')
  await press('Next')
}
async function fillAll(page: Page) {
  await fillAccount(page)
  await page.user.type(field('Name'), ' Ada ')
  await page.press('Next')
}

test('starts with the account', () => {
  setup()
  expect(title()).toBe('Step 1 of 3: Account')
  expect(field('Email')).toHaveAttribute('type', 'email')
  expect(field('Password')).toHaveAttribute('type', 'password')
  for (const name of ['Email', 'Password']) {
    expect(field(name)).toHaveValue('')
    expect(field(name)).not.toHaveAttribute('aria-invalid', 'true')
    expect(field(name)).not.toHaveAccessibleDescription()
  }
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument()
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Next'])
  expect(document.body).toHaveFocus()
})

test('Next checks the fields of the step', async () => {
  const { press } = setup()
  await press('Next')
  expect(title()).toBe('Step 1 of 3: Account')
  expect(field('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(field('Email')).toHaveAccessibleDescription('Enter an email address')
  expect(field('Password')).toHaveAttribute('aria-invalid', 'true')
  expect(field('Password')).toHaveAccessibleDescription('Use at least 8 characters')
  expect(field('Email')).toHaveFocus()
})

test('focus moves to the first invalid field', async () => {
  const { user, press } = setup()
  await user.type(field('Email'), 'ada@example.com')
  await user.type(field('Password'), '1234567')
  await press('Next')
  expect(field('Email')).not.toHaveAttribute('aria-invalid', 'true')
  expect(field('Email')).not.toHaveAccessibleDescription()
  expect(field('Password')).toHaveAccessibleDescription('Use at least 8 characters')
  expect(field('Password')).toHaveFocus()
  await user.type(field('Password'), '8')
  await press('Next')
  expect(title()).toBe('Step 2 of 3: Profile')
})

test.each([
  ['ada', false],
  ['@example.com', false],
  ['ada@', false],
  ['ada@exa mple', false],
  ['ada l@example', false],
  ['a@b', true],
])('the email address %s', async (email, isValid) => {
  const { user, press } = setup()
  await user.click(field('Email'))
  await user.paste(email)
  await user.type(field('Password'), '12345678')
  await press('Next')
  expect(title()).toBe(isValid ? 'Step 2 of 3: Profile' : 'Step 1 of 3: Account')
})

test('a password may have spaces', async () => {
  const page = setup()
  await page.user.type(field('Email'), 'ada@example.com')
  await page.user.type(field('Password'), ' a b c ')
  await page.press('Next')
  expect(field('Password')).toHaveAccessibleDescription('Use at least 8 characters')
  await page.user.type(field('Password'), ' ')
  await page.press('Next')
  await page.user.type(field('Name'), 'Ada')
  await page.press('Next')
  await page.press('Create account')
  expect(page.onSubmit.mock.calls[0]?.[0].password).toBe(' a b c  ')
})

test('a message disappears when its field changes', async () => {
  const { user, press } = setup()
  await press('Next')
  await user.type(field('Email'), 'a')
  expect(field('Email')).not.toHaveAttribute('aria-invalid', 'true')
  expect(field('Email')).not.toHaveAccessibleDescription()
  expect(field('Password')).toHaveAccessibleDescription('Use at least 8 characters')
})

test('Enter goes to the next step', async () => {
  const { user } = setup()
  await user.type(field('Email'), 'ada@example.com')
  await user.type(field('Password'), '12345678{Enter}')
  expect(title()).toBe('Step 2 of 3: Profile')
  expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
  expect(screen.getAllByRole('button').map((button) => button.textContent).sort()).toEqual(['Back', 'Next'])
})

test('the name is required', async () => {
  const page = setup()
  await fillAccount(page)
  expect(newsletter()).not.toBeChecked()
  await page.user.type(field('Name'), '  ')
  await page.press('Next')
  expect(title()).toBe('Step 2 of 3: Profile')
  expect(field('Name')).toHaveAccessibleDescription('Enter your name')
  expect(field('Name')).toHaveFocus()
})

test('each step moves focus to its heading', async () => {
  const page = setup()
  await fillAccount(page)
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
  expect(screen.getByRole('heading', { level: 2 })).toHaveAttribute('tabindex', '-1')
  await page.user.type(field('Name'), 'Ada')
  await page.press('Next')
  expect(title()).toBe('Step 3 of 3: Review')
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
  await page.press('Back')
  expect(title()).toBe('Step 2 of 3: Profile')
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
})

test('Back keeps what was entered, without checks', async () => {
  const page = setup()
  await fillAccount(page)
  await page.user.click(newsletter())
  await page.press('Back')
  expect(title()).toBe('Step 1 of 3: Account')
  expect(field('Email')).toHaveValue('ada@example.com')
  expect(field('Password')).toHaveValue('analytical')
  await page.press('Next')
  expect(newsletter()).toBeChecked()
  expect(field('Name')).toHaveValue('')
})

test('messages disappear with their step', async () => {
  const page = setup()
  await fillAccount(page)
  await page.press('Next')
  expect(field('Name')).toHaveAccessibleDescription('Enter your name')
  await page.press('Back')
  await page.press('Next')
  expect(field('Name')).not.toHaveAccessibleDescription()
})

test('the last step shows a summary', async () => {
  const page = setup()
  await fillAll(page)
  expect(summary()).toEqual(['ada@example.com', 'Ada', 'No'])
  expect(document.querySelectorAll('dl dt').length).toBe(3)
  expect(document.body).not.toHaveTextContent('analytical')
  expect(screen.queryByLabelText('Name')).not.toBeInTheDocument()
  await page.press('Back')
  await page.user.click(newsletter())
  await page.press('Next')
  expect(summary().at(-1)).toBe('Yes')
})

test('creates the account', async () => {
  const page = setup()
  await fillAll(page)
  expect(page.onSubmit).not.toHaveBeenCalled()
  await page.press('Create account')
  expect(page.onSubmit.mock.calls).toEqual([
    [{ email: 'ada@example.com', password: 'analytical', name: 'Ada', newsletter: false }],
  ])
  for (const button of screen.getAllByRole('button')) expect(button).toBeDisabled()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  await act(async () => page.ends[0].resolve())
  expect(screen.getByRole('status')).toHaveTextContent(/^Account created$/)
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

test('after a failure, the user can try again', async () => {
  const page = setup()
  await fillAll(page)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await page.press('Create account')
  await act(async () => page.ends[0].reject(new Error('offline')))
  expect(screen.getByRole('alert')).toHaveTextContent('Your account couldn’t be created. Try again.')
  expect(summary()).toContain('Ada')
  await page.press('Create account')
  expect(page.onSubmit).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await act(async () => page.ends[1].reject(new Error('offline')))
  await page.press('Back')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
