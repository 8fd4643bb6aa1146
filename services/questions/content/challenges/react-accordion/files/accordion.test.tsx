import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Accordion } from './accordion'

const items = [
  { id: 'shipping', title: 'Shipping', content: <input aria-label="Zip code" /> },
  { id: 'returns', title: 'Returns', content: <p>Within 30 days</p> },
  { id: 'payment', title: 'Payment', content: <p>Card or invoice</p> },
]
const button = (name: string) => screen.getByRole('button', { name })
/** The elements that screen readers find. The queries by role don't consider `inert`. */
const available = (role: string, options = {}) =>
  screen.queryAllByRole(role, options).filter((element) => element.closest('[inert]') === null)
/** The titles of the panels that screen readers find; each of them, and no other, is also visible. */
function openTitles() {
  const titles = items.map(({ title }) => title).filter((name) => available('region', { name }).length === 1)
  expect(available('region').length).toBe(titles.length)
  expect(isShown(document.querySelector('input'))).toBe(titles.includes('Shipping'))
  expect(isShown(screen.queryByText('Within 30 days'))).toBe(titles.includes('Returns'))
  expect(isShown(screen.queryByText('Card or invoice'))).toBe(titles.includes('Payment'))
  return titles
}

/** Whether a user sees an element: it has a size, and no element around it hides or clips it. */
function isShown(element: Element | null): boolean {
  if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const { top, height } = element.getBoundingClientRect()
  for (let around = element.parentElement; around !== null && around !== document.body; around = around.parentElement) {
    const box = around.getBoundingClientRect()
    const isClipping = getComputedStyle(around).overflowY !== 'visible'
    if (isClipping && (box.height < 1 || top >= box.bottom || top + height <= box.top)) return false
  }
  return height > 0
}

test('titles are buttons in headings of level 3', () => {
  render(<Accordion items={items} />)
  const headings = screen.getAllByRole('heading', { level: 3 })
  expect(headings.map((heading) => within(heading).getByRole('button').textContent)).toEqual([
    'Shipping',
    'Returns',
    'Payment',
  ])
})

test('all panels are closed at the start', () => {
  render(<Accordion items={items} />)
  expect(openTitles()).toEqual([])
  expect(available('textbox')).toEqual([])
  for (const one of screen.getAllByRole('button')) expect(one).toHaveAttribute('aria-expanded', 'false')
})

test('a click opens a panel, and another one closes it', async () => {
  const user = userEvent.setup()
  render(<Accordion items={items} />)
  await user.click(button('Returns'))
  expect(button('Returns')).toHaveAttribute('aria-expanded', 'true')
  expect(screen.getByRole('region', { name: 'Returns' })).toHaveTextContent('Within 30 days')
  expect(screen.getByText('Within 30 days')).toBeVisible()
  await user.click(button('Returns'))
  expect(button('Returns')).toHaveAttribute('aria-expanded', 'false')
  expect(openTitles()).toEqual([])
})

test('the button controls its panel', async () => {
  const user = userEvent.setup()
  render(<Accordion items={items} />)
  expect(document.getElementById(button('Payment').getAttribute('aria-controls') ?? '')).toHaveTextContent('Card or invoice')
  await user.click(button('Payment'))
  expect(screen.getByRole('region', { name: 'Payment' })).toHaveAttribute('id', button('Payment').getAttribute('aria-controls'))
})

test('opening a panel closes the others', async () => {
  const user = userEvent.setup()
  render(<Accordion items={items} />)
  await user.click(button('Shipping'))
  await user.click(button('Returns'))
  expect(openTitles()).toEqual(['Returns'])
  expect(button('Shipping')).toHaveAttribute('aria-expanded', 'false')
})

test('with multiple, panels are independent', async () => {
  const user = userEvent.setup()
  render(<Accordion items={items} multiple />)
  await user.click(button('Payment'))
  await user.click(button('Shipping'))
  expect(openTitles()).toEqual(['Shipping', 'Payment'])
  await user.click(button('Payment'))
  expect(openTitles()).toEqual(['Shipping'])
})

test('typed text survives closing', async () => {
  const user = userEvent.setup()
  render(<Accordion items={items} />)
  await user.click(button('Shipping'))
  await user.type(screen.getByRole('textbox'), '10115')
  await user.click(button('Shipping'))
  expect(available('textbox')).toEqual([])
  await user.click(button('Shipping'))
  expect(screen.getByRole('textbox')).toHaveValue('10115')
})

test('works with the keyboard', async () => {
  const user = userEvent.setup()
  render(<Accordion items={items} />)
  await user.tab()
  expect(button('Shipping')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(openTitles()).toEqual(['Shipping'])
  await user.keyboard(' ')
  expect(openTitles()).toEqual([])
})

test('two accordions with the same items are independent', async () => {
  const user = userEvent.setup()
  render(
    <>
      <Accordion items={items} />
      <Accordion items={items} />
    </>,
  )
  const [, second] = screen.getAllByRole('button', { name: 'Returns' })
  await user.click(second as HTMLElement)
  expect(available('region').length).toBe(1)
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
