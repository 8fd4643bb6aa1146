import { useState } from 'react'
import { ErrorBoundary } from './error-boundary'
import './styles.css'

/** The profile of the second user can’t be rendered. */
function Profile({ id }: { id: number }) {
  if (id === 2) throw new Error('The profile has no name')
  return <p>Profile of user {id}</p>
}

export default function App() {
  const [id, setId] = useState(1)

  return (
    <main>
      <h1>Users</h1>
      {[1, 2, 3].map((user) => (
        <button type="button" key={user} onClick={() => setId(user)} aria-pressed={user === id}>
          User {user}
        </button>
      ))}
      <ErrorBoundary
        resetKeys={[id]}
        fallback={(error, retry) => (
          <p>
            {String(error)}{' '}
            <button type="button" onClick={retry}>
              Try again
            </button>
          </p>
        )}
      >
        <Profile id={id} />
      </ErrorBoundary>
    </main>
  )
}
