import './styles.css'
import { useLocalStorage } from './use-local-storage'

/** Previews have no storage, so this one lasts as long as the preview. */
const entries = new Map([['theme', '"dark"']])
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, text: string) => void entries.set(key, text),
  removeItem: (key: string) => void entries.delete(key),
}

export default function App() {
  const [theme, setTheme, remove] = useLocalStorage('theme', 'light', storage)

  return (
    <main>
      <h1>Settings</h1>
      <button type="button" onClick={() => setTheme((current) => (current === 'light' ? 'dark' : 'light'))}>
        Theme: {theme}
      </button>{' '}
      <button type="button" onClick={remove}>
        Restore default
      </button>
      <p>Stored: {storage.getItem('theme') ?? 'nothing'}</p>
    </main>
  )
}
