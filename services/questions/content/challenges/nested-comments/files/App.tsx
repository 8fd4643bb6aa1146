import { Comments } from './comments'
import './styles.css'

const comments = [
  {
    id: 'c1',
    author: 'Ada',
    text: 'Should we move the settings page to the new router first?',
    replies: [
      {
        id: 'c2',
        author: 'Linus',
        text: 'Yes, it has the fewest routes.',
        replies: [{ id: 'c3', author: 'Ada', text: 'Then I will start tomorrow.', replies: [] }],
      },
      { id: 'c4', author: 'Grace', text: 'Its tests need some work before that.', replies: [] },
    ],
  },
  { id: 'c5', author: 'Margaret', text: 'The release notes are ready for review.', replies: [] },
]

export default function App() {
  return (
    <main>
      <h1>Comments</h1>
      <Comments comments={comments} author="You" />
    </main>
  )
}
