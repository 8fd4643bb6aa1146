import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DataTable, type Employee } from './data-table'

const rows: readonly Employee[] = Object.freeze([
  { id: 1, name: 'Mia', age: 41, city: 'Rome' },
  { id: 2, name: 'Ben', age: 9, city: 'Oslo' },
  { id: 3, name: 'émile', age: 100, city: 'Oslo' },
  { id: 4, name: 'Ada', age: 41, city: 'Bern' },
  { id: 5, name: 'Zoe', age: 25, city: 'Rome' },
])
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.children[0]?.textContent)
const header = (name: string) => screen.getByRole('columnheader', { name })
const sorted = () =>
  screen.getAllByRole('columnheader').flatMap((cell) => cell.getAttribute('aria-sort') ?? [])

function setup(pageSize?: number) {
  const user = userEvent.setup()
  const view = render(<DataTable caption="Employees" rows={rows} pageSize={pageSize} />)
  const click = (name: string) => user.click(screen.getByRole('button', { name }))
  return { click, ...view }
}

test('shows the rows in the given order', () => {
  setup()
  expect(screen.getByRole('table', { name: 'Employees' })).toBeInTheDocument()
  expect(screen.getAllByRole('columnheader')).toEqual(['Name', 'Age', 'City'].map(header))
  expect(names()).toEqual(['Mia', 'Ben', 'émile', 'Ada', 'Zoe'])
  expect([...(screen.getAllByRole('row')[1]?.children ?? [])].map((cell) => cell.textContent)).toEqual(['Mia', '41', 'Rome'])
  expect(sorted()).toEqual([])
})

test('sorts text by locale', async () => {
  const { click } = setup()
  await click('Name')
  expect(names()).toEqual(['Ada', 'Ben', 'émile', 'Mia', 'Zoe'])
  expect(header('Name')).toHaveAttribute('aria-sort', 'ascending')
  expect(sorted().length).toBe(1)
})

test('sorts numbers by value, and keeps the order of equal ones', async () => {
  const { click } = setup()
  await click('Age')
  expect(names()).toEqual(['Ben', 'Zoe', 'Mia', 'Ada', 'émile'])
})

test('a second click sorts descending, and equal rows keep their order', async () => {
  const { click } = setup()
  await click('Age')
  await click('Age')
  expect(names()).toEqual(['émile', 'Mia', 'Ada', 'Zoe', 'Ben'])
  expect(header('Age')).toHaveAttribute('aria-sort', 'descending')
})

test('a third click returns to the given order', async () => {
  const { click } = setup()
  for (let n = 0; n < 3; n++) await click('City')
  expect(names()).toEqual(['Mia', 'Ben', 'émile', 'Ada', 'Zoe'])
  expect(sorted()).toEqual([])
  await click('City')
  expect(names()).toEqual(['Ada', 'Ben', 'émile', 'Mia', 'Zoe'])
})

test('another column starts ascending', async () => {
  const { click } = setup()
  await click('Age')
  await click('Age')
  await click('City')
  expect(names()).toEqual(['Ada', 'Ben', 'émile', 'Mia', 'Zoe'])
  expect(sorted()).toEqual(['ascending'])
  expect(header('City')).toHaveAttribute('aria-sort', 'ascending')
})

test('pages through the rows', async () => {
  const { click } = setup(2)
  const seen = [names()]
  expect(screen.getByText('Page 1 of 3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const { bottom } = screen.getByRole('table').getBoundingClientRect()
  for (const below of [screen.getByText('Page 1 of 3'), ...['Previous', 'Next'].map((name) => screen.getByRole('button', { name }))])
    expect(below.getBoundingClientRect().top).toBeGreaterThanOrEqual(bottom - 1)
  await click('Next')
  seen.push(names())
  expect(screen.getByRole('button', { name: 'Previous' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled()
  await click('Next')
  seen.push(names())
  expect(seen).toEqual([['Mia', 'Ben'], ['émile', 'Ada'], ['Zoe']])
  expect(screen.getByText('Page 3 of 3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  await click('Previous')
  expect(names()).toEqual(['émile', 'Ada'])
})

test('full pages leave no empty one', () => {
  setup(5)
  expect(screen.getByText('Page 1 of 1')).toBeInTheDocument()
  for (const name of ['Previous', 'Next']) expect(screen.getByRole('button', { name })).toBeDisabled()
})

test('five rows are a page by default', () => {
  render(<DataTable caption="Employees" rows={[...rows, { id: 6, name: 'Eve', age: 1, city: 'Bonn' }]} />)
  expect(names().length).toBe(5)
  expect(screen.getByText('Page 1 of 2')).toBeInTheDocument()
})

test('sorting applies to all pages and goes to the first', async () => {
  const { click } = setup(2)
  await click('Next')
  await click('Age')
  expect(names()).toEqual(['Ben', 'Zoe'])
  expect(screen.getByText('Page 1 of 3')).toBeInTheDocument()
})

test('another direction of the same column goes to the first page, too', async () => {
  const { click } = setup(2)
  const seen: unknown[] = []
  for (let n = 0; n < 3; n++) {
    await click('Age')
    seen.push(names())
    expect(screen.getByText('Page 1 of 3')).toBeInTheDocument()
    await click('Next')
  }
  expect(seen).toEqual([
    ['Ben', 'Zoe'],
    ['émile', 'Mia'],
    ['Mia', 'Ben'],
  ])
})

test('other rows are sorted as before', async () => {
  const { click, rerender } = setup()
  await click('Age')
  rerender(<DataTable caption="Employees" rows={[...rows, { id: 6, name: 'Eve', age: 30, city: 'Bonn' }].slice(1)} />)
  expect(names()).toEqual(['Ben', 'Zoe', 'Eve', 'Ada', 'émile'])
  expect(sorted()).toEqual(['ascending'])
})

test('shows the last page if rows disappear', async () => {
  const { click, rerender } = setup(2)
  await click('Next')
  await click('Next')
  rerender(<DataTable caption="Employees" rows={rows.slice(0, 3)} pageSize={2} />)
  expect(screen.getByText('Page 2 of 2')).toBeInTheDocument()
  expect(names()).toEqual(['émile'])
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  await click('Previous')
  expect(names()).toEqual(['Mia', 'Ben'])
})

test('shows an empty page if all rows disappear', async () => {
  const { click, rerender } = setup(2)
  await click('Next')
  rerender(<DataTable caption="Employees" rows={[]} pageSize={2} />)
  expect(screen.getByText('Page 1 of 1')).toBeInTheDocument()
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['No rows'])
  for (const name of ['Previous', 'Next']) expect(screen.getByRole('button', { name })).toBeDisabled()
})

test('says that there are no rows', () => {
  render(<DataTable caption="Employees" rows={[]} />)
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['No rows'])
  expect(screen.getByText('Page 1 of 1')).toBeInTheDocument()
  for (const name of ['Previous', 'Next']) expect(screen.getByRole('button', { name })).toBeDisabled()
})
