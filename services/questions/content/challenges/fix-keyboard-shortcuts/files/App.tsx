import { useState } from 'react'
import './styles.css'
import { useShortcuts } from './use-shortcuts'

export default function App() {
  const [notes, setNotes] = useState(['First note'])
  const [text, setText] = useState('')
  const [saved, setSaved] = useState<string[]>([])
  const [isEnabled, setEnabled] = useState(true)
  useShortcuts(
    {
      n: () => setNotes([...notes, `Note ${notes.length + 1}`]),
      'ctrl+s': () => setSaved((log) => [...log, `Saved: “${text}”`]),
      escape: () => setText(''),
    },
    isEnabled,
  )

  return (
    <main>
      <h1>Notes</h1>
      <p>N creates a note, Ctrl+S saves the text, and Escape clears it.</p>
      <label>
        Text <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>{' '}
      <button type="button" onClick={() => setEnabled(!isEnabled)}>
        {isEnabled ? 'Disable' : 'Enable'} shortcuts
      </button>
      <ul>
        {[...notes, ...saved].map((line, at) => (
          <li key={at}>{line}</li>
        ))}
      </ul>
    </main>
  )
}
