import { useState } from 'react'
import './styles.css'
import { useFetch } from './use-fetch'

const names: Record<string, string> = { '/users/1': 'Ada Lovelace', '/users/2': 'Grace Hopper' }

/** Answers after a second as a server would; the third user doesn’t exist. */
const fetcher: typeof fetch = async (input, init) => {
  await new Promise((done) => setTimeout(done, 1_000))
  init?.signal?.throwIfAborted()
  const name = names[String(input)]
  return name === undefined ? new Response(null, { status: 404 }) : Response.json({ name })
}

export default function App() {
  const [url, setUrl] = useState<string | null>(null)
  const { status, data, error, reload } = useFetch<{ name: string }>(url, fetcher)

  return (
    <main>
      <h1>Users</h1>
      {[1, 2, 3].map((user) => (
        <button type="button" key={user} onClick={() => setUrl(`/users/${user}`)}>
          User {user}
        </button>
      ))}{' '}
      <button type="button" onClick={reload}>
        Reload
      </button>
      <p>Status: {status}</p>
      <p>{data?.name ?? error?.message}</p>
    </main>
  )
}
