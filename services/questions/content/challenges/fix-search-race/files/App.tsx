import { useState } from 'react'
import './styles.css'
import { type Search, useSearch } from './use-search'

const topics = ['React', 'React Router', 'Redux', 'Relay', 'Remix', 'Vue', 'Svelte']

/** Short queries take longer than long ones, and “error” fails. */
const search: Search = async (query, signal) => {
  await new Promise((done) => setTimeout(done, 2_000 / query.length))
  signal.throwIfAborted()
  if (query === 'error') throw new Error('The network is down')
  return topics.filter((topic) => topic.toLowerCase().includes(query.toLowerCase()))
}

export default function App() {
  const [query, setQuery] = useState('')
  const { results, isLoading, error } = useSearch(query, search)

  return (
    <main>
      <h1>Topics</h1>
      <label>
        Search <input value={query} onChange={(event) => setQuery(event.target.value)} />
      </label>
      <p>{isLoading ? 'Loading…' : (error ?? `${results.length} found`)}</p>
      <ul>
        {results.map((topic) => (
          <li key={topic}>{topic}</li>
        ))}
      </ul>
    </main>
  )
}
