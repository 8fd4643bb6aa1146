import { useState } from 'react'
import { Modal } from './modal'
import './styles.css'

export default function App() {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('Summer trip')

  return (
    <main>
      <h1>{name}</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Rename project
      </button>
      <p>
        <a href="#members">Members</a> stay behind the dialog: the Tab key doesn’t reach them while it is open.
      </p>
      <Modal title="Rename project" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>
          <label>
            Name <input value={name} onChange={(event) => setName(event.target.value)} />
          </label>
        </p>
      </Modal>
    </main>
  )
}
