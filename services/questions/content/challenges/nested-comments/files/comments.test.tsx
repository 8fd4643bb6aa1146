import '@testing-library/jest-dom/vitest'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Comment, Comments } from './comments'

const comment = (id: string, author: string, text: string, ...replies: Comment[]): Comment =>
  Object.freeze({ id, author, text, replies: Object.freeze(replies) })
const thread = () =>
  Object.freeze([
    comment(
      '1',
      'Ada',
      'alpha',
      comment('2', 'Ben', 'beta', comment('3', 'Cleo', 'gamma', comment('4', 'Dan', 'delta', comment('5', 'Eve', 'epsilon')))),
      comment('6', 'Fay', 'zeta'),
    ),
    comment('7', 'Gus', 'omega'),
  ])
const texts = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'omega', 'first', 'second', 'third']

function setup(comments: readonly Comment[] = thread()) {
  render(<Comments comments={comments} author="Zoe" />)
  return { user: userEvent.setup() }
}
type User = ReturnType<typeof userEvent.setup>
const listItem = 'li, [role="listitem"]'
/** What an item itself shows, without its replies. */
function ownText(item: Element) {
  const copy = item.cloneNode(true) as Element
  for (const inner of copy.querySelectorAll(listItem)) inner.remove()
  return copy.textContent ?? ''
}
/** The comments that users find, indented by their depth. */
const outline = () =>
  screen.queryAllByRole('listitem').map((item) => {
    let depth = 0
    for (let around = item.parentElement?.closest(listItem); around; around = around.parentElement?.closest(listItem)) depth++
    return '  '.repeat(depth) + texts.find((text) => ownText(item).includes(text))
  })
const item = (text: string) => {
  const found = screen.getAllByRole('listitem').find((one) => ownText(one).includes(text))
  if (!found) throw new Error(`There is no comment with the text "${text}"`)
  return found
}
/** A comment's own buttons, without those of its replies. */
const ownButtons = (text: string, name: RegExp) =>
  within(item(text))
    .queryAllByRole('button', { name })
    .filter((button) => button.closest(listItem) === item(text))
const replyButton = (text: string) => ownButtons(text, /^Reply to /)[0]
const deleteButton = (text: string) => ownButtons(text, /^Delete comment by /)[0]
const toggle = (text: string) => ownButtons(text, /repl(y|ies)$/)[0]
const counts = () => Object.fromEntries(texts.flatMap((text) => {
  const isThere = screen.getAllByRole('listitem').some((one) => ownText(one).includes(text))
  return isThere && toggle(text) ? [[text, toggle(text).textContent?.trim()]] : []
}))
const field = () => screen.getByRole('textbox', { name: 'Your reply' })
async function reply(user: User, text: string, typed: string) {
  await user.click(replyButton(text))
  await user.type(field(), typed)
  await user.click(screen.getByRole('button', { name: 'Send' }))
}

const all = ['alpha', '  beta', '    gamma', '      delta', '        epsilon', '  zeta', 'omega']

test('shows comments of any depth as nested lists', () => {
  setup()
  expect(outline()).toEqual(all)
})

test('each comment shows its author and text, and has its buttons', () => {
  setup()
  for (const [text, author] of [['alpha', 'Ada'], ['gamma', 'Cleo'], ['epsilon', 'Eve'], ['omega', 'Gus']]) {
    expect(ownText(item(text))).toContain(author)
    expect(ownButtons(text, new RegExp(`^Reply to ${author}$`)).length).toBe(1)
    expect(ownButtons(text, new RegExp(`^Delete comment by ${author}$`)).length).toBe(1)
  }
})

test('Reply opens a form in the comment and moves focus to its field', async () => {
  const { user } = setup()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await user.click(replyButton('gamma'))
  expect(field()).toHaveFocus()
  expect(field().closest(listItem)).toBe(item('gamma'))
})

test('at most one form is open', async () => {
  const { user } = setup()
  await user.click(replyButton('gamma'))
  await user.click(replyButton('omega'))
  expect(screen.getAllByRole('textbox').length).toBe(1)
  expect(field()).toHaveFocus()
  expect(field().closest(listItem)).toBe(item('omega'))
})

test('Send adds the reply at the end and closes the form', async () => {
  const { user } = setup()
  await reply(user, 'alpha', 'first')
  expect(outline()).toEqual([...all.slice(0, 6), '  first', 'omega'])
  expect(ownText(item('first'))).toContain('Zoe')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Send' })).not.toBeInTheDocument()
})

test('Enter sends the reply, too', async () => {
  const { user } = setup()
  await user.click(replyButton('omega'))
  // A submit event whose default isn't prevented reloads the page.
  const submits: boolean[] = []
  const listen = (event: Event) => submits.push(event.defaultPrevented)
  window.addEventListener('submit', listen)
  await user.type(field(), 'first{Enter}')
  window.removeEventListener('submit', listen)
  expect(submits).not.toContain(false)
  expect(outline()).toEqual([...all, '  first'])
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a reply can be added at any depth', async () => {
  const { user } = setup()
  await reply(user, 'epsilon', 'first')
  await reply(user, 'first', 'second')
  await reply(user, 'gamma', 'third')
  expect(outline()).toEqual([...all.slice(0, 5), '          first', '            second', '      third', ...all.slice(5)])
})

test('the field is empty for each reply', async () => {
  const { user } = setup()
  await reply(user, 'omega', 'first')
  await user.click(replyButton('omega'))
  expect(field()).toHaveValue('')
})

test('spaces around the text are removed', async () => {
  const { user } = setup()
  await reply(user, 'omega', '  first  ')
  expect(ownText(item('first'))).not.toMatch(/\s\sfirst|first\s\s/)
})

test('spaces alone send nothing', async () => {
  const { user } = setup()
  await reply(user, 'omega', '   ')
  await user.type(field(), '{Enter}')
  expect(screen.getAllByRole('listitem').length).toBe(7)
  expect(field()).toBeInTheDocument()
})

test('shows the number of replies at any depth', async () => {
  const { user } = setup()
  expect(counts()).toEqual({ alpha: '5 replies', beta: '3 replies', gamma: '2 replies', delta: '1 reply' })
  await reply(user, 'delta', 'first')
  await reply(user, 'omega', 'second')
  expect(counts()).toEqual({ alpha: '6 replies', beta: '4 replies', gamma: '3 replies', delta: '2 replies', omega: '1 reply' })
})

test('a click on the number hides and shows the replies', async () => {
  const { user } = setup()
  expect(toggle('beta')).toHaveAttribute('aria-expanded', 'true')
  await user.click(toggle('beta'))
  expect(outline()).toEqual(['alpha', '  beta', '  zeta', 'omega'])
  expect(toggle('beta')).toHaveAttribute('aria-expanded', 'false')
  expect(toggle('beta')).toHaveTextContent('3 replies')
  expect(toggle('alpha')).toHaveAttribute('aria-expanded', 'true')
  await user.click(toggle('beta'))
  expect(outline()).toEqual(all)
  expect(toggle('beta')).toHaveAttribute('aria-expanded', 'true')
})

test('hidden replies are not visible', async () => {
  const { user } = setup()
  const last = screen.getByRole('button', { name: 'Reply to Eve' })
  await user.click(toggle('gamma'))
  expect(last.isConnected && last.checkVisibility({ visibilityProperty: true, opacityProperty: true })).toBe(false)
})

test('a new reply shows hidden replies', async () => {
  const { user } = setup()
  await user.click(toggle('beta'))
  await reply(user, 'beta', 'first')
  expect(outline()).toEqual([...all.slice(0, 5), '    first', ...all.slice(5)])
  expect(toggle('beta')).toHaveAttribute('aria-expanded', 'true')
})

test('Delete removes a comment with its replies', async () => {
  const { user } = setup()
  await user.click(deleteButton('gamma'))
  expect(outline()).toEqual(['alpha', '  beta', '  zeta', 'omega'])
  expect(counts()).toEqual({ alpha: '2 replies' })
  await user.click(deleteButton('alpha'))
  expect(outline()).toEqual(['omega'])
  await user.click(deleteButton('omega'))
  expect(outline()).toEqual([])
})

test('Delete removes nothing else', async () => {
  const { user } = setup()
  await user.click(deleteButton('gamma'))
  await reply(user, 'omega', 'first')
  await new Promise((done) => setTimeout(done, 5))
  await reply(user, 'zeta', 'second')
  await user.click(deleteButton('first'))
  expect(outline()).toEqual(['alpha', '  beta', '  zeta', '    second', 'omega'])
  await user.click(deleteButton('second'))
  expect(outline()).toEqual(['alpha', '  beta', '  zeta', 'omega'])
})

test('after a deletion, the replies of the next comment stay shown', async () => {
  const { user } = setup()
  await reply(user, 'zeta', 'first')
  await user.click(toggle('beta'))
  await user.click(deleteButton('beta'))
  expect(outline()).toEqual(['alpha', '  zeta', '    first', 'omega'])
})

test('the given comments stay as they are', async () => {
  const comments = thread()
  const { user } = setup(comments)
  await reply(user, 'epsilon', 'first')
  await user.click(deleteButton('zeta'))
  expect(outline()).toEqual([...all.slice(0, 5), '          first', 'omega'])
  expect(comments).toEqual(thread())
})
