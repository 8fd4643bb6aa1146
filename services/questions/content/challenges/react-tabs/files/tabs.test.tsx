import '@testing-library/jest-dom/vitest'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Tabs } from './tabs'

const tabs = [
  { id: 'profile', title: 'Profile', content: <p>Your name</p> },
  { id: 'billing', title: 'Billing', content: <p>Your card</p> },
  { id: 'team', title: 'Team', content: <p>Your colleagues</p> },
]
const tab = (name: string) => screen.getByRole('tab', { name })
const selected = () => screen.getAllByRole('tab', { selected: true })

function expectSelected(name: string, content: string) {
  expect(selected().map((one) => one.textContent)).toEqual([name])
  expect(screen.getAllByRole('tab', { selected: false }).length).toBe(2)
  expect(screen.getByRole('tabpanel', { name })).toHaveTextContent(content)
  expect(screen.getAllByRole('tabpanel').length).toBe(1)
}

test('shows the first tab at the start', () => {
  render(<Tabs label="Settings" tabs={tabs} />)
  expect(within(screen.getByRole('tablist', { name: 'Settings' })).getAllByRole('tab').length).toBe(3)
  for (const one of screen.getAllByRole('tab')) expect(one.tagName).toBe('BUTTON')
  expectSelected('Profile', 'Your name')
  expect(screen.queryByText('Your card')).not.toBeInTheDocument()
})

test('a click selects a tab', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Billing'))
  expectSelected('Billing', 'Your card')
  expect(screen.queryByText('Your name')).not.toBeInTheDocument()
})

test('the selected tab names the panel that it controls', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Team'))
  expect(screen.getByRole('tabpanel', { name: 'Team' })).toHaveAttribute('id', tab('Team').getAttribute('aria-controls'))
})

test('the arrow keys select and focus the next and the previous tab', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Profile'))
  await user.keyboard('{ArrowRight}')
  expectSelected('Billing', 'Your card')
  expect(tab('Billing')).toHaveFocus()
  await user.keyboard('{ArrowLeft}')
  expectSelected('Profile', 'Your name')
  expect(tab('Profile')).toHaveFocus()
})

test('the arrow keys wrap around', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Profile'))
  await user.keyboard('{ArrowLeft}')
  expectSelected('Team', 'Your colleagues')
  expect(tab('Team')).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expectSelected('Profile', 'Your name')
})

test('Home and End select the first and the last tab', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Billing'))
  await user.keyboard('{End}')
  expectSelected('Team', 'Your colleagues')
  expect(tab('Team')).toHaveFocus()
  await user.keyboard('{Home}')
  expectSelected('Profile', 'Your name')
  expect(tab('Profile')).toHaveFocus()
})

test('the keys that select a tab do not scroll the page, other keys keep their effect', () => {
  render(<Tabs label="Settings" tabs={tabs} />)
  const isPrevented = (key: string) => !fireEvent.keyDown(selected()[0] as HTMLElement, { key, code: key })
  expect(['ArrowRight', 'ArrowLeft', 'End', 'Home'].map(isPrevented)).toEqual([true, true, true, true])
  expect(['ArrowDown', 'PageDown', ' '].map(isPrevented)).toEqual([false, false, false])
})

test('other keys change nothing', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Billing'))
  await user.keyboard('{ArrowDown}x')
  expectSelected('Billing', 'Your card')
})

test('the Tab key goes from the selected tab to the panel', async () => {
  const user = userEvent.setup()
  render(<Tabs label="Settings" tabs={tabs} />)
  await user.click(tab('Billing'))
  await user.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
  await user.tab({ shift: true })
  expect(tab('Billing')).toHaveFocus()
  await user.tab({ shift: true })
  expect(document.body).toHaveFocus()
})

test('two lists of tabs have different ids', () => {
  render(
    <>
      <Tabs label="One" tabs={tabs} />
      <Tabs label="Two" tabs={tabs} />
    </>,
  )
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(screen.getAllByRole('tabpanel', { name: 'Profile' }).length).toBe(2)
})
