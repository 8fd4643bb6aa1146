import { render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { QuantityField } from './quantity-field'

let log: number[]
let user: UserEvent
const field = () => screen.getByRole('textbox', { name: 'Quantity' })
const press = (name: string) => user.click(screen.getByRole('button', { name }))

function Cart({ start }: { start: number }) {
  const [value, setValue] = useState(start)
  return (
    <QuantityField
      value={value}
      max={5}
      onChange={(next) => {
        log.push(next)
        setValue(next)
      }}
    />
  )
}

async function enter(text: string) {
  await user.clear(field())
  await user.type(field(), text)
}

beforeEach(() => {
  log = []
  user = userEvent.setup()
})

it('counts up to the maximum', async () => {
  render(<Cart start={3} />)
  for (let i = 0; i < 4; i += 1) await press('Increase')
  expect(log).toEqual([4, 5])
})

it('counts down to one', async () => {
  render(<Cart start={3} />)
  for (let i = 0; i < 4; i += 1) await press('Decrease')
  expect(log).toEqual([2, 1])
})

it('takes a number at the end of the input', async () => {
  render(<Cart start={3} />)
  await enter('4')
  expect(log).toEqual([])
  await user.tab()
  expect(log).toEqual([4])
  await enter('2{Enter}')
  expect(log).toEqual([4, 2])
  await enter('99{Enter}')
  await enter('0{Enter}')
  expect(log).toEqual([4, 2, 5, 1])
  expect(field()).toHaveValue('1')
})

it('ignores the rest', async () => {
  render(<Cart start={3} />)
  for (const text of ['3{Enter}', 'x{Enter}', '1.5{Enter}', '4{Escape}{Enter}']) {
    await enter(text)
    expect(field()).toHaveValue('3')
  }
  expect(log).toEqual([])
})
