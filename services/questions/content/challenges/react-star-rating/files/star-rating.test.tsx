import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { StarRating } from './star-rating'

const stars = (element: Element = document.body) => element.textContent?.replace(/[^★☆]/g, '')
const radio = (name: string) => screen.getByRole('radio', { name })

test('is a group of radio buttons', () => {
  render(<StarRating label="Service" value={null} onChange={() => {}} />)
  expect(screen.getByRole('group', { name: 'Service' }).tagName).toBe('FIELDSET')
  expect(screen.getByText('Service').closest('legend')).not.toBeNull()
  expect(screen.getAllByRole('radio').length).toBe(5)
  for (const name of ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']) expect(radio(name)).not.toBeChecked()
  expect(stars()).toBe('☆☆☆☆☆')
})

test('checks the value and fills the stars up to it', () => {
  const { rerender } = render(<StarRating label="Service" value={2} onChange={() => {}} />)
  expect(radio('2 stars')).toBeChecked()
  expect(stars()).toBe('★★☆☆☆')
  rerender(<StarRating label="Service" value={5} onChange={() => {}} />)
  expect(radio('5 stars')).toBeChecked()
  expect(stars()).toBe('★★★★★')
})

test('takes another number of stars', () => {
  render(<StarRating label="Service" value={3} max={10} onChange={() => {}} />)
  expect(screen.getAllByRole('radio').length).toBe(10)
  expect(stars()).toBe('★★★☆☆☆☆☆☆☆')
})

test('a click reports the number and leaves the value to the parent', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  render(<StarRating label="Service" value={2} onChange={onChange} />)
  await user.click(radio('4 stars'))
  expect(onChange.mock.calls).toEqual([[4]])
  expect(radio('2 stars')).toBeChecked()
  expect(radio('4 stars')).not.toBeChecked()
})

test('keys choose a star', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn()
  const { rerender } = render(<StarRating label="Service" value={null} onChange={onChange} />)
  await user.tab()
  expect(screen.getAllByRole('radio')).toContain(document.activeElement)
  radio('1 star').focus()
  await user.keyboard(' ')
  expect(onChange).toHaveBeenLastCalledWith(1)
  rerender(<StarRating label="Service" value={2} onChange={onChange} />)
  radio('2 stars').focus()
  await user.keyboard('{ArrowRight}')
  expect(onChange).toHaveBeenLastCalledWith(3)
})

test('the pointer previews a rating', async () => {
  const user = userEvent.setup()
  render(<StarRating label="Service" value={2} onChange={() => {}} />)
  const groups = screen.getAllByText(/[★☆]/)
  await user.hover(groups[3] as HTMLElement)
  expect(stars()).toBe('★★★★☆')
  expect(radio('2 stars')).toBeChecked()
  await user.hover(groups[0] as HTMLElement)
  expect(stars()).toBe('★☆☆☆☆')
  await user.unhover(groups[0] as HTMLElement)
  expect(stars()).toBe('★★☆☆☆')
})

test('the stars are hidden from screen readers', () => {
  render(<StarRating label="Service" value={2} onChange={() => {}} />)
  for (const star of screen.getAllByText(/[★☆]/)) expect(star.closest('[aria-hidden="true"]')).not.toBeNull()
})

test('two ratings on a page are independent', () => {
  render(
    <>
      <StarRating label="Service" value={2} onChange={() => {}} />
      <StarRating label="Service" value={5} onChange={() => {}} />
    </>,
  )
  expect(screen.getAllByRole('radio', { checked: true }).length).toBe(2)
  expect(new Set(screen.getAllByRole<HTMLInputElement>('radio').map(({ name }) => name)).size).toBe(2)
})

test('read-only, it is an image with a name', () => {
  const { rerender } = render(<StarRating label="Service" value={3} readOnly />)
  expect(stars(screen.getByRole('img', { name: '3 of 5 stars' }))).toBe('★★★☆☆')
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  rerender(<StarRating label="Service" value={null} max={3} readOnly />)
  expect(stars(screen.getByRole('img', { name: 'No rating' }))).toBe('☆☆☆')
  rerender(<StarRating label="Service" value={1} max={3} readOnly />)
  expect(screen.getByRole('img', { name: '1 of 3 stars' })).toBeInTheDocument()
})

test('read-only, it ignores the pointer', async () => {
  const user = userEvent.setup()
  render(<StarRating label="Service" value={3} readOnly />)
  const image = screen.getByRole('img')
  await user.hover(image.lastElementChild ?? image)
  expect(stars(image)).toBe('★★★☆☆')
})
