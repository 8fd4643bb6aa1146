import { useState } from 'react'
import './styles.css'
import { useDebounce } from './use-debounce'

export default function App() {
  const [text, setText] = useState('')
  const search = String(useDebounce(text, 500))

  return (
    <main>
      <h1>Search</h1>
      <label>
        Text <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <p>{search === '' ? 'Type something, and pause for half a second.' : `Searching for “${search}”`}</p>
    </main>
  )
}
