import { useId, useRef, useState } from 'react'

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

export function Comments({ comments, author }: CommentsProps) {
  const [current, setCurrent] = useState(comments)
  const [openForm, setOpenForm] = useState<string | null>(null)
  const prefix = useId()
  const added = useRef(0)

  function send(parent: string, text: string) {
    added.current += 1
    setCurrent(withReply(current, parent, { id: `${prefix}-${added.current}`, author, text, replies: [] }))
    setOpenForm(null)
  }

  return (
    <Replies
      comments={current}
      openForm={openForm}
      onReply={setOpenForm}
      onSend={send}
      onDelete={(id) => setCurrent(without(current, id))}
    />
  )
}

interface Shared {
  openForm: string | null
  onReply: (id: string) => void
  onSend: (parent: string, text: string) => void
  onDelete: (id: string) => void
}

function Replies({ comments, ...shared }: Shared & { comments: readonly Comment[] }) {
  return (
    <ul>
      {comments.map((comment) => (
        <Thread key={comment.id} comment={comment} {...shared} />
      ))}
    </ul>
  )
}

function Thread({ comment, ...shared }: Shared & { comment: Comment }) {
  const { id, author, text, replies } = comment
  const [isExpanded, setExpanded] = useState(true)
  const count = countReplies(comment)

  return (
    <li>
      <p>
        <strong>{author}</strong>
      </p>
      <p>{text}</p>
      <button onClick={() => shared.onReply(id)}>{`Reply to ${author}`}</button>
      <button onClick={() => shared.onDelete(id)}>{`Delete comment by ${author}`}</button>
      {count > 0 && (
        <button aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {count === 1 ? '1 reply' : `${count} replies`}
        </button>
      )}
      {shared.openForm === id && (
        <ReplyForm
          onSend={(reply) => {
            shared.onSend(id, reply)
            setExpanded(true)
          }}
        />
      )}
      {isExpanded && count > 0 && <Replies comments={replies} {...shared} />}
    </li>
  )
}

function ReplyForm({ onSend }: { onSend: (text: string) => void }) {
  const [text, setText] = useState('')

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onSend(text.trim())
      }}
    >
      <input autoFocus aria-label="Your reply" value={text} onChange={(event) => setText(event.target.value)} />
      <button>Send</button>
    </form>
  )
}

function withReply(comments: readonly Comment[], parent: string, reply: Comment): readonly Comment[] {
  return comments.map((comment) => ({
    ...comment,
    replies: comment.id === parent ? [...comment.replies, reply] : withReply(comment.replies, parent, reply),
  }))
}

function without(comments: readonly Comment[], id: string): readonly Comment[] {
  return comments
    .filter((comment) => comment.id !== id)
    .map((comment) => ({ ...comment, replies: without(comment.replies, id) }))
}

function countReplies({ replies }: Comment): number {
  return replies.reduce((count, reply) => count + 1 + countReplies(reply), 0)
}
