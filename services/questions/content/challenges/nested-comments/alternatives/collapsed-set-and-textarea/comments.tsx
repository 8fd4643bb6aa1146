import { useEffect, useRef, useState } from 'react'

export interface Comment {
  id: string
  author: string
  text: string
  replies: readonly Comment[]
}

export interface CommentsProps {
  comments: readonly Comment[]
  author: string
}

let created = 0

export function Comments({ comments, author }: CommentsProps) {
  const [tree, setTree] = useState(() => structuredClone(comments) as Comment[])
  const [collapsed, setCollapsed] = useState<readonly Comment['id'][]>([])
  const [form, setForm] = useState<{ id: string; draft: string } | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const openId = form?.id
  useEffect(() => {
    if (openId) field.current?.focus()
  }, [openId])

  function update(change: (list: Comment[]) => Comment[], list = tree): Comment[] {
    return change(list.map((one) => ({ ...one, replies: update(change, [...one.replies]) })))
  }

  function send() {
    const text = form?.draft.trim()
    if (!form || !text) return
    const reply = { id: `own-${created++}`, author, text, replies: [] }
    setTree(
      update((list) =>
        list.map((one) => (one.id === form.id ? { ...one, replies: one.replies.concat(reply) } : one)),
      ),
    )
    setCollapsed(collapsed.filter((id) => id !== form.id))
    setForm(null)
  }

  function sizeOf(list: readonly Comment[]): number {
    return list.length + list.map((one) => sizeOf(one.replies)).reduce((a, b) => a + b, 0)
  }

  function render(list: readonly Comment[]) {
    return list.map((one) => {
      const isCollapsed = collapsed.includes(one.id)
      const size = sizeOf(one.replies)
      return (
        <li key={one.id}>
          <div>{one.author}</div>
          <div>{one.text}</div>
          {size > 0 && (
            <button
              type="button"
              aria-expanded={!isCollapsed}
              onClick={() =>
                setCollapsed(isCollapsed ? collapsed.filter((id) => id !== one.id) : [...collapsed, one.id])
              }
            >
              {size} {size === 1 ? 'reply' : 'replies'}
            </button>
          )}
          <ol hidden={isCollapsed || size === 0}>{render(one.replies)}</ol>
          {form?.id === one.id && (
            <div>
              <textarea
                ref={field}
                aria-label="Your reply"
                value={form.draft}
                onChange={({ target }) => setForm({ ...form, draft: target.value })}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  send()
                }}
              />
              <button type="button" onClick={send}>
                Send
              </button>
            </div>
          )}
          <button type="button" onClick={() => setForm({ id: one.id, draft: '' })}>
            Reply to {one.author}
          </button>
          <button
            type="button"
            aria-label={`Delete comment by ${one.author}`}
            onClick={() => setTree(update((all) => all.filter(({ id }) => id !== one.id)))}
          >
            ×
          </button>
        </li>
      )
    })
  }

  return <ol>{render(tree)}</ol>
}
