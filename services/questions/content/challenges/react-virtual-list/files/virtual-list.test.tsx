import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { VirtualList, type VirtualListProps } from './virtual-list'

const words = (count: number) => Array.from({ length: count }, (_, index) => `row ${index}`)

function setup(props: Partial<VirtualListProps<string>> = {}) {
  const element = (more: Partial<VirtualListProps<string>> = {}) => (
    <VirtualList
      label="Words"
      items={words(1_000)}
      rowHeight={20}
      height={100}
      renderRow={(text) => <span>{text}</span>}
      {...props}
      {...more}
    />
  )
  const view = render(element())
  return { ...view, change: (more: Partial<VirtualListProps<string>>) => view.rerender(element(more)) }
}
const list = () => screen.getByRole('list', { name: 'Words' })
const rows = () => screen.queryAllByRole('listitem')
/** The first and the last row in the page, and how many there are. */
const rendered = () => {
  const numbers = rows().map((row) => Number(row.textContent?.slice(4)))
  return [Math.min(...numbers), Math.max(...numbers), numbers.length]
}
function scrollTo(top: number) {
  list().scrollTop = top
  fireEvent.scroll(list())
}

test('renders only the rows in view, and two more', () => {
  setup()
  expect(list()).toHaveStyle({ height: '100px' })
  expect(rendered()).toEqual([0, 6, 7])
})

test('is as tall inside as all rows', () => {
  setup()
  expect(list().scrollHeight).toBe(20_000)
  expect(list().clientHeight).toBe(100)
})

test('follows the scroll position', () => {
  setup()
  scrollTo(400)
  expect(rendered()).toEqual([18, 26, 9])
  scrollTo(200)
  expect(rendered()).toEqual([8, 16, 9])
})

test('a row that is partly in view counts', () => {
  setup({ overscan: 0 })
  expect(rendered()).toEqual([0, 4, 5])
  scrollTo(399)
  expect(rendered()).toEqual([19, 24, 6])
  scrollTo(401)
  expect(rendered()).toEqual([20, 25, 6])
  scrollTo(400)
  expect(rendered()).toEqual([20, 24, 5])
})

test('takes another overscan, height, and row height', () => {
  const { change } = setup({ overscan: 5, height: 90, rowHeight: 30 })
  scrollTo(600)
  expect(rendered()).toEqual([15, 27, 13])
  change({ overscan: 1 })
  expect(rendered()).toEqual([19, 23, 5])
})

test('follows another height', () => {
  const { change } = setup()
  change({ height: 200 })
  expect(list()).toHaveStyle({ height: '200px' })
  expect(rendered()).toEqual([0, 11, 12])
  change({ height: 40 })
  expect(rendered()).toEqual([0, 3, 4])
})

test('follows another row height', () => {
  const { change } = setup()
  change({ rowHeight: 50 })
  expect(rendered()).toEqual([0, 3, 4])
  expect(list().scrollHeight).toBe(50_000)
  const [first, second] = rows().map((row) => row.getBoundingClientRect())
  expect(second.top - first.top).toBeCloseTo(50, 0)
  expect(second.height).toBeCloseTo(50, 0)
  change({ rowHeight: 10 })
  expect(rendered()).toEqual([0, 11, 12])
})

test('shows other items of the same number', () => {
  const renderRow = (text: string) => text
  const { change } = setup({ renderRow })
  change({ items: words(1_000).map((text) => text.replace('row', 'line')) })
  expect(rows().map((row) => row.textContent)).toEqual(words(7).map((text) => text.replace('row', 'line')))
})

test('uses another renderRow', () => {
  const { change } = setup({ items: words(1_000), renderRow: (text) => text })
  change({ renderRow: (text, index) => `${index}: ${text}` })
  expect(rows().map((row) => row.textContent)).toEqual(words(7).map((text, index) => `${index}: ${text}`))
})

test('each row is at its place', () => {
  setup()
  const check = () => {
    const { top, width } = list().getBoundingClientRect()
    for (const row of rows()) {
      const place = row.getBoundingClientRect()
      expect(place.top - top + list().scrollTop).toBeCloseTo(Number(row.textContent?.slice(4)) * 20, 0)
      expect(place.height).toBeCloseTo(20, 0)
      expect(place.width).toBeGreaterThan(width / 2)
    }
  }
  check()
  scrollTo(415)
  check()
})

test('the ends of the list', () => {
  setup()
  scrollTo(30)
  expect(rendered()).toEqual([0, 8, 9])
  scrollTo(19_900)
  expect(rendered()).toEqual([993, 999, 7])
})

test('a short list is complete', () => {
  const { change } = setup({ items: words(3) })
  expect(rendered()).toEqual([0, 2, 3])
  expect(list().scrollHeight).toBe(100)
  change({ items: [] })
  expect(rows()).toEqual([])
})

test('a list that gets shorter shows its end at once', () => {
  const { change } = setup()
  scrollTo(10_000)
  change({ items: words(20) })
  expect(rendered()).toEqual([13, 19, 7])
  change({ items: words(3) })
  expect(rendered()).toEqual([0, 2, 3])
})

test('a list that gets a bit shorter fills the view', () => {
  const { change } = setup()
  scrollTo(390)
  change({ items: words(20) })
  expect(rendered()).toEqual([13, 19, 7])
})

test('a list that gets shorter than the view starts with its first row', () => {
  const { change } = setup({ items: words(50), rowHeight: 1, height: 5, overscan: 0 })
  scrollTo(30)
  expect(rendered()).toEqual([30, 34, 5])
  change({ items: words(3) })
  expect(rendered()).toEqual([0, 2, 3])
})

test('says which rows of how many they are', () => {
  setup({ items: words(50) })
  scrollTo(400)
  for (const row of rows()) {
    expect(row).toHaveAttribute('aria-posinset', String(Number(row.textContent?.slice(4)) + 1))
    expect(row).toHaveAttribute('aria-setsize', '50')
  }
})

test('can be reached with Tab', async () => {
  setup()
  await userEvent.setup().tab()
  expect(list()).toHaveFocus()
  expect(list()).toHaveAttribute('tabindex', '0')
})

test('calls renderRow for rendered rows alone', () => {
  const renderRow = vi.fn((text: string, index: number) => `${text}: ${index}`)
  setup({ items: words(100_000), renderRow })
  expect(rows()[3]).toHaveTextContent('row 3: 3')
  scrollTo(1_000_000)
  expect(rows()[2]).toHaveTextContent('row 50000: 50000')
  expect(renderRow.mock.calls.length).toBeLessThan(100)
})

test('rows that stay in view keep their state', async () => {
  const user = userEvent.setup()
  setup({ renderRow: (text) => <input aria-label={text} /> })
  const input = screen.getByRole('textbox', { name: 'row 4' })
  await user.type(input, 'note')
  scrollTo(60)
  expect(screen.getByRole('textbox', { name: 'row 4' })).toBe(input)
  expect(input).toHaveValue('note')
})

test('rows of equal items keep their state, too', () => {
  setup({ items: Array.from({ length: 1_000 }, () => 'the same'), renderRow: (_, index) => <input aria-label={`row ${index}`} /> })
  const input = screen.getByRole('textbox', { name: 'row 4' })
  scrollTo(60)
  expect(screen.getByRole('textbox', { name: 'row 4' })).toBe(input)
})
