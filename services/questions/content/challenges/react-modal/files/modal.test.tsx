import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Modal } from './modal'

const button = (name: string) => screen.getByRole('button', { name })

function Page({ onClose = () => {} }: { onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [saves, setSaves] = useState(0)
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Modal
        title="Rename the file"
        isOpen={isOpen}
        onClose={() => {
          onClose()
          setOpen(false)
        }}
      >
        <button type="button" tabIndex={-1}>
          Skipped
        </button>
        <input aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        <button type="button" disabled={name === ''} onClick={() => setSaves(saves + 1)}>
          Save
        </button>
        <p>{saves} saved</p>
      </Modal>
    </main>
  )
}

async function openPage(onClose?: () => void) {
  const user = userEvent.setup()
  const view = render(<Page onClose={onClose} />)
  await user.click(button('Rename'))
  return { user, ...view }
}

test('renders nothing while it is closed', () => {
  render(<Page />)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.queryByText('Rename the file')).not.toBeInTheDocument()
})

test('is a modal dialog, named by its heading, outside of the page', async () => {
  const { container } = await openPage()
  const dialog = screen.getByRole('dialog', { name: 'Rename the file' })
  expect(dialog).toHaveAttribute('aria-modal', 'true')
  expect(screen.getByRole('heading', { level: 2, name: 'Rename the file' })).toBeInTheDocument()
  expect(container).not.toContainElement(dialog)
})

test('focuses the first focusable element', async () => {
  await openPage()
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('Tab stays in the dialog', async () => {
  const { user } = await openPage()
  await user.tab()
  expect(button('Close')).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('Shift + Tab stays in the dialog', async () => {
  const { user } = await openPage()
  await user.tab({ shift: true })
  expect(button('Close')).toHaveFocus()
  await user.tab({ shift: true })
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('elements that become enabled count', async () => {
  const { user } = await openPage()
  await user.keyboard('a')
  await user.tab()
  expect(button('Save')).toHaveFocus()
  await user.tab()
  expect(button('Close')).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('textbox')).toHaveFocus()
})

test('work in the dialog keeps focus although onClose is new at each render', async () => {
  const { user } = await openPage()
  await user.keyboard('abc')
  expect(screen.getByRole('textbox')).toHaveValue('abc')
  await user.click(button('Save'))
  expect(screen.getByText('1 saved')).toBeInTheDocument()
  expect(button('Save')).toHaveFocus()
})

test('disabled elements at the start do not count', async () => {
  const user = userEvent.setup()
  render(
    <Modal title="Hello" isOpen onClose={() => {}}>
      <button type="button" disabled>
        Undo
      </button>
      <a href="#help">Help</a>
    </Modal>,
  )
  expect(screen.getByRole('link')).toHaveFocus()
  await user.tab({ shift: true })
  expect(button('Close')).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('link')).toHaveFocus()
})

test.each(['Escape', 'the Close button', 'the backdrop'])('%s closes it and returns focus', async (way) => {
  const onClose = vi.fn()
  const { user } = await openPage(onClose)
  if (way === 'Escape') await user.keyboard('{Escape}')
  else if (way === 'the backdrop') await user.click(screen.getByRole('dialog').parentElement as HTMLElement)
  else await user.click(button('Close'))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(button('Rename')).toHaveFocus()
})

test('other keys and a click inside leave it open', async () => {
  const { user } = await openPage()
  await user.click(screen.getByRole('heading', { name: 'Rename the file' }))
  await user.click(screen.getByRole('dialog'))
  await user.click(screen.getByRole('textbox'))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog')).toBeInTheDocument()
})

test('calls the latest onClose', async () => {
  const user = userEvent.setup()
  const [first, second] = [vi.fn(), vi.fn()]
  const { rerender } = render(
    <Modal title="Hello" isOpen onClose={first}>
      <p>Text</p>
    </Modal>,
  )
  rerender(
    <Modal title="Hello" isOpen onClose={second}>
      <p>Text</p>
    </Modal>,
  )
  expect(button('Close')).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(1)
})

test('Escape closes the inner one of two dialogs, then the outer one', async () => {
  const user = userEvent.setup()
  const [closeOuter, closeInner] = [vi.fn(), vi.fn()]
  const tree = (isInnerOpen: boolean) => (
    <Modal title="Settings" isOpen onClose={closeOuter}>
      <button type="button">Delete</button>
      <Modal title="Really?" isOpen={isInnerOpen} onClose={closeInner}>
        <p>Everything is lost.</p>
      </Modal>
    </Modal>
  )
  const { rerender } = render(tree(false))
  rerender(tree(true))
  await user.keyboard('{Escape}')
  expect(closeInner).toHaveBeenCalledTimes(1)
  expect(closeOuter).not.toHaveBeenCalled()
  rerender(tree(false))
  expect(button('Delete')).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(closeOuter).toHaveBeenCalledTimes(1)
  expect(closeInner).toHaveBeenCalledTimes(1)
})

test('Tab and clicks in an inner dialog concern that one only', async () => {
  const user = userEvent.setup()
  const [closeOuter, closeInner] = [vi.fn(), vi.fn()]
  const tree = (isInnerOpen: boolean) => (
    <Modal title="Settings" isOpen onClose={closeOuter}>
      <button type="button">Delete</button>
      <Modal title="Really?" isOpen={isInnerOpen} onClose={closeInner}>
        <p>Everything is lost.</p>
      </Modal>
    </Modal>
  )
  const { rerender } = render(tree(false))
  rerender(tree(true))
  const inner = screen.getByRole('dialog', { name: 'Really?' })
  await user.tab()
  expect(within(inner).getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.click(screen.getByText('Everything is lost.'))
  expect([closeOuter, closeInner].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  await user.click(inner.parentElement as HTMLElement)
  await user.click(within(inner).getByRole('button', { name: 'Close' }))
  expect([closeOuter, closeInner].map(({ mock }) => mock.calls.length)).toEqual([0, 2])
})

test('returns focus when it is removed while open', async () => {
  const user = userEvent.setup()
  const tree = (withModal: boolean) => (
    <>
      <button type="button">Before</button>
      {withModal && (
        <Modal title="Hello" isOpen onClose={() => {}}>
          <p>Text</p>
        </Modal>
      )}
    </>
  )
  const { rerender } = render(tree(false))
  await user.click(button('Before'))
  rerender(tree(true))
  expect(button('Close')).toHaveFocus()
  rerender(tree(false))
  expect(button('Before')).toHaveFocus()
})
