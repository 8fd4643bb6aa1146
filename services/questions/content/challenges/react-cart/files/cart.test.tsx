import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { Cart, type CartItem, cartReducer } from './cart'

const tea = { id: 'tea', name: 'Tea', price: 350 }
const cup = { id: 'cup', name: 'Cup', price: 550 }

function freeze(items: CartItem[]): CartItem[] {
  for (const item of items) Object.freeze(item)
  return Object.freeze(items) as CartItem[]
}
const start = () =>
  freeze([
    { product: tea, quantity: 2 },
    { product: cup, quantity: 1 },
  ])
const quantities = (items: readonly CartItem[]) => items.map(({ product, quantity }) => [product.id, quantity])

describe('cartReducer', () => {
  test('add puts a new product at the end', () => {
    const one = cartReducer(freeze([]), { type: 'add', product: tea })
    expect(quantities(one)).toEqual([['tea', 1]])
    const two = cartReducer(freeze([...one]), { type: 'add', product: cup })
    expect(quantities(two)).toEqual([
      ['tea', 1],
      ['cup', 1],
    ])
    expect(two[0]).toBe(one[0])
  })

  test('add increases the quantity of a product in the cart', () => {
    const items = start()
    const changed = cartReducer(items, { type: 'add', product: { ...tea } })
    expect(quantities(changed)).toEqual([
      ['tea', 3],
      ['cup', 1],
    ])
    expect(changed[1]).toBe(items[1])
  })

  test('set changes the quantity', () => {
    const items = start()
    const changed = cartReducer(items, { type: 'set', id: 'cup', quantity: 4 })
    expect(quantities(changed)).toEqual([
      ['tea', 2],
      ['cup', 4],
    ])
    expect(changed[0]).toBe(items[0])
  })

  test('set to 0 or less removes the item', () => {
    expect(quantities(cartReducer(start(), { type: 'set', id: 'tea', quantity: 0 }))).toEqual([['cup', 1]])
    expect(quantities(cartReducer(start(), { type: 'set', id: 'cup', quantity: -2 }))).toEqual([['tea', 2]])
    expect(quantities(cartReducer(start(), { type: 'set', id: 'tea', quantity: 1 }))).toEqual([
      ['tea', 1],
      ['cup', 1],
    ])
  })

  test('remove and clear', () => {
    const items = start()
    const changed = cartReducer(items, { type: 'remove', id: 'tea' })
    expect(quantities(changed)).toEqual([['cup', 1]])
    expect(changed[0]).toBe(items[1])
    expect(cartReducer(items, { type: 'clear' })).toEqual([])
  })

  test('an action without an effect returns the same list', () => {
    const items = start()
    expect(cartReducer(items, { type: 'set', id: 'tea', quantity: 2 })).toBe(items)
    expect(cartReducer(items, { type: 'set', id: 'unknown', quantity: 2 })).toBe(items)
    expect(cartReducer(items, { type: 'set', id: 'unknown', quantity: 0 })).toBe(items)
    expect(cartReducer(items, { type: 'remove', id: 'unknown' })).toBe(items)
    const empty = freeze([])
    expect(cartReducer(empty, { type: 'clear' })).toBe(empty)
  })
})

describe('Cart', () => {
  const summary = () => screen.getByRole('status').textContent
  const button = (name: string) => screen.getByRole('button', { name })
  const quantity = (name: string) => screen.getByRole('spinbutton', { name: `Quantity of ${name}` })

  /** Products may be in a list, too. */
  const rows = () =>
    screen.queryAllByRole('listitem').filter((item) => within(item).queryByRole('spinbutton') !== null)

  test('is empty at the start', () => {
    render(<Cart products={[tea, cup]} />)
    expect(summary()).toBe('Your cart is empty')
    expect(rows()).toEqual([])
    expect(screen.queryByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
  })

  test('adds products and shows the total', async () => {
    const user = userEvent.setup()
    render(<Cart products={[tea, cup]} />)
    await user.click(button('Add Tea'))
    expect(summary()).toBe('1 item, $3.50')
    await user.click(button('Add Tea'))
    await user.click(button('Add Cup'))
    expect(summary()).toBe('3 items, $12.50')
    expect(rows().length).toBe(2)
    expect(within(rows()[1] as HTMLElement).getByRole('spinbutton')).toBe(quantity('Cup'))
    expect(within(rows()[1] as HTMLElement).getAllByText(/^Cup\b/).length).toBeGreaterThan(0)
    expect(quantity('Tea')).toHaveValue(2)
  })

  test('changes a quantity', async () => {
    const user = userEvent.setup()
    render(<Cart products={[tea, cup]} />)
    await user.click(button('Add Tea'))
    await user.click(button('Add Cup'))
    fireEvent.change(quantity('Tea'), { target: { value: '10' } })
    expect(summary()).toBe('11 items, $40.50')
    fireEvent.change(quantity('Tea'), { target: { value: '0' } })
    expect(summary()).toBe('1 item, $5.50')
  })

  test('an empty field keeps the item until there is a number', async () => {
    const user = userEvent.setup()
    render(<Cart products={[tea, cup]} />)
    await user.click(button('Add Tea'))
    await user.click(button('Add Tea'))
    await user.clear(quantity('Tea'))
    expect(summary()).toBe('2 items, $7.00')
    await user.type(quantity('Tea'), '5')
    expect(summary()).toBe('5 items, $17.50')
    await user.clear(quantity('Tea'))
    await user.tab()
    expect(quantity('Tea')).toHaveValue(5)
  })

  test('removes one item, or all', async () => {
    const user = userEvent.setup()
    render(<Cart products={[tea, cup]} />)
    await user.click(button('Add Tea'))
    await user.click(button('Add Cup'))
    await user.click(button('Remove Tea'))
    expect(summary()).toBe('1 item, $5.50')
    await user.click(button('Add Tea'))
    await user.click(button('Clear'))
    expect(summary()).toBe('Your cart is empty')
  })
})
