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
  return (
    <ul>
      {comments.map((comment) => (
        <li key={comment.id}>
          <p>{comment.author}</p>
          <p>{comment.text}</p>
        </li>
      ))}
    </ul>
  )
}
