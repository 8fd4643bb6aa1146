import '@testing-library/jest-dom/vitest'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { TagsInput } from './tags-input'

function setup(start: string[], max?: number) {
  const onChange = vi.fn()
  function Page() {
    const [value, setValue] = useState<readonly string[]>(start)
    return (
      <TagsInput
        label="Topics"
        value={value}
        max={max}
        onChange={(tags) => {
          onChange(tags)
          setValue(tags)
        }}
      />
    )
  }
  render(<Page />)
  return { onChange, user: userEvent.setup() }
}
const field = () => screen.getByRole('textbox', { name: 'Topics' })
/** The tags by the names of their buttons. */
function tags() {
  const names = new Map<Element, string>()
  const name = (text: string, button: Element) => names.set(button, text).has(button) && text.startsWith('Remove ')
  return screen.queryAllByRole('button', { name }).map((button) => names.get(button)?.slice('Remove '.length))
}

test('shows the tags', () => {
  setup(['css', 'html'])
  expect(tags()).toEqual(['css', 'html'])
  expect(screen.getAllByRole('listitem').length).toBe(2)
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('css')
  expect(screen.getByRole('list').compareDocumentPosition(field()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('Enter adds a tag', async () => {
  const { user, onChange } = setup(['css'])
  await user.type(field(), '  html {Enter}')
  expect(onChange.mock.calls).toEqual([[['css', 'html']]])
  expect(tags()).toEqual(['css', 'html'])
  expect(field()).toHaveValue('')
})

test('a comma adds a tag', async () => {
  const { user, onChange } = setup(['css'])
  await user.type(field(), 'html,js,')
  expect(onChange.mock.calls).toEqual([[['css', 'html']], [['css', 'html', 'js']]])
  expect(field()).toHaveValue('')
})

test('empty text adds nothing', async () => {
  const { user, onChange } = setup(['css'])
  await user.type(field(), '{Enter}  {Enter},')
  expect(onChange).not.toHaveBeenCalled()
})

test('is controlled', async () => {
  const user = userEvent.setup()
  const { rerender } = render(<TagsInput label="Topics" value={['css']} onChange={() => {}} />)
  await user.type(field(), 'html{Enter}')
  expect(tags()).toEqual(['css'])
  rerender(<TagsInput label="Topics" value={['a', 'b']} onChange={() => {}} />)
  expect(tags()).toEqual(['a', 'b'])
})

test('a duplicate is reported', async () => {
  const { user, onChange } = setup(['react', 'css'])
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await user.type(field(), ' React{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent(/^React is already in the list$/)
  expect(onChange).not.toHaveBeenCalled()
  expect(field()).toHaveValue(' React')
  await user.type(field(), 's')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await user.type(field(), '{Enter}')
  expect(tags()).toEqual(['react', 'css', 'Reacts'])
})

test('Backspace removes the last tag if the field is empty', async () => {
  const { user, onChange } = setup(['react', 'css', 'html'])
  await user.type(field(), 'x{Backspace}')
  expect(onChange).not.toHaveBeenCalled()
  await user.type(field(), '{Backspace}')
  expect(onChange.mock.calls).toEqual([[['react', 'css']]])
})

test('Backspace after a space removes the space', async () => {
  const { user, onChange } = setup(['react', 'css'])
  await user.type(field(), '  {Backspace}')
  expect(field()).toHaveValue(' ')
  expect(onChange).not.toHaveBeenCalled()
  await user.type(field(), '{Backspace}')
  expect(field()).toHaveValue('')
  expect(onChange).not.toHaveBeenCalled()
})

test('Backspace without tags does nothing', async () => {
  const { user, onChange } = setup([])
  await user.type(field(), '{Backspace}')
  expect(onChange).not.toHaveBeenCalled()
})

test('a remove button removes its tag and moves focus', async () => {
  const { user, onChange } = setup(['react', 'css', 'html'])
  await user.click(screen.getByRole('button', { name: 'Remove css' }))
  expect(onChange.mock.calls).toEqual([[['react', 'html']]])
  expect(field()).toHaveFocus()
})

test('pasted text with commas becomes tags', async () => {
  const { user, onChange } = setup(['css'])
  await user.click(field())
  await user.paste('html, CSS,, JS ,HTML,js')
  expect(onChange.mock.calls).toEqual([[['css', 'html', 'JS']]])
  expect(field()).toHaveValue('')
})

test('pasted text without a comma stays text', async () => {
  const { user, onChange } = setup(['css'])
  await user.click(field())
  await user.paste('html')
  expect(onChange).not.toHaveBeenCalled()
  expect(field()).toHaveValue('html')
})

test('the number of tags can be limited', async () => {
  const { user, onChange } = setup(['css'], 3)
  expect(field()).toBeEnabled()
  await user.click(field())
  await user.paste('a,b,c')
  expect(onChange.mock.calls).toEqual([[['css', 'a', 'b']]])
  expect(field()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Remove a' }))
  expect(field()).toBeEnabled()
  expect(field()).toHaveFocus()
})
