import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Autocomplete } from './autocomplete'

const countries = ['Japan', 'Iran', 'Canada', 'Chile', 'China', 'Chad', 'Cuba', 'Cyprus', 'C. (all)']
const field = () => screen.getByRole('combobox', { name: 'Country' })
const shown = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = () => screen.queryAllByRole('option', { selected: true }).map((option) => option.textContent)

async function type(text: string) {
  const user = userEvent.setup()
  const onSelect = vi.fn()
  render(<Autocomplete label="Country" options={countries} onSelect={onSelect} />)
  await user.click(field())
  await user.keyboard(text)
  return { user, onSelect }
}

function expectActive(name: string) {
  expect(active()).toEqual([name])
  const id = field().getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(id)).toBe(screen.getByRole('option', { selected: true }))
  expect(field()).toHaveFocus()
}

test('is closed without text, and without matches', async () => {
  const { user } = await type(' ')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  await user.keyboard('xyz')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
})

test('shows matches in either case and in their order', async () => {
  const { user } = await type('AN')
  expect(field()).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('listbox')).toHaveAttribute('id', field().getAttribute('aria-controls'))
  expect(shown()).toEqual(['Japan', 'Iran', 'Canada'])
  await user.keyboard('a')
  expect(shown()).toEqual(['Canada'])
})

test('ignores spaces around the text', async () => {
  await type(' ira ')
  expect(shown()).toEqual(['Iran'])
  expect(document.querySelector('mark')).toHaveTextContent(/^Ira$/)
})

test('shows at most five', async () => {
  await type('c')
  expect(shown()).toEqual(['Canada', 'Chile', 'China', 'Chad', 'Cuba'])
})

test('marks the first match only', async () => {
  await type('a')
  const [japan] = screen.getAllByRole('option')
  expect([...(japan?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['a'])
  const before = document.createRange()
  before.setStart(japan as HTMLElement, 0)
  before.setEndBefore(document.querySelector('mark') as HTMLElement)
  expect(before.toString()).toBe('J')
  expect(japan).toHaveTextContent(/^Japan$/)
})

test('special characters are just characters', async () => {
  await type('. (A')
  expect(shown()).toEqual(['C. (all)'])
  expect(document.querySelector('mark')).toHaveTextContent('. (a')
})

test('the arrow keys move the active option and wrap around', async () => {
  const { user } = await type('an')
  expect(active()).toEqual([])
  expect(field().getAttribute('aria-activedescendant') ?? '').toBe('')
  await user.keyboard('{ArrowDown}')
  expectActive('Japan')
  await user.keyboard('{ArrowDown}')
  expectActive('Iran')
  await user.keyboard('{ArrowUp}{ArrowUp}')
  expectActive('Canada')
  await user.keyboard('{ArrowDown}')
  expectActive('Japan')
})

test('ArrowUp starts at the last option', async () => {
  const { user } = await type('an')
  await user.keyboard('{ArrowUp}')
  expectActive('Canada')
})

test('typing clears the active option', async () => {
  const { user, onSelect } = await type('a')
  await user.keyboard('{ArrowDown}n')
  expect(active()).toEqual([])
  await user.keyboard('{Enter}')
  expect(onSelect).not.toHaveBeenCalled()
  expect(shown().length).toBe(3)
})

test('Enter selects the active option', async () => {
  const { user, onSelect } = await type('an')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onSelect.mock.calls).toEqual([['Iran']])
  expect(field()).toHaveValue('Iran')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledTimes(1)
})

test('a click selects an option', async () => {
  const { user, onSelect } = await type('ch')
  await user.click(screen.getAllByRole('option').find((option) => option.textContent === 'China') as HTMLElement)
  expect(onSelect.mock.calls).toEqual([['China']])
  expect(field()).toHaveValue('China')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
})

test('typing after a selection opens the list again', async () => {
  const { user, onSelect } = await type('ira')
  await user.keyboard('{ArrowDown}{Enter}{Backspace}')
  expect(shown()).toEqual(['Iran'])
  expect(active()).toEqual([])
  await user.keyboard('{ArrowUp}{Enter}')
  expect(onSelect.mock.calls).toEqual([['Iran'], ['Iran']])
})

test('two fields have ids of their own', async () => {
  const user = userEvent.setup()
  render(
    <>
      <Autocomplete label="From" options={countries} onSelect={() => {}} />
      <Autocomplete label="To" options={countries} onSelect={() => {}} />
    </>,
  )
  const ids: (string | null)[] = []
  for (const name of ['From', 'To']) {
    const one = screen.getByRole('combobox', { name })
    await user.type(one, 'an{ArrowDown}')
    for (const attribute of ['aria-controls', 'aria-activedescendant']) ids.push(one.getAttribute(attribute))
  }
  expect(ids).not.toContain(null)
  expect(new Set(ids).size).toBe(4)
})

test('Escape closes the list, and typing opens it again', async () => {
  const { user, onSelect } = await type('an')
  await user.keyboard('{ArrowDown}{Escape}')
  expect(field()).toHaveValue('an')
  expect(field()).toHaveAttribute('aria-expanded', 'false')
  expect(field().getAttribute('aria-activedescendant') ?? '').toBe('')
  await user.keyboard('{Enter}')
  expect(onSelect).not.toHaveBeenCalled()
  await user.keyboard('a')
  expect(shown()).toEqual(['Canada'])
})

test('ArrowDown opens the list again with the first option active', async () => {
  const { user } = await type('an')
  await user.keyboard('{ArrowDown}{ArrowDown}{Escape}{ArrowDown}')
  expectActive('Japan')
})
