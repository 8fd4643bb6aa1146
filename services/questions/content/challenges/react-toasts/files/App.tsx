import { useState } from 'react'
import './styles.css'
import { ToastProvider, useToast } from './toasts'

export default function App() {
  return (
    <ToastProvider>
      <Editor />
    </ToastProvider>
  )
}

function Editor() {
  const show = useToast()
  const [copies, setCopies] = useState(0)

  return (
    <main>
      <h1>Travel plans</h1>
      <button type="button" onClick={() => show('Saved')}>
        Save
      </button>{' '}
      <button
        type="button"
        onClick={() => {
          setCopies(copies + 1)
          show(`Copy ${copies + 1} created`)
        }}
      >
        Duplicate
      </button>
    </main>
  )
}
