import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Carousel } from './carousel'

const winter = { id: 'winter', content: <><p>Winter sale</p><a href="#winter">Open</a></> }
const news = { id: 'news', content: <><p>Newsletter</p><input aria-label="Email" /></> }
const garden = { id: 'garden', content: <><p>Garden tools</p><button type="button">Buy</button></> }
const extra = { id: 'extra', content: <p>Gift cards</p> }
const titles = ['Winter sale', 'Newsletter', 'Garden tools', 'Gift cards']

function setup(slides = [winter, news, garden]) {
  const { rerender } = render(<Carousel label="Offers" slides={slides} />)
  return { user: userEvent.setup(), change: (...next: typeof slides) => rerender(<Carousel label="Offers" slides={next} />) }
}
const button = (name: string) => screen.getByRole('button', { name })
/** The titles that users see. */
const visible = () => titles.filter((title) => isShown(screen.queryByText(title))).join()
/** The names of the slides that screen readers find. The queries by role don't consider `inert`. */
const available = () => {
  const names = new Map<Element, string>()
  const name = (text: string, element: Element) => /^\d of \d$/.test(text) && names.set(element, text).has(element)
  return screen
    .queryAllByRole('group', { name })
    .filter((element) => element.closest('[inert]') === null)
    .map((element) => names.get(element))
    .join()
}
const currentDots = () =>
  screen
    .getAllByRole('button', { name: /^Go to slide/ })
    .flatMap((dot, index) => (dot.getAttribute('aria-current') === 'true' ? index + 1 : []))
    .join()
function canFocus(element: HTMLElement) {
  element.focus()
  return document.activeElement === element
}

/** Whether a user sees an element: it has a size, and no element around it hides or clips it. */
function isShown(element: Element | null): boolean {
  if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
  const { top, left, height, width } = element.getBoundingClientRect()
  for (let around = element.parentElement; around !== null && around !== document.body; around = around.parentElement) {
    const box = around.getBoundingClientRect()
    const { overflowX, overflowY } = getComputedStyle(around)
    if (overflowY !== 'visible' && (box.height < 1 || top >= box.bottom - 1 || top + height <= box.top + 1)) return false
    if (overflowX !== 'visible' && (box.width < 1 || left >= box.right - 1 || left + width <= box.left + 1)) return false
  }
  return height > 0
}

beforeEach(() => {
  // Slides that move with a transition are at their place at once.
  const style = document.createElement('style')
  style.textContent = '* { transition: none !important; animation: none !important; }'
  document.head.append(style)
})

test('shows the first slide', () => {
  setup()
  expect(visible()).toBe('Winter sale')
  expect(available()).toBe('1 of 3')
  expect(currentDots()).toBe('1')
})

test('a region contains the slides and the buttons', () => {
  setup()
  const region = within(screen.getByRole('region', { name: 'Offers' }))
  expect(region.getByText('Winter sale')).toBeInTheDocument()
  for (const name of ['Previous slide', 'Next slide', 'Go to slide 1', 'Go to slide 2', 'Go to slide 3'])
    expect(region.getByRole('button', { name })).toBeEnabled()
  expect(region.queryByRole('button', { name: 'Go to slide 4' })).not.toBeInTheDocument()
})

test('a slide is a group with its content', async () => {
  const { user } = setup()
  expect(screen.getByRole('group', { name: '1 of 3' })).toHaveTextContent('Winter sale')
  await user.click(button('Go to slide 2'))
  expect(screen.getByRole('group', { name: '2 of 3' })).toContainElement(screen.getByLabelText('Email'))
})

test('Next and Previous show the neighbors', async () => {
  const { user } = setup()
  await user.click(button('Next slide'))
  expect([visible(), available(), currentDots()]).toEqual(['Newsletter', '2 of 3', '2'])
  await user.click(button('Next slide'))
  expect([visible(), available(), currentDots()]).toEqual(['Garden tools', '3 of 3', '3'])
  await user.click(button('Previous slide'))
  expect([visible(), available(), currentDots()]).toEqual(['Newsletter', '2 of 3', '2'])
})

test('the first slide follows the last', async () => {
  const { user } = setup()
  await user.click(button('Previous slide'))
  expect([visible(), available(), currentDots()]).toEqual(['Garden tools', '3 of 3', '3'])
  await user.click(button('Next slide'))
  expect([visible(), available(), currentDots()]).toEqual(['Winter sale', '1 of 3', '1'])
})

test('a dot shows its slide', async () => {
  const { user } = setup()
  await user.click(button('Go to slide 3'))
  expect([visible(), available(), currentDots()]).toEqual(['Garden tools', '3 of 3', '3'])
  await user.click(button('Go to slide 1'))
  expect([visible(), available(), currentDots()]).toEqual(['Winter sale', '1 of 3', '1'])
})

test('controls of hidden slides cannot be focused', async () => {
  const { user } = setup()
  const [link, field, buy] = ['a', 'input', 'button'].map(
    (name) => [...document.querySelectorAll<HTMLElement>(name)].find((one) => !/slide/.test(`${one.ariaLabel} ${one.textContent}`)) as HTMLElement,
  )
  expect([link, field, buy].map(canFocus)).toEqual([true, false, false])
  await user.click(button('Go to slide 2'))
  expect([link, field, buy].map(canFocus)).toEqual([false, true, false])
  await user.click(button('Go to slide 3'))
  expect([link, field, buy].map(canFocus)).toEqual([false, false, true])
})

test('typed text survives', async () => {
  const { user } = setup()
  await user.click(button('Go to slide 2'))
  await user.type(screen.getByLabelText('Email'), 'ada@example.com')
  await user.click(button('Next slide'))
  expect(visible()).toBe('Garden tools')
  await user.click(button('Previous slide'))
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
})

test('arrow keys on the buttons do the same', async () => {
  const { user } = setup()
  for (const name of ['Next slide', 'Previous slide', 'Go to slide 2']) {
    button(name).focus()
    await user.keyboard('{ArrowRight}')
    expect(visible()).toBe('Newsletter')
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(visible()).toBe('Winter sale')
    await user.keyboard('{ArrowLeft}')
    expect([visible(), available(), currentDots()]).toEqual(['Garden tools', '3 of 3', '3'])
    await user.keyboard('{ArrowRight}')
  }
})

test('focus stays on the button', async () => {
  const { user } = setup()
  button('Go to slide 1').focus()
  await user.keyboard('{ArrowRight}')
  expect(button('Go to slide 1')).toHaveFocus()
  await user.click(button('Next slide'))
  expect(button('Next slide')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expect(button('Next slide')).toHaveFocus()
})

test('arrow keys in a slide change nothing', async () => {
  const { user } = setup()
  screen.getByRole('link', { name: 'Open' }).focus()
  await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}')
  expect(visible()).toBe('Winter sale')
  await user.click(button('Go to slide 2'))
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ab{ArrowLeft}c')
  expect(visible()).toBe('Newsletter')
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('acb')
})

test('other keys change nothing', async () => {
  const { user } = setup()
  button('Previous slide').focus()
  await user.keyboard('{ArrowUp}{ArrowDown}x{Home}')
  expect(visible()).toBe('Winter sale')
})

test('the current slide stays current if others are added or removed', async () => {
  const { user, change } = setup()
  change(extra, winter, news, garden)
  expect([visible(), available(), currentDots()]).toEqual(['Winter sale', '2 of 4', '2'])
  await user.click(button('Next slide'))
  change(news, garden)
  expect([visible(), available(), currentDots()]).toEqual(['Newsletter', '1 of 2', '1'])
  await user.click(button('Previous slide'))
  expect([visible(), available(), currentDots()]).toEqual(['Garden tools', '2 of 2', '2'])
})

test('if the current slide is removed, the first is current', async () => {
  const { user, change } = setup()
  await user.click(button('Go to slide 3'))
  change(winter, news)
  expect([visible(), available(), currentDots()]).toEqual(['Winter sale', '1 of 2', '1'])
  change(extra, winter, news)
  expect([visible(), available(), currentDots()]).toEqual(['Winter sale', '2 of 3', '2'])
  await user.click(button('Next slide'))
  expect(visible()).toBe('Newsletter')
})
