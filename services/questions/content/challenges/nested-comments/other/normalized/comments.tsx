import { useReducer } from 'react'

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

interface Entry {
  author: string
  text: string
  parent: number | null
  isCollapsed: boolean
}

interface State {
  /** By number, in the order of the page among siblings. */
  entries: ReadonlyMap<number, Entry>
  next: number
  form: number | null
}

type Action =
  | { type: 'reply'; parent: number; author: string; text: string }
  | { type: 'delete'; number: number }
  | { type: 'toggle'; number: number }
  | { type: 'open'; number: number }

function read(comments: readonly Comment[]): State {
  const entries = new Map<number, Entry>()
  const add = (list: readonly Comment[], parent: number | null) => {
    for (const { author, text, replies } of list) {
      const number = entries.size
      entries.set(number, { author, text, parent, isCollapsed: false })
      add(replies, number)
    }
  }
  add(comments, null)
  return { entries, next: entries.size, form: null }
}

function reduce(state: State, action: Action): State {
  const entries = new Map(state.entries)
  const setCollapsed = (number: number, isCollapsed: boolean) => {
    const entry = entries.get(number)
    if (entry) entries.set(number, { ...entry, isCollapsed })
  }
  switch (action.type) {
    case 'open':
      return { ...state, form: action.number }
    case 'toggle':
      setCollapsed(action.number, !entries.get(action.number)?.isCollapsed)
      return { ...state, entries }
    case 'reply': {
      const { parent, author, text } = action
      setCollapsed(parent, false)
      entries.set(state.next, { author, text, parent, isCollapsed: false })
      return { entries, next: state.next + 1, form: null }
    }
    case 'delete':
      for (const number of [action.number, ...descendants(entries, action.number)]) entries.delete(number)
      return { ...state, entries }
  }
}

const children = (entries: State['entries'], parent: number | null) =>
  [...entries].flatMap(([number, entry]) => (entry.parent === parent ? number : []))

const descendants = (entries: State['entries'], number: number): number[] =>
  children(entries, number).flatMap((child) => [child, ...descendants(entries, child)])

export function Comments({ comments, author }: CommentsProps) {
  const [{ entries, form }, dispatch] = useReducer(reduce, comments, read)

  const list = (parent: number | null) => (
    <ul>
      {children(entries, parent).map((number) => {
        const entry = entries.get(number) as Entry
        const count = descendants(entries, number).length
        return (
          <li key={number}>
            <p>
              {entry.author}: {entry.text}
            </p>
            {count > 0 && !entry.isCollapsed && list(number)}
            {count > 0 && (
              <button
                type="button"
                aria-expanded={!entry.isCollapsed}
                onClick={() => dispatch({ type: 'toggle', number })}
              >
                {count} {count > 1 ? 'replies' : 'reply'}
              </button>
            )}
            <button type="button" onClick={() => dispatch({ type: 'open', number })}>
              Reply to {entry.author}
            </button>
            <button type="button" onClick={() => dispatch({ type: 'delete', number })}>
              Delete comment by {entry.author}
            </button>
            {form === number && (
              <form
                action={(data) => {
                  const text = String(data.get('text')).trim()
                  if (text) dispatch({ type: 'reply', parent: number, author, text })
                }}
              >
                <label>
                  Your reply <input name="text" ref={(field) => field?.focus()} />
                </label>
                <button>Send</button>
              </form>
            )}
          </li>
        )
      })}
    </ul>
  )

  return list(null)
}
